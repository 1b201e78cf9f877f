/** Reads of an account: none has a position or an order here. */
import * as z from '../../kit/zod.js'
import { defineEndpoint, param, trueOrFalse } from './define.js'

const ADDRESS = /^0x[0-9a-fA-F]{40}$/

const address = param({
  format: {
    parse: (text: string) => (ADDRESS.test(text) ? text : undefined),
    described: { type: 'string' },
  },
  required: true,
  about: 'the account: 0x and 40 hexadecimal digits',
  example: '0x0000000000000000000000000000000000000001',
})

const emptyList = {
  schema: () => z.array(z.strictObject({})).max(0).meta({ tsType: 'readonly never[]' }),
  render: () => [],
}

export const apiPositions = defineEndpoint({
  id: 'api-positions',
  generation: 2,
  path: '/v1/positions',
  about: 'positions of an account: none',
  params: {
    address,
    includeRelatedOrders: param({ format: trueOrFalse, about: 'whether to add the orders of each position' }),
  },
  windowMs: () => 0,
  facts: () => [],
  documented: emptyList,
})

export const apiOrders = defineEndpoint({
  id: 'api-orders',
  generation: 2,
  path: '/v1/orders',
  about: 'orders of an account: none',
  params: { address },
  windowMs: () => 0,
  facts: () => [],
  documented: emptyList,
})
