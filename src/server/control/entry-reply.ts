/** A journal entry in replies. */

import { OUTCOME_CLASSES } from '../../kit/outcome-class.js'
import * as z from '../../kit/zod.js'
import { base, network } from '../../scenario/values.js'

export const entryReply = z.strictObject({
  n: z.int().meta({ description: 'Sequence number from 1' }),
  at: z.iso.datetime().meta({ description: 'Virtual time of arrival' }),
  network: network.nullable().meta({ description: 'Null outside any base address' }),
  base: base.nullable(),
  endpoint: z.string().nullable().meta({ description: 'Null for unknown paths' }),
  method: z.string(),
  url: z.string().meta({ description: 'Path and query below the base address, at most 2048 characters' }),
  urlLength: z.int().meta({ description: 'Full length in characters' }),
  rule: z.string().nullable().meta({ description: 'The rule that fired, if any' }),
  status: z.int().nullable().meta({ description: 'Null if none is sent' }),
  outcome: z.string().meta({
    description: '`ok`, `error`, the fault that acted, or `nowhere` outside any base address',
  }),
  met: z.enum(OUTCOME_CLASSES).meta({ description: 'Outcome for the client' }),
  ms: z.int().nullable().meta({ description: 'Real ms until the reply left; null before' }),
  goneMs: z.int().nullable().meta({
    description: 'Real ms until the client disconnected while its reply was held; null otherwise',
  }),
  connection: z
    .int()
    .nullable()
    .meta({ description: 'Connection number from 1; null for in-process requests' }),
  address: z.string().nullable().meta({
    description: 'IP address of the client, or of a proxy in between; null for in-process requests',
  }),
  userAgent: z.string().nullable().meta({ description: 'The User-Agent header, at most 200 characters' }),
  requestId: z.string().nullable().meta({ description: 'The X-Request-Id header, at most 200 characters' }),
})
