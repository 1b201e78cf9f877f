import * as z from 'zod'
import type { Layout } from '../../api/endpoints/define.js'
import { fieldsOf, layoutOf, mapRowLayouts, rowLayouts, withRows } from '../../api/endpoints/layout.js'
import { tokensNamed } from '../../market/catalogue/sdk-names.js'
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
  acts({ partial }, endpoint, dialect) {
    const layout = layoutOf(endpoint, dialect)
    const rows = rowLayouts(layout)
    if (typeof partial === 'number') return rows.length > 0
    return mapRowLayouts(layout).length > 0 || rows.some((row) => fieldsOf(row).some(isName))
  },
  outcomeClass: 'wrong',
  flaw: 'partial',
  stage: {
    on: 'edit',
    edit(body, { partial }, { network, layout }) {
      if (typeof partial === 'number')
        return withRows(body, layout, (rows) => rows.slice(0, Math.floor(rows.length * partial)))
      const names = namesOf(partial.omit, network)
      return withRows(body, layout, (rows, row, keys) =>
        rows.filter(
          (fields, index) => !isNamed(fields, row, names) && !(keys && names.has(keys[index].toLowerCase())),
        ),
      )
    },
  },
})

/** All names of the given tokens and markets in rows of either generation; addresses in lower case. */
function namesOf(words: readonly string[], network: Network): ReadonlySet<string> {
  const { tokens, markets } = network
  const symbols = new Set(tokens.map(({ symbol }) => symbol))
  const names = words.flatMap((word) => [
    word.startsWith('0x') ? word.toLowerCase() : word,
    ...markets
      .filter(({ name, sdkName }) => name === word || sdkName === word)
      .map(({ marketToken }) => marketToken.toLowerCase()),
    ...tokens.filter(({ symbol }) => symbol === word).map(({ address }) => address.toLowerCase()),
    ...(symbols.has(word) ? [] : tokensNamed(word, network).map(({ symbol }) => symbol)),
  ])
  return new Set(names)
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
