// The ES module of version 1.4.0 does not load in Node.
const { GmxSdk } = require('@gmx-io/sdk')

const oracleUrl = 'https://arbitrum-api.gmxinfra.io'
const sdk = new GmxSdk({ chainId: 42161, oracleUrl, rpcUrl: oracleUrl, subsquidUrl: oracleUrl })
sdk.oracle.getTickers().then((tickers) => console.log(tickers.length))
