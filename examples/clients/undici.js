import { Agent, request } from 'undici'

const { body } = await request('https://arbitrum-api.gmxinfra.io/prices/tickers', { dispatcher: new Agent() })
const tickers = await body.json()
console.log(tickers.length)
