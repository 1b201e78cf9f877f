/** The clients of a session and how they cope with failures, judged as in a rehearsal. */
import * as z from '../../kit/zod.js'
import { base, network } from '../../scenario/values.js'
import type { Session } from '../../session/session.js'

const loadClients = () => import('../../session/journal/clients.js')

/** Bounds the time that a call takes. */
const MAX_RECORDS = 2000

const client = z.strictObject({
  userAgent: z.string().nullable(),
  address: z.string().nullable().meta({ description: 'As in the journal' }),
  requests: z.int(),
  perSecond: z.number().meta({ description: 'Requests per real second over the last five seconds' }),
  bases: z.array(z.strictObject({ network, base })).meta({ description: 'In order of first use' }),
  failed: z.int().meta({ description: 'Requests without an answer, or with an error' }),
  flawed: z.int().meta({ description: 'Answers with old, partial or false data' }),
  retries: z.int().meta({ description: 'Repeated requests to a base that had just failed' }),
  failovers: z.int().meta({ description: 'Requests to another base after a failure' }),
  honoured: z.int().meta({ description: 'Replies with Retry-After that it waited for' }),
  ignored: z.int().meta({ description: 'Replies with Retry-After that it did not wait for' }),
  longestMs: z.number().meta({
    description: 'Longest time without a good reply to one network and endpoint; 0 if all were good',
  }),
  last: z.int().meta({ description: 'Number of its last request' }),
})

export const clientsReply = z.strictObject({
  clients: z.array(client),
  since: z.int().meta({ description: 'Number of the first request that counts; 0 without any' }),
})

export async function clientsIn(session: Session): Promise<z.output<typeof clientsReply>> {
  const { clientsOf } = await loadClients()
  const { journal } = session
  const lines = journal.lines().slice(-MAX_RECORDS)
  const now = { atMs: session.nowMs(), realMs: journal.realMs() }
  return {
    clients: clientsOf(lines, now).map((one) => ({ ...one, bases: [...one.bases] })),
    since: lines[0]?.n ?? 0,
  }
}
