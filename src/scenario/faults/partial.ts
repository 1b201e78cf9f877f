import * as z from 'zod'
import type { Layout } from '../../api/endpoints/define.js'
import { fieldsOf, layoutOf, rowLayouts, withRows } from '../../api/endpoints/layout.js'
import type { Network } from '../../market/catalogue/types.js'
import { defineFault } from '../define.js'
import { percentOf, share, shortText } from '../values.js'

/**
 * An incomplete list: the first share of its rows, rounded down (0: none), or without the named tokens (by symbol) and markets (by name or
 * market token). Candles have no names, so `omit` does not apply to them.
 */
export const partial = defineFault({
  key: 'partial',
  about: 'an incomplete list: the first share of its rows, or without some tokens and markets',
  examples: ['{ partial: 0.5 }', '{ partial: { omit: [ETH, "BTC/USD [BTC-USDC]"] } }'],
  shape: () => ({
    partial: z.union([share, z.strictObject({ omit: z.array(shortText).min(1) })], {
      error: 'write a share such as 0.5, or omit with a list of tokens and markets',
    }),
  }),
  inWords: ({ partial }) =>
    typeof partial === 'number'
      ? `sends only the first ${percentOf(partial)} of the list`
      : `leaves out ${partial.omit.join(', ')}`,
  acts: ({ partial }, endpoint, dialect) =>
    rowLayouts(layoutOf(endpoint, dialect)).some(
      (row) => typeof partial === 'number' || fieldsOf(row).some(isName),
    ),
  outcomeClass: 'wrong',
  flaw: 'partial',
  stage: {
    on: 'edit',
    edit(body, { partial }, { network, layout }) {
      if (typeof partial === 'number')
        return withRows(body, layout, (rows) => rows.slice(0, Math.floor(rows.length * partial)))
      const names = namesOf(partial.omit, network)
      return withRows(body, layout, (rows, row) => rows.filter((fields) => !isNamed(fields, row, names)))
    },
  },
})

/** All names of the given tokens and markets in rows; addresses in lower case. */
function namesOf(words: readonly string[], { markets }: Network): ReadonlySet<string> {
  const addresses = words.flatMap((word) =>
    markets.filter(({ name }) => name === word).map(({ marketToken }) => marketToken.toLowerCase()),
  )
  return new Set([...words.map((word) => (word.startsWith('0x') ? word.toLowerCase() : word)), ...addresses])
}

function isName([, { role }]: readonly [string, Layout]): boolean {
  return role === 'name' || role === 'key'
}

function isNamed(fields: unknown, row: Layout, names: ReadonlySet<string>): boolean {
  const words = fieldsOf(row)
    .filter(isName)
    .map(([name]) => (fields as Readonly<Record<string, unknown>>)[name])
  return words.some((word) => typeof word === 'string' && (names.has(word) || names.has(word.toLowerCase())))
}
