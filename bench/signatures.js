/** Signed prices compared with their signatures alone, by the same library. */
import { signRecoverable } from 'tiny-secp256k1'
import { builderOf, checked } from './replies.js'
import { interleaved, median, medianRatio } from './rounds.js'
import { beside } from './table.js'

const ROWS = 125
const START_MS = Date.parse('2026-03-01T12:00:00Z')
const KEY = new Uint8Array(32).fill(7)
const LIMITS = { warmUp: 5, rounds: 25, budgetMs: 8000 }

/** @param {import('./bundle.js').Internals} internals */
export async function measureSignatures({ loadCatalogue, createWorlds, ENDPOINTS }) {
  const build = builderOf(ENDPOINTS, 'signed-prices')
  if (build === undefined) throw new Error('there are no signed prices')
  const world = createWorlds({ seed: 'bench', catalogue: loadCatalogue(), priceFormat: 'full' })('arbitrum')
  checked(await build(world, START_MS - 1000), ROWS)
  const digest = new Uint8Array(32)
  const [ours, bare] = await interleaved(
    [
      { run: (_, round) => build(world, START_MS + round * 1000) },
      {
        run(_, round) {
          for (let i = 0; i < 2 * ROWS; i++) {
            digest[0] = i
            digest[1] = round
            signRecoverable(digest, KEY)
          }
        },
      },
    ],
    LIMITS,
  )
  const value = median(ours)
  const other = median(bare)
  const otherName = `${2 * ROWS} signatures of tiny-secp256k1`
  return [
    beside(
      '125 signed prices, next second',
      { value, other, ratio: medianRatio(ours, bare), unit: 'ms', otherName },
      { most: 2 },
    ),
  ]
}
