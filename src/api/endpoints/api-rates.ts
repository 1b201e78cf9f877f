import { RATE_PERIODS } from '../../market/liquidity/state.js'
import { defineEndpoint, oneOf, param } from './define.js'
import { rateAddress, ratePeriod, ratesOf, ratesRepresentation } from './rates.js'

export const apiRates = defineEndpoint({
  id: 'api-rates',
  generation: 2,
  path: '/v1/rates',
  about: 'hourly funding and borrowing rates, newest first',
  params: {
    period: ratePeriod,
    averageBy: param({
      format: oneOf(RATE_PERIODS),
      about: 'averages over such intervals instead of hours (always of days for all markets beyond 30d)',
      example: '1d',
    }),
    address: rateAddress,
  },
  windowMs: () => 3_600_000,
  gridMs: 3_600_000,
  facts: ratesOf,
  documented: ratesRepresentation,
})
