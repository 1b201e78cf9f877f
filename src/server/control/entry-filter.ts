/** Filters of journal entries, in bodies and queries. */

import * as z from 'zod'
import { ROUTED } from '../../api/endpoints/index.js'
import { base, network } from '../../scenario/values.js'
import { whole } from './define.js'

const ENDPOINT_IDS = ROUTED.map(({ id }) => id) as [string, ...string[]]

const filterShape = {
  network: network.optional(),
  base: base.optional(),
  endpoint: z.enum(ENDPOINT_IDS).optional(),
  rule: z.string().optional(),
  method: z.string().optional(),
  outcome: z.string().optional(),
  userAgent: z.string().optional(),
  requestId: z.string().optional(),
  address: z.string().optional(),
}
export const queryFilter = {
  ...filterShape,
  status: whole(100, 599).optional(),
  connection: whole(1, 1e15).optional(),
  preflights: z
    .enum(['true', 'false'])
    .transform((word) => word === 'true')
    .optional(),
}

export const match = z.strictObject({
  ...filterShape,
  status: z.int().min(100).max(599).optional(),
  connection: z.int().min(1).optional(),
  preflights: z.boolean().optional(),
})
