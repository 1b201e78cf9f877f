import * as z from '../../kit/zod.js'
import { defineEndpoint } from './define.js'

export const uiFlags = defineEndpoint({
  id: 'ui-flags',
  path: '/ui-flags/v2',
  isBeyond: true,
  about: 'feature flags of the web app: none set',
  params: {},
  windowMs: () => 0,
  timeoutMs: 60_000,
  facts: () => ({}),
  dialects: {
    documented: { schema: () => z.record(z.string(), z.unknown()), render: (facts) => facts },
  },
})
