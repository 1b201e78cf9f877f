import * as z from 'zod'
import { pricedTokensAt } from './api-states.js'
import { defineEndpoint } from './define.js'
import { address, wholeTokenPrices } from './values.js'

export const tokenPrices = () => z.record(address, wholeTokenPrices())

export const apiPricesTickers = defineEndpoint({
  id: 'api-prices-tickers',
  generation: 2,
  path: '/v1/prices/tickers',
  about: 'lower and upper price of each token, by address',
  windowMs: () => 1000,
  facts: pricedTokensAt,
  documented: {
    schema: tokenPrices,
    render: (rows) => Object.fromEntries(rows.map(([{ address }, prices]) => [address, prices])),
  },
})
