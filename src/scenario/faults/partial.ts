import * as z from 'zod'
import type { Network } from '../../catalogue/types.js'
import { defineFault } from '../define.js'
import { isFields, withRows } from '../rows.js'
import { percentOf, share } from '../values.js'

/**
 * A shorter list: the first share of its rows, rounded down (0: none), or all but those of the named tokens (by symbol)
 * and markets (by name or market token). What has no list stays as it is; candles bear no name, so `omit` takes none.
 */
export const partial = defineFault({
  key: 'partial',
  about: 'a shorter list: the first share of the rows, or all but those of some tokens and markets',
  examples: ['{ partial: 0.5 }', '{ partial: { omit: [ETH, "BTC/USD [BTC-USDC]"] } }'],
  shape: () => ({
    partial: z.union([share, z.strictObject({ omit: z.array(z.string()).min(1) })], {
      error: 'write a share such as 0.5, or omit with a list of tokens and markets',
    }),
  }),
  inWords: ({ partial }) =>
    typeof partial === 'number'
      ? `tells only the first ${percentOf(partial)} of the list`
      : `leaves out ${partial.omit.join(', ')}`,
  stage: {
    on: 'edit',
    edit(body, { partial }, { network }) {
      if (typeof partial === 'number')
        return withRows(body, (rows) => rows.slice(0, Math.floor(rows.length * partial)))
      const names = namesOf(partial.omit, network)
      return withRows(body, (rows) => rows.filter((row) => !isNamed(row, names)))
    },
  },
})

/** All that the words may be called in a row: addresses in small letters, and those of markets that are named. */
function namesOf(words: readonly string[], { markets }: Network): ReadonlySet<string> {
  const addresses = words.flatMap((word) =>
    markets.filter(({ name }) => name === word).map(({ marketToken }) => marketToken.toLowerCase()),
  )
  return new Set([...words.map((word) => (word.startsWith('0x') ? word.toLowerCase() : word)), ...addresses])
}

function isNamed(row: unknown, names: ReadonlySet<string>): boolean {
  if (!isFields(row)) return false
  const { tokenSymbol, symbol, name, marketToken, marketAddress } = row
  const words = [tokenSymbol, symbol, name, marketToken, marketAddress].filter(
    (word) => typeof word === 'string',
  )
  return words.some((word) => names.has(word) || names.has(word.toLowerCase()))
}
