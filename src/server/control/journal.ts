import { ENDPOINTS } from '../../api/endpoints/index.js'
import { ControlError, draining } from '../../kit/errors.js'
import * as z from '../../kit/zod.js'
import { base, duration, network } from '../../scenario/values.js'
import type { EntryFilter } from '../../session/journal/entry.js'
import { MAX_LINES } from '../../session/journal/lines.js'
import { pausesIn } from '../../session/journal/retry-after.js'
import { defineCall } from './define.js'
import { entryReply } from './entry-reply.js'
import { exchangeOf, exchangeReply } from './exchange.js'
import { changesReply, journalChanges, markOf, USUAL_CHANGES } from './journal-changes.js'
import { reasonedReply, reasonsOf } from './journal-entry.js'
import { MAX_WAITS } from './watchers.js'

const ENDPOINT_IDS = ENDPOINTS.map(({ id }) => id) as [string, ...string[]]

const whole = (least: number, most: number) => z.coerce.number().int().min(least).max(most)

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
const queryFilter = {
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

const toFilter = (given: z.output<typeof match>): EntryFilter =>
  Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined))

const pauseReply = z.strictObject({
  after: entryReply.meta({ description: 'The request answered with Retry-After' }),
  retryAfterMs: z.number(),
  next: entryReply.nullable().meta({
    description: 'The next request of this client for the same query, sent after it had seen that reply',
  }),
  waitedMs: z.number().nullable().meta({ description: 'Virtual or real ms, whichever is longer' }),
})
const countReply = z.strictObject({ count: z.int() })

const MAX_WAIT_MS = 10 * 60_000
const USUAL_LIMIT = 1000
const limit = whole(1, MAX_LINES)
  .optional()
  .meta({ description: `${USUAL_LIMIT} by default` })

function aborted(signal: AbortSignal): Promise<false> {
  return new Promise((resolve) => signal.addEventListener('abort', () => resolve(false), { once: true }))
}

/** The newest `limit` of `all`, with a hint if there are more. */
const newest = <Item>(all: readonly Item[], limit: number, hint: string) => ({
  items: all.slice(-limit),
  more: all.length > limit ? { more: hint } : {},
})
const lost = z
  .array(z.strictObject({ replica: z.string(), since: z.iso.datetime() }))
  .optional()
  .meta({
    description:
      'Replicas lost since the journal began, with the real time of their last sign of life: their last 5 ms of entries may be missing',
  })
const more = z.string().optional().meta({ description: 'How to get the other kept ones' })

const numberOf = (n: string): number => (/^\d{1,15}$/.test(n) ? Number(n) : 0)

export const journalCalls = [
  defineCall({
    method: 'GET',
    path: '/journal',
    about:
      'The newest entries, newest last; the last 10,000 are kept, fewer if many sessions have many. Excludes preflights unless requested by method or `preflights`.',
    perSession: true,
    reads: ['journal'],
    query: z.strictObject({ ...queryFilter, since: whole(0, 1e15).optional(), limit }),
    reply: z.strictObject({ entries: z.array(entryReply), more, lost }),
    run: ({ session, query: { since, limit = USUAL_LIMIT, ...filter } }) => {
      const found = session.journal.entries(toFilter(filter), since, limit + 1)
      const { items, more } = newest(
        found,
        limit,
        `the newest ${limit} only: write limit=${MAX_LINES} for all that are kept, or add a filter`,
      )
      const lost = session.journal.lost?.map(({ replica, sinceMs }) => ({
        replica,
        since: new Date(sinceMs).toISOString(),
      }))
      return { entries: items, ...more, ...(lost?.length && { lost }) }
    },
  }),
  defineCall({
    method: 'GET',
    path: '/journal/changes',
    about:
      'Changes since an earlier reply, by its cursor: new entries, replies that left, clients that disconnected. The newest entries without a cursor. Excludes preflights.',
    perSession: true,
    reads: ['journal'],
    query: z.strictObject({
      cursor: z.string().max(200).optional(),
      limit: whole(1, MAX_LINES)
        .optional()
        .meta({ description: `${USUAL_CHANGES} by default` }),
    }),
    reply: changesReply,
    run({ session, query: { cursor, limit = USUAL_CHANGES } }) {
      const since = cursor === undefined ? undefined : markOf(cursor)
      const { mark: _, ...changes } = journalChanges(session, since, limit)
      return changes
    },
  }),
  defineCall({
    method: 'GET',
    path: '/journal/pauses',
    about: 'Every reply with a Retry-After in seconds, oldest first, and how long the client waited.',
    perSession: true,
    reads: ['journal'],
    query: z.strictObject({ limit }),
    reply: z.strictObject({ pauses: z.array(pauseReply), more }),
    run: ({ session, query: { limit = USUAL_LIMIT } }) => {
      const { items, more } = newest(
        pausesIn(session.journal.lines()),
        limit,
        `the newest ${limit} only: write limit=${MAX_LINES} for all that are kept`,
      )
      return { pauses: items, ...more }
    },
  }),
  defineCall({
    method: 'GET',
    path: '/journal/count',
    about:
      'Exact number of requests, including those whose entries were evicted; filters by connection, address, userAgent and requestId count kept entries only.',
    perSession: true,
    reads: ['journal'],
    query: z.strictObject(queryFilter),
    reply: countReply,
    run: ({ session, query }) => ({ count: session.journal.count(toFilter(query)) }),
  }),
  defineCall({
    method: 'POST',
    path: '/journal/wait',
    about: 'Waits until that many requests were received; 408 after the timeout (real time).',
    perSession: true,
    reads: ['journal'],
    body: z.strictObject({
      match: match.optional(),
      count: z.int().min(1).optional(),
      timeout: duration
        .refine((ms) => ms <= MAX_WAIT_MS, { error: 'write a duration of at most 10m' })
        .optional(),
    }),
    example: { match: { endpoint: 'tickers' }, count: 1, timeout: '5s' },
    reply: countReply,
    errors: ['not-in-time', 'too-many-waits', 'draining'],
    async run({ session, control, body: { match = {}, count = 1, timeout = 5000 }, gone }) {
      if (session.journal.waiting >= MAX_WAITS)
        throw new ControlError('too-many-waits', `${MAX_WAITS} calls already wait for this journal`)
      const filter = toFilter(match)
      const stopping = new AbortController()
      const callOff = control.watchers.onStop(() => stopping.abort())
      const signals = [gone, AbortSignal.timeout(timeout), stopping.signal]
      const waiting = session.journal.waitFor(filter, count, ...signals).finally(callOff)
      // While stopping, the counts of other replicas no longer matter.
      const reached = await Promise.race([waiting, aborted(stopping.signal)])
      const seen = session.journal.count(filter)
      if (reached) return { count: seen }
      if (stopping.signal.aborted) throw draining()
      throw new ControlError('not-in-time', `${seen} of ${count} requests were received in time`)
    },
  }),
  defineCall({
    method: 'GET',
    path: '/journal/:n',
    about:
      'One entry, with each rule of the scenario at the time: whether it fired, for which match, and why or why not.',
    perSession: true,
    reads: ['journal', 'rules'],
    reply: reasonedReply,
    errors: ['no-such-entry'],
    run: ({ session, params: { n } }) => reasonsOf(session, numberOf(n)),
  }),
  defineCall({
    method: 'GET',
    path: '/journal/:n/exchange',
    about: 'Headers and body of a request, kept while a client watches the session.',
    perSession: true,
    reads: ['journal'],
    reply: exchangeReply,
    errors: ['no-such-entry'],
    run: ({ session, params: { n } }) => exchangeOf(session, numberOf(n)),
  }),
  defineCall({
    method: 'DELETE',
    path: '/journal',
    about: 'Clears entries and counts.',
    perSession: true,
    changes: true,
    reply: countReply,
    run({ session }) {
      session.journal.clear()
      return { count: 0 }
    },
  }),
]
