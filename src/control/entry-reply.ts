/** A journal entry in replies. */
import * as z from 'zod'
import { OUTCOME_CLASSES } from '../core/outcome-class.js'
import { base, network } from '../scenario/values.js'

export const entryReply = z
  .strictObject({
    n: z.int().meta({ description: '1 for the first request, and so on' }),
    at: z.iso.datetime().meta({ description: 'Virtual time of arrival' }),
    network: network.nullable().meta({ description: 'Null for a request that came to no base address' }),
    base: base.nullable(),
    endpoint: z.string().nullable().meta({ description: 'Null for a path that is no endpoint' }),
    method: z.string(),
    url: z
      .string()
      .meta({ description: 'Path and query below the base address, at most 2048 characters of it' }),
    urlLength: z.int().meta({ description: 'How many characters it had' }),
    rule: z.string().nullable().meta({ description: 'The rule that decided, if any' }),
    status: z.int().nullable().meta({ description: 'Null where none is ever sent' }),
    outcome: z.string().meta({
      description: '`ok`, `error`, the fault that struck, or `nowhere`: it came to no base address',
    }),
    met: z.enum(OUTCOME_CLASSES).meta({ description: 'What its client met' }),
    ms: z.int().nullable().meta({ description: 'Real time until the reply had left; null while it has not' }),
    goneMs: z.int().nullable().meta({
      description:
        'Real time until its client had gone away while its reply was held back; null where it has not',
    }),
    connection: z
      .int()
      .nullable()
      .meta({ description: 'Which connection it came over, from 1; null for a request made in process' }),
    userAgent: z.string().nullable().meta({ description: 'That header, at most 200 characters of it' }),
    requestId: z
      .string()
      .nullable()
      .meta({ description: 'The header x-request-id, at most 200 characters of it' }),
  })
  .meta({ tsName: 'Entry' })
