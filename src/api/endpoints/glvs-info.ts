import * as z from '../../kit/zod.js'
import type { GlvState, HeldMarket } from '../../market/liquidity/liquidity-state.js'
import { GRID_SECONDS } from '../../market/liquidity/state.js'
import { glvKeys, renderGlv } from './catalogue-rows.js'
import { defineEndpoint } from './define.js'
import { digits, keyAddress } from './values.js'

/** Market tokens x 10^18, USD x 10^30, and parts of the GLV's value x 10^30. */
const heldMarket = () =>
  z
    .strictObject({
      address: keyAddress,
      balance: digits,
      balanceUsd: digits,
      share: digits,
      isDisabled: z.boolean(),
    })
    .meta({ tsName: 'GlvMarket' })

const MICRO_TO_E18 = 10n ** 12n
const MICRO_TO_E30 = 10n ** 24n
/** Keeps values below a microdollar from vanishing. */
const PARTS_OF_MICRO = 1e9
const ONE_E30 = 10n ** 30n

/** Truncates shares to integers; the largest takes the remainder. */
function sharesOf(held: readonly HeldMarket[]): bigint[] {
  const rounded = held.map(({ usd }) => BigInt(Math.floor(usd)))
  const values = rounded.some((value) => value > 0n)
    ? rounded
    : held.map(({ usd }) => BigInt(Math.ceil(usd * PARTS_OF_MICRO)))
  const total = values.reduce((sum, value) => sum + value, 0n)
  const shares = values.map((value) => (value * ONE_E30) / total)
  const largest = values.findIndex((value) => values.every((other) => other <= value))
  if (largest >= 0) shares[largest] += ONE_E30 - shares.reduce((sum, share) => sum + share, 0n)
  return shares
}

function renderState({ glv, held }: GlvState) {
  const shares = sharesOf(held)
  return {
    ...renderGlv(glv),
    markets: held.map(({ market, tokens, usd }, n) => ({
      address: market.marketToken,
      balance: String(BigInt(tokens) * MICRO_TO_E18),
      balanceUsd: String(BigInt(Math.floor(usd)) * MICRO_TO_E30),
      share: String(shares[n]),
      isDisabled: !market.isListed,
    })),
  }
}

export const glvsInfo = defineEndpoint({
  id: 'glvs-info',
  path: '/glvs/info',
  isBeyond: true,
  about: 'market tokens held by each vault, and their value',
  params: {},
  windowMs: () => 1000,
  gridMs: GRID_SECONDS * 1000,
  timeoutMs: 60_000,
  facts: (world, asOfMs) => world.liquidity.glvsAt(Math.floor(asOfMs / 1000)),
  dialects: {
    documented: {
      schema: () =>
        z.strictObject({
          glvs: z.array(
            z.strictObject({ ...glvKeys(), markets: z.array(heldMarket()) }).meta({ tsName: 'GlvInfo' }),
          ),
        }),
      render: (states) => ({ glvs: states.map(renderState) }),
    },
  },
})
