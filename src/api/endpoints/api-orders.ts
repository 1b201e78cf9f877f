import * as z from 'zod'
import { defineEndpoint, param } from './define.js'

const ADDRESS = /^0x[0-9a-fA-F]{40}$/

/** Of reads of an account: none has a position or an order here. */
export const account = param({
  format: {
    parse: (text: string) => (ADDRESS.test(text) ? text : undefined),
    described: { type: 'string' },
  },
  required: true,
  about: 'the account: 0x and 40 hexadecimal digits',
  example: '0x0000000000000000000000000000000000000001',
})

export const emptyList = {
  schema: () => z.array(z.strictObject({})).max(0).meta({ tsType: 'readonly never[]' }),
}

/** No account trades here. */
export const noTrades = {
  windowMs: () => 0,
  facts: () => ({ trades: [], nextCursor: null, hasMore: false }),
  documented: {
    schema: () =>
      z.strictObject({
        trades: z.array(z.strictObject({})).max(0),
        nextCursor: z.null(),
        hasMore: z.literal(false),
      }),
  },
}

export const apiOrders = defineEndpoint({
  id: 'api-orders',
  generation: 2,
  path: '/v1/orders',
  about: 'orders of an account: none',
  params: { address: account },
  windowMs: () => 0,
  facts: () => [],
  documented: emptyList,
})
