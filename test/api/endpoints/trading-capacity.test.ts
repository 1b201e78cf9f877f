/** The size that a side of a market may still open: the smaller of its reserve and its limit of open interest. */
import { expect, test } from 'vitest'
import type { TradingState } from '../../../src/api/endpoints/api-states.js'
import { capacityOf } from '../../../src/api/endpoints/api-trading-capacity.js'
import { loadCatalogue } from '../../../src/market/catalogue/load.js'
import { factorsOf } from '../../../src/market/liquidity/market-factors.js'

const { markets } = loadCatalogue().networks.arbitrum!
const open = markets.find(({ index, isListed }) => index !== undefined && isListed)!
const closed = markets.find(({ index }) => index === undefined)!
const limit = BigInt(factorsOf(open).maxOpenInterestLong)

test.each([
  ['the reserve', open, 5n, limit - 6n, '5', 'reserve'],
  ['the limit of open interest', open, 6n, limit - 5n, '5', 'openInterest'],
  ['both', open, 5n, limit - 5n, '5', 'both'],
  ['a limit that is exceeded', open, 5n, limit + 1n, '0', 'openInterest'],
  ['no limit, without positions', closed, 5n, 0n, '0', 'notApplicable'],
])('%s', (_name, market, reserve, interest, availableLiquidity, limitingFactor) => {
  const none = { long: 0n, short: 0n }
  for (const side of ['long', 'short'] as const) {
    const state = {
      market,
      openInterest: { ...none, [side]: interest },
      availableLiquidity: { ...none, [side]: reserve },
    }
    expect(capacityOf(state as unknown as TradingState, side)).toMatchObject({
      availableLiquidity,
      baseAvailableLiquidity: availableLiquidity,
      limitingFactor,
    })
  }
})
