import * as z from 'zod'
import { defineEndpoint } from './define.js'

export const ping = defineEndpoint({
  id: 'ping',
  path: '/ping',
  about: 'health check',
  windowMs: () => 0,
  facts: () => ({ ok: true }),
  documented: { schema: () => z.strictObject({ ok: z.literal(true) }) },
})
