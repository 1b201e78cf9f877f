/** One request, with the reason why each rule fired or not. */

import { searchOf } from '../../api/routing/locate.js'
import { noSuchEntry } from '../../kit/errors.js'
import * as z from '../../kit/zod.js'
import { ruleSpanOf } from '../../scenario/active-spans.js'
import { explainThen, type PastRequest } from '../../scenario/explain-past.js'
import type { RulesRun } from '../../scenario/run-types.js'
import { ATTEMPT_KINDS } from '../../session/journal/attempt-kinds.js'
import { entryOf, type JournalRecord } from '../../session/journal/entry.js'
import { isHonoured, type RetryAfterPause } from '../../session/journal/retry-after.js'
import type { Session } from '../../session/session.js'
import { entryReply } from './entry-reply.js'

const loadConduct = () => import('../../session/journal/conduct.js')

const pauseOf = (about: string) =>
  z
    .strictObject({
      n: z.int().meta({ description: 'The other request' }),
      retryAfterMs: z.number(),
      waitedMs: z.number().meta({ description: 'Virtual or real ms, whichever is longer' }),
      honoured: z.boolean(),
    })
    .nullable()
    .meta({ description: about })

export const reasonedReply = z.strictObject({
  entry: entryReply,
  scenario: z
    .string()
    .nullable()
    .meta({ description: 'Its name at the time; null if it had none or none was loaded' }),
  rules: z
    .array(
      z.strictObject({
        rule: z.string(),
        fires: z.boolean(),
        call: z.int().nullable().meta({
          description: '1-based number among the requests that the rule matched; null if it did not match',
        }),
        why: z.string().meta({ description: 'Why it fired or not, at the time' }),
      }),
    )
    .nullable()
    .meta({ description: 'Null for older scenarios: the last ten are kept' }),
  decided: z
    .strictObject({
      what: z.string().meta({ description: 'Summary of the effect' }),
      match: z.string().meta({ description: 'Summary of the matched requests' }),
      fromMs: z.number().meta({ description: 'Virtual ms since the scenario was loaded' }),
      untilMs: z.number().nullable().meta({ description: 'Likewise; null if it does not end' }),
      matched: z.int().meta({ description: 'Matched requests so far' }),
      fired: z.int().meta({ description: 'Requests on which it fired so far' }),
    })
    .nullable()
    .meta({ description: 'The rule that fired; null if none did or it is no longer kept' }),
  previous: z.int().nullable().meta({
    description:
      'The previous request of this client, identified by address and user agent, for the same query',
  }),
  next: z.int().nullable().meta({ description: 'The next one' }),
  attempt: z
    .strictObject({
      kind: z.enum(ATTEMPT_KINDS).meta({
        description: 'A poll when it is due, a reaction to its failure, or a health probe',
      }),
      first: z
        .int()
        .meta({ description: 'The first request of its poll, or of the failed one before a failover' }),
      answer: z
        .strictObject({ n: z.int(), afterMs: z.number() })
        .nullable()
        .meta({ description: 'The answer to its poll or, failing that, to a later one; null before' }),
    })
    .nullable()
    .meta({ description: 'Judged as in a rehearsal; null outside any base address' }),
  asked: pauseOf('The next request after the Retry-After of this one'),
  waiting: z
    .strictObject({
      retryAfterMs: z.number(),
      waitedMs: z.number().meta({ description: 'So far, virtual or real ms, whichever is longer' }),
    })
    .nullable()
    .meta({ description: 'The Retry-After of this one before its client repeats the query at that base' }),
  ignored: pauseOf('The reply whose Retry-After this request did not wait for'),
})

/** Requests before and after one that its client's conduct is read from. */
const MAX_AROUND = 1000

export async function reasonsOf(session: Session, n: number): Promise<z.output<typeof reasonedReply>> {
  const line = session.journal.find(n)
  if (line === undefined) throw noSuchEntry(n)
  const since: JournalRecord[] = []
  const around: JournalRecord[] = []
  for (const other of session.journal.newestFirst()) {
    if (other.n < n - MAX_AROUND) break
    if (other.n >= n) since.push(other)
    if (other.n <= n + MAX_AROUND) around.push(other)
  }
  const run = session.runs.find(({ rules }) => rules.id === line.run)?.rules
  const { conductOf } = await loadConduct()
  const { previous, next, attempt, asked, ignored } = conductOf(around.reverse(), line, {
    atMs: session.nowMs(),
    realMs: session.journal.realMs(),
  })
  return {
    entry: entryOf(line),
    scenario: run?.name ?? null,
    decided: decidedBy(run, line),
    previous,
    next,
    attempt,
    asked: asked?.next ? pauseWith(asked.next.n, asked) : null,
    waiting:
      asked?.next === null ? { retryAfterMs: asked.retryAfterMs, waitedMs: asked.waitedMs ?? 0 } : null,
    ignored: ignored === null ? null : pauseWith(ignored.after.n, ignored),
    rules: line.run === '' ? [] : run === undefined ? null : rulesThen(run, line, since),
  }
}

function pauseWith(n: number, pause: RetryAfterPause) {
  const { retryAfterMs, waitedMs } = pause
  return { n, retryAfterMs, waitedMs: waitedMs ?? 0, honoured: isHonoured(pause) === true }
}

function decidedBy(run: RulesRun | undefined, { kind }: JournalRecord) {
  const index = run?.all.findIndex(({ id }) => id === kind.rule) ?? -1
  if (run === undefined || index < 0) return null
  const { rule, state } = run.all[index]
  const { what, match, fromMs, untilMs } = ruleSpanOf(rule, index)
  const { matched, fired } = state
  return { what, match, fromMs, untilMs: Number.isFinite(untilMs) ? untilMs : null, matched, fired }
}

function rulesThen(run: RulesRun, line: JournalRecord, since: readonly JournalRecord[]) {
  const ofRun = since.filter((other) => other.run === line.run)
  return explainThen(run, toRequest(line), ofRun.map(toRequest))
}

/** The kept part of what rules match. */
function toRequest({ kind, url, urlLength, atMs, headers = {} }: JournalRecord): PastRequest {
  const { network, base, endpoint, method, rule } = kind
  return {
    asked: {
      network: network ?? '',
      base: base ?? '',
      endpoint: endpoint ?? undefined,
      method,
      url,
      search: searchOf(url),
      header: (name) => headers[name],
      atMs,
    },
    isWhole: url.length === urlLength,
    rule,
  }
}
