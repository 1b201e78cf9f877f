import * as z from 'zod'
import { type GlvState, GRID_SECONDS, type HeldMarket } from '../../market/liquidity/state.js'
import { defineEndpoint } from './define.js'
import { glvRow } from './glvs.js'
import { listOf, rowOf } from './rows.js'
import { digits, keyAddress } from './values.js'

const MICRO_TO_E18 = 10n ** 12n
const MICRO_TO_E30 = 10n ** 24n
/** Keeps values below a microdollar from vanishing. */
const PARTS_OF_MICRO = 1e9
const ONE_E30 = 10n ** 30n

/** Market tokens x 10^18, USD x 10^30, and parts of the GLV's value x 10^30. */
const heldMarket = rowOf<HeldMarket & { readonly share: bigint }>()(
  {
    address: [keyAddress, ({ market }) => market.marketToken],
    balance: [digits, ({ tokens }) => String(BigInt(tokens) * MICRO_TO_E18)],
    balanceUsd: [digits, ({ usd }) => String(BigInt(Math.floor(usd)) * MICRO_TO_E30)],
    share: [digits, ({ share }) => String(share)],
    isDisabled: [z.boolean(), ({ market }) => !market.isListed],
  },
  'GlvMarket',
)

/** Truncates shares to integers; the largest takes the remainder. */
function sharesOf(held: readonly HeldMarket[]): bigint[] {
  const rounded = held.map(({ usd }) => BigInt(Math.floor(usd)))
  const values = rounded.some((value) => value > 0n)
    ? rounded
    : held.map(({ usd }) => BigInt(Math.ceil(usd * PARTS_OF_MICRO)))
  const total = values.reduce((sum, value) => sum + value, 0n)
  const shares = values.map((value) => (value * ONE_E30) / total)
  const largest = values.findIndex((value) => values.every((other) => other <= value))
  if (largest >= 0) shares[largest]! += ONE_E30 - shares.reduce((sum, share) => sum + share, 0n)
  return shares
}

const info = rowOf<GlvState>()(
  {
    ...glvRow.in((state: GlvState) => state.glv),
    markets: [
      z.array(heldMarket.schema()),
      ({ held }) => {
        const shares = sharesOf(held)
        return held.map((market, n) => heldMarket.render({ ...market, share: shares[n]! }))
      },
    ],
  },
  'GlvInfo',
)

export const glvsInfo = defineEndpoint({
  id: 'glvs-info',
  path: '/glvs/info',
  isBeyond: true,
  about: 'market tokens held by each vault, and their value',
  windowMs: () => 1000,
  gridMs: GRID_SECONDS * 1000,
  facts: (world, asOfMs) => world.liquidity.glvsAt(Math.floor(asOfMs / 1000)),
  documented: listOf(info, 'glvs'),
})
