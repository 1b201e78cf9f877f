import * as z from 'zod'
import { BASES, NETWORKS } from '../catalogue/networks.js'
import { ControlError } from '../core/errors.js'
import { ENDPOINTS } from '../endpoints/index.js'
import type { JournalFilter } from '../journal/entry.js'
import { duration } from '../scenario/values.js'
import { defineCall } from './define.js'

const ENDPOINT_IDS = ENDPOINTS.map(({ id }) => id) as [string, ...string[]]

const whole = (least: number, most: number) => z.coerce.number().int().min(least).max(most)

const filterShape = {
  network: z.enum(NETWORKS).optional(),
  base: z.enum(BASES).optional(),
  endpoint: z.enum(ENDPOINT_IDS).optional(),
  rule: z.string().optional(),
  method: z.string().optional(),
  outcome: z.string().optional(),
}
const queryFilter = { ...filterShape, status: whole(100, 599).optional() }

export const match = z.strictObject({ ...filterShape, status: z.int().min(100).max(599).optional() })

/** Without the keys that were not given. */
const toFilter = (given: z.output<typeof match>): JournalFilter =>
  Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined))

const entryReply = z.strictObject({
  n: z.int().meta({ description: '1 for the first request, and so on' }),
  at: z.iso.datetime().meta({ description: 'Virtual time of arrival' }),
  network: z.enum(NETWORKS),
  base: z.enum(BASES),
  endpoint: z.string().nullable().meta({ description: 'Null for a path that is no endpoint' }),
  method: z.string(),
  url: z.string().meta({ description: 'Path and query below the base address' }),
  rule: z.string().nullable().meta({ description: 'The rule that decided, if any' }),
  status: z.int().nullable().meta({ description: 'Null where none is ever sent' }),
  outcome: z.string().meta({ description: '`ok`, `error`, or the fault that struck' }),
  ms: z.int().nullable().meta({ description: 'Real time until the reply had left; null while it has not' }),
})
const countReply = z.strictObject({ count: z.int() })

/** Of one session, at once. */
const MOST_WAITS = 2000
const MOST_WAIT_MS = 10 * 60_000

export const journalCalls = [
  defineCall({
    method: 'GET',
    path: '/journal',
    about: 'The newest entries, newest last; the last 10,000 are kept.',
    perSession: true,
    query: z.strictObject({
      ...queryFilter,
      since: whole(0, 1e15).optional(),
      limit: whole(1, 10_000).optional(),
    }),
    reply: z.strictObject({ entries: z.array(entryReply) }),
    run: ({ session, query: { since, limit, ...filter } }) => ({
      entries: session.journal.entries(toFilter(filter), since, limit),
    }),
  }),
  defineCall({
    method: 'GET',
    path: '/journal/count',
    about: 'How many requests came, exactly, also those whose entries are no longer kept.',
    perSession: true,
    query: z.strictObject(queryFilter),
    reply: countReply,
    run: ({ session, query }) => ({ count: session.journal.count(toFilter(query)) }),
  }),
  defineCall({
    method: 'POST',
    path: '/journal/wait',
    about: 'Answers as soon as that many requests have come; 408 when they have not in time (real time).',
    perSession: true,
    body: z.strictObject({
      match: match.optional(),
      count: z.int().min(1).optional(),
      timeout: duration
        .refine((ms) => ms <= MOST_WAIT_MS, { error: 'write a duration of at most 10m' })
        .optional(),
    }),
    example: { match: { endpoint: 'tickers' }, count: 1, timeout: '5s' },
    reply: countReply,
    errors: [
      { status: 408, code: 'not-in-time', about: 'that many have not come in time' },
      { status: 429, code: 'too-many-waits', about: 'there are as many waits as there may be' },
    ],
    async run({ session, body: { match = {}, count = 1, timeout = 5000 }, gone }) {
      if (session.journal.waiting >= MOST_WAITS)
        throw new ControlError(
          429,
          'too-many-waits',
          `${MOST_WAITS} calls wait for requests of this session already`,
          'wait for more at once, or give up some',
        )
      const filter = toFilter(match)
      const reached = await session.journal.waitFor(filter, count, gone, AbortSignal.timeout(timeout))
      const seen = session.journal.count(filter)
      if (reached) return { count: seen }
      throw new ControlError(
        408,
        'not-in-time',
        `${seen} of ${count} requests came in time`,
        'see GET journal for what did come',
      )
    },
  }),
  defineCall({
    method: 'DELETE',
    path: '/journal',
    about: 'Clears entries and counts.',
    perSession: true,
    reply: countReply,
    run({ session }) {
      session.journal.clear()
      return { count: 0 }
    },
  }),
]
