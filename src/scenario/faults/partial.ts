import * as z from 'zod'
import { layoutOf, rowLayouts, withRows } from '../../api/endpoints/layout.js'
import { defineFault } from '../define.js'
import { hasNamedRows, isNamedBy, only, rowNames } from '../named-rows.js'
import { percentOf, share } from '../values.js'

/**
 * An incomplete list: the first share of its rows, rounded down (0: none), or without the named tokens (by symbol) and markets (by name or
 * market token). Candles have no names, so `omit` does not apply to them.
 */
export const partial = defineFault({
  key: 'partial',
  about: 'an incomplete list: the first share of its rows, or without some tokens and markets',
  examples: ['{ partial: 0.5 }', '{ partial: { omit: [ETH, "BTC/USD [BTC-USDC]"] } }'],
  shape: () => ({
    partial: z.union([share, z.strictObject({ omit: rowNames })], {
      error: 'write a share such as 0.5, or omit with a list of tokens and markets',
    }),
    only: only(),
  }),
  inWords: ({ partial }) =>
    typeof partial === 'number'
      ? `sends only the first ${percentOf(partial)} of the list`
      : `leaves out ${partial.omit.join(', ')}`,
  acts({ partial }, endpoint, dialect) {
    const layout = layoutOf(endpoint, dialect)
    return typeof partial === 'number' ? rowLayouts(layout).length > 0 : hasNamedRows(layout)
  },
  outcomeClass: 'wrong',
  flaw: 'partial',
  stage: {
    on: 'edit',
    edit(body, { partial }, { network, layout }) {
      if (typeof partial === 'number')
        return withRows(body, layout, (rows) => rows.slice(0, Math.floor(rows.length * partial)))
      const isOmitted = isNamedBy(partial.omit, network)
      return withRows(body, layout, (rows, row, keys) =>
        rows.filter((fields, index) => !isOmitted(fields, row, keys?.[index])),
      )
    },
  },
})
