import * as z from 'zod'
import { withoutUndefined } from '../../kit/maps.js'
import { OUTCOME_CLASSES } from '../../kit/outcome-class.js'
import { base, duration, network } from '../../scenario/values.js'
import { pausesIn } from '../../session/clients/retry-after.js'
import { ControlError, draining } from '../../session/control-errors.js'
import { MAX_LINES } from '../../session/journal/lines.js'
import { defineCall, whole } from './define.js'
import { match, queryFilter } from './entry-filter.js'
import { exchangeOf, exchangeReply } from './exchange.js'
import {
  changesReply,
  entryReply,
  journalChanges,
  markOf,
  reasonedReply,
  reasonsOf,
  USUAL_CHANGES,
} from './journal-replies.js'
import { MAX_WAITS } from './watchers.js'

const pauseReply = z.strictObject({
  after: entryReply.describe('The request answered with Retry-After'),
  retryAfterMs: z.number(),
  next: entryReply
    .nullable()
    .describe('The next request of this client for the same query, sent after it had seen that reply'),
  waitedMs: z.number().nullable().describe('Virtual or real ms, whichever is longer'),
})
const countReply = z.strictObject({ count: z.int() })

const MAX_WAIT_MS = 10 * 60_000
const USUAL_LIMIT = 1000
const limit = whole(1, MAX_LINES).optional().describe(`${USUAL_LIMIT} by default`)

/** The newest `limit` of `all`, with a hint if there are more. */
const newest = <Item>(all: readonly Item[], limit: number, hint: string) => ({
  items: all.slice(-limit),
  more: all.length > limit ? { more: hint } : {},
})
const more = z.string().optional().describe('How to get the other kept ones')

const numberOf = (n: string): number => (/^\d{1,15}$/.test(n) ? Number(n) : 0)

export const journalCalls = [
  defineCall('GET /journal', {
    about: 'The newest entries, newest last, of at most 10,000 kept. Excludes preflights unless requested.',
    reads: ['journal'],
    query: z.strictObject({ ...queryFilter, since: whole(0, 1e15).optional(), limit }),
    reply: z.strictObject({ entries: z.array(entryReply), more }),
    run: ({ session, query: { since, limit = USUAL_LIMIT, ...filter } }) => {
      const found = session.journal.entries(withoutUndefined(filter), since, limit + 1)
      const { items, more } = newest(
        found,
        limit,
        `the newest ${limit} only: write limit=${MAX_LINES} for all that are kept, or add a filter`,
      )
      return { entries: items, ...more }
    },
  }),
  defineCall('GET /journal/changes', {
    about:
      'New and changed entries since an earlier reply, by its cursor; the newest ones without a cursor. Excludes preflights.',
    reads: ['journal'],
    query: z.strictObject({
      cursor: z.string().max(200).optional(),
      limit: whole(1, MAX_LINES).optional().describe(`${USUAL_CHANGES} by default`),
    }),
    reply: changesReply,
    run({ session, query: { cursor, limit = USUAL_CHANGES } }) {
      const since = cursor === undefined ? undefined : markOf(cursor)
      const { mark: _, ...changes } = journalChanges(session, since, limit)
      return changes
    },
  }),
  defineCall('GET /journal/pauses', {
    about: 'Every reply with a Retry-After in seconds, oldest first, and how long the client waited.',
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
  defineCall('GET /journal/count', {
    about:
      'Exact number of requests, evicted ones included; by connection, address, userAgent or requestId, of kept entries.',
    reads: ['journal'],
    query: z.strictObject(queryFilter),
    reply: countReply,
    run: ({ session, query }) => ({ count: session.journal.count(withoutUndefined(query)) }),
  }),
  defineCall('GET /journal/history', {
    about:
      'Requests per base, outcome and second of virtual time, evicted ones included, except with a store. Excludes preflights.',
    reads: ['journal'],
    reply: z.strictObject({
      stepMs: z.number().describe('Length of a step: 1000, and longer in long sessions'),
      series: z.array(
        z.strictObject({
          network,
          base,
          met: z.enum(OUTCOME_CLASSES).describe('Outcome for the client'),
          steps: z
            .array(z.tuple([z.number(), z.int()]))
            .describe('Virtual ms since 1970 at the start of a step, and its requests; oldest first'),
        }),
      ),
    }),
    run({ session }) {
      const { stepMs, series } = session.journal.steps()
      return {
        stepMs,
        series: series.map(({ counts, ...of }) => ({
          ...of,
          steps: [...counts]
            .filter(([, count]) => count > 0)
            .sort(([a], [b]) => a - b)
            .map(([step, count]): [number, number] => [step * stepMs, count]),
        })),
      }
    },
  }),
  defineCall('POST /journal/wait', {
    about: 'Waits until that many requests were received; 408 after the timeout (real time).',
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
      const filter = withoutUndefined(match)
      const stopping = new AbortController()
      const callOff = control.watchers.onStop(() => stopping.abort())
      const signals = [gone, AbortSignal.timeout(timeout), stopping.signal]
      const reached = await session.journal.waitFor(filter, count, ...signals).finally(callOff)
      const seen = session.journal.count(filter)
      if (reached) return { count: seen }
      if (stopping.signal.aborted) throw draining()
      throw new ControlError('not-in-time', `${seen} of ${count} requests were received in time`)
    },
  }),
  defineCall('GET /journal/:n', {
    about: 'One entry, and for each rule of the scenario at the time why it fired or did not.',
    reads: ['journal', 'rules'],
    reply: reasonedReply,
    errors: ['no-such-entry'],
    run: ({ session, params: { n } }) => reasonsOf(session, numberOf(n)),
  }),
  defineCall('GET /journal/:n/exchange', {
    about: 'Headers and body of a request, kept while a client watches the session.',
    reads: ['journal'],
    reply: exchangeReply,
    errors: ['no-such-entry'],
    run: ({ session, params: { n } }) => exchangeOf(session, numberOf(n)),
  }),
  defineCall('DELETE /journal', {
    about: 'Clears entries and counts.',
    changes: true,
    reply: countReply,
    run({ session }) {
      session.journal.clear()
      return { count: 0 }
    },
  }),
]
