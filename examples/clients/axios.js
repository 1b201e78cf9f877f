import axios from 'axios'

const { data: tickers } = await axios.get('https://arbitrum-api.gmxinfra.io/prices/tickers')
console.log(tickers.length)
