const reply = await fetch('https://arbitrum-api.gmxinfra.io/prices/tickers')
const tickers = await reply.json()
console.log(tickers.length)
