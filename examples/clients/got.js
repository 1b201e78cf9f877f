import got from 'got'

const tickers = await got('https://arbitrum-api.gmxinfra.io/prices/tickers').json()
console.log(tickers.length)
