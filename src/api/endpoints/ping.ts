import * as z from '../../kit/zod.js'
import { defineEndpoint } from './define.js'

export const ping = defineEndpoint({
  id: 'ping',
  path: '/ping',
  about: 'health check',
  params: {},
  windowMs: () => 0,
  timeoutMs: 60_000,
  facts: () => ({ ok: true }),
  dialects: {
    documented: { schema: () => z.strictObject({ ok: z.literal(true) }), render: (facts) => facts },
  },
})
