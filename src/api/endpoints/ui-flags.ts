import * as z from 'zod'
import { defineEndpoint } from './define.js'

export const uiFlags = defineEndpoint({
  id: 'ui-flags',
  path: '/ui-flags/v2',
  isBeyond: true,
  about: 'feature flags of the web app: none set',
  windowMs: () => 0,
  facts: () => ({}),
  documented: { schema: () => z.record(z.string(), z.unknown()) },
})
