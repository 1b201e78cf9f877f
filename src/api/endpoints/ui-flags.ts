import * as z from 'zod'
import type { Flags } from '../../market/catalogue/types.js'
import { defineEndpoint } from './define.js'

/** By which the web app reads the second generation. */
const LIVE: Flags = {
  apiMarkets: true,
  apiPositions: true,
  apiOrders: true,
  api100: true,
  wsPrices: true,
  wsCandles: true,
}

const schema = () => z.record(z.string(), z.unknown())
const render = (flags: Flags) =>
  Object.fromEntries(Object.entries(flags).map(([name, enabled]) => [name, { enabled }]))

export const uiFlags = defineEndpoint({
  id: 'ui-flags',
  path: '/ui-flags/v2',
  isBeyond: true,
  about:
    'feature flags of the web app: those of the catalogue; observed: also those of the second generation',
  windowMs: () => 0,
  facts: ({ network }) => network.flags,
  documented: { schema, render },
  observed: { schema, render: (flags) => render({ ...LIVE, ...flags }) },
})
