import * as z from 'zod'
import { defineEndpoint } from './define.js'

export const uiFlags = defineEndpoint({
  id: 'ui-flags',
  path: '/ui-flags/v2',
  isBeyond: true,
  about: 'what the web app shows or hides, by name: empty',
  params: {},
  windowMs: () => 0,
  timeoutMs: 60_000,
  facts: () => ({}),
  dialects: {
    documented: { schema: () => z.record(z.string(), z.unknown()), render: (facts) => facts },
  },
})
