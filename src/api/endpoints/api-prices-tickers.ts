import * as z from '../../kit/zod.js'
import { pricedTokensAt, wholePrices } from './api-tokens-info.js'
import { defineEndpoint } from './define.js'
import { address } from './values.js'

export const apiPricesTickers = defineEndpoint({
  id: 'api-prices-tickers',
  generation: 2,
  path: '/v1/prices/tickers',
  about: 'lower and upper price of each token, by address',
  windowMs: () => 1000,
  facts: pricedTokensAt,
  documented: {
    schema: () => z.record(address, wholePrices()),
    render: (rows) => Object.fromEntries(rows.map(([{ address }, prices]) => [address, prices])),
  },
})
