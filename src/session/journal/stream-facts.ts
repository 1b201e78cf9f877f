/** The facts that a journal entry has of the stream that its request opened. */
import * as z from 'zod'
import type { StreamFacts } from './entry.js'

/** Declares `StreamFacts`. */
export const streamFacts = z.strictObject({
  openMs: z.int().nullable().describe('Real ms from its handshake to its end; null while it is open'),
  sent: z.int().describe('Frames to the client; of an open stream, as of the last change'),
  received: z.int().describe('Frames from the client, likewise'),
  channels: z.array(z.string()).describe('Subscribed channels'),
  faults: z
    .array(
      z.strictObject({
        rule: z.string(),
        fault: z.string(),
        fromMs: z.number().describe('Virtual ms since 1970'),
        untilMs: z.number().nullable().describe('Likewise; null while it acts'),
      }),
    )
    .describe('Rules that acted on it, in order; the first 20'),
  closed: z
    .strictObject({ code: z.int().describe('Close code'), side: z.enum(['client', 'server']) })
    .nullable()
    .describe('Null while it is open'),
}) satisfies z.ZodType<StreamFacts>
