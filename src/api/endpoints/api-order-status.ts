import * as z from '../../kit/zod.js'
import { defineEndpoint } from './define.js'

const UNKNOWN = {
  requestId: '',
  status: 'relay_failed',
  error: { code: 'NOT_FOUND', message: 'the request is unknown: gmx-sim takes no orders' },
} as const

export const apiOrderStatus = defineEndpoint({
  id: 'api-order-status',
  generation: 2,
  path: '/v1/orders/txns/status',
  about: 'status of an order request: always unknown',
  takes: { maxBytes: 1 << 20 },
  windowMs: () => 0,
  facts: () => UNKNOWN,
  documented: {
    schema: () =>
      z.strictObject({
        requestId: z.string(),
        status: z.literal('relay_failed'),
        error: z.strictObject({ code: z.string(), message: z.string() }),
      }),
  },
})
