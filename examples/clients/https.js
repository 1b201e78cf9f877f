import https from 'node:https'

https.get('https://arbitrum-api.gmxinfra.io/prices/tickers', async (reply) => {
  const tickers = JSON.parse(Buffer.concat(await reply.toArray()).toString())
  console.log(tickers.length)
})
