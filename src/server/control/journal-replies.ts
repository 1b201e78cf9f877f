import * as z from 'zod'
import { searchOf } from '../../api/routing/locate.js'
import { OUTCOME_CLASSES } from '../../kit/outcome-class.js'
import { ruleSpanOf } from '../../scenario/active-spans.js'
import { explainThen, type PastRequest, type RulesRun } from '../../scenario/run.js'
import { base, network } from '../../scenario/values.js'
import { conductOf } from '../../session/clients/conduct.js'
import { isHonoured, type RetryAfterPause } from '../../session/clients/retry-after.js'
import { ControlError, noSuchEntry } from '../../session/control-errors.js'
import type { JournalCursor } from '../../session/journal/changes.js'
import { entryOf, type JournalRecord } from '../../session/journal/entry.js'
import { streamFacts } from '../../session/journal/stream-facts.js'
import type { Session } from '../../session/session.js'

export const entryReply = z.strictObject({
  n: z.int().describe('Sequence number from 1'),
  at: z.iso.datetime().describe('Virtual time of arrival'),
  network: network.nullable().describe('Null outside any base address'),
  base: base.nullable(),
  endpoint: z.string().nullable().describe('Null for unknown paths'),
  method: z.string(),
  url: z.string().describe('Path and query below the base address, at most 2048 characters'),
  urlLength: z.int().describe('Full length in characters'),
  rule: z.string().nullable().describe('The rule that fired, if any'),
  status: z.int().nullable().describe('Null if none is sent'),
  outcome: z.string().describe('`ok`, `error`, the fault that acted, or `nowhere` outside any base address'),
  met: z.enum(OUTCOME_CLASSES).describe('Outcome for the client'),
  ms: z.int().nullable().describe('Real ms until the reply left; null before'),
  goneMs: z
    .int()
    .nullable()
    .describe('Real ms until the client disconnected while its reply was held; null otherwise'),
  connection: z.int().nullable().describe('Connection number from 1; null for in-process requests'),
  address: z
    .string()
    .nullable()
    .describe('IP address of the client, or of a proxy in between; null for in-process requests'),
  userAgent: z.string().nullable().describe('The User-Agent header, at most 200 characters'),
  requestId: z.string().nullable().describe('The X-Request-Id header, at most 200 characters'),
  stream: streamFacts.optional().describe('The stream that the request opened, if it did'),
})

export const USUAL_CHANGES = 1000

export const changesReply = z.strictObject({
  cursor: z.string().describe('Cursor for the next call'),
  entries: z.array(entryReply).describe('Added and changed entries, oldest first'),
  missed: z.int().describe('Added entries that are left out, the oldest first'),
  reset: z
    .boolean()
    .describe('Whether the journal was cleared or restored since: earlier entries no longer exist'),
})

/** Entries added or changed since a mark; the newest without one. */
export function journalChanges(
  { journal }: Session,
  since: JournalCursor | undefined,
  limit: number,
): z.output<typeof changesReply> & { readonly mark: JournalCursor } {
  const { mark, ...changes } = journal.changes(since, limit)
  return { mark, cursor: [mark.epoch, mark.revision, mark.n].join('.'), ...changes }
}

export function markOf(cursor: string): JournalCursor {
  const [, epoch, revision, n] = /^(.+)\.(\d{1,15})\.(\d{1,15})$/.exec(cursor) ?? []
  if (epoch === undefined)
    throw new ControlError('bad-query', 'invalid cursor', 'write the cursor of an earlier reply, or omit it')
  return { epoch, revision: Number(revision), n: Number(n) }
}

const pauseOf = (about: string) =>
  z
    .strictObject({
      n: z.int().describe('The other request'),
      retryAfterMs: z.number(),
      waitedMs: z.number().describe('Virtual or real ms, whichever is longer'),
      honoured: z.boolean(),
    })
    .nullable()
    .meta({ description: about })

export const reasonedReply = z.strictObject({
  entry: entryReply,
  scenario: z.string().nullable().describe('Its name at the time; null if it had none or none was loaded'),
  rules: z
    .array(
      z.strictObject({
        rule: z.string(),
        fires: z.boolean(),
        call: z
          .int()
          .nullable()
          .describe('1-based number among the requests that the rule matched; null if it did not match'),
        why: z.string().describe('Why it fired or not, at the time'),
      }),
    )
    .nullable()
    .describe('Null for older scenarios: the last ten are kept'),
  decided: z
    .strictObject({
      what: z.string().describe('Summary of the effect'),
      match: z.string().describe('Summary of the matched requests'),
      fromMs: z.number().describe('Virtual ms since the scenario was loaded'),
      untilMs: z.number().nullable().describe('Likewise; null if it does not end'),
      matched: z.int().describe('Matched requests so far'),
      fired: z.int().describe('Requests on which it fired so far'),
    })
    .nullable()
    .describe('The rule that fired; null if none did or it is no longer kept'),
  error: z
    .string()
    .nullable()
    .describe('Beginning of the body, at most 2 kB, of a reply from status 400 on; else null'),
  previous: z
    .int()
    .nullable()
    .describe(
      'The previous request of this client, identified by address and user agent, for the same query',
    ),
  next: z.int().nullable().describe('The next one'),
  attempt: z
    .strictObject({
      kind: z
        .enum(['poll', 'retry', 'failover', 'hedge', 'probe'])
        .describe('A poll when it is due, a reaction to its failure, or a health probe'),
      first: z.int().describe('The first request of its poll, or of the failed one before a failover'),
      answer: z
        .strictObject({ n: z.int(), afterMs: z.number() })
        .nullable()
        .describe('The answer to its poll or, failing that, to a later one; null before'),
    })
    .nullable()
    .describe('Judged as in a rehearsal; null outside any base address'),
  asked: pauseOf('The next request after the Retry-After of this one'),
  waiting: z
    .strictObject({
      retryAfterMs: z.number(),
      waitedMs: z.number().describe('So far, virtual or real ms, whichever is longer'),
    })
    .nullable()
    .describe('The Retry-After of this one before its client repeats the query at that base'),
  ignored: pauseOf('The reply whose Retry-After this request did not wait for'),
})

/** Requests before and after one that its client's conduct is read from. */
const MAX_AROUND = 1000

export function reasonsOf(session: Session, n: number): z.output<typeof reasonedReply> {
  const line = session.journal.find(n)
  if (line === undefined) throw noSuchEntry(n)
  /** Of its scenario, from it on. */
  const ofRun: JournalRecord[] = []
  const around: JournalRecord[] = []
  for (const other of session.journal.newestFirst()) {
    if (other.n < n - MAX_AROUND) break
    if (other.n >= n && other.run === line.run) ofRun.push(other)
    if (other.n <= n + MAX_AROUND) around.push(other)
  }
  const run = session.runs.find(({ rules }) => rules.id === line.run)?.rules
  const { previous, next, attempt, asked, ignored } = conductOf(around.reverse(), line, {
    atMs: session.nowMs(),
    realMs: session.journal.realMs(),
  })
  return {
    entry: entryOf(line),
    scenario: run?.name ?? null,
    decided: decidedBy(run, line),
    error: line.error ?? null,
    previous,
    next,
    attempt,
    asked: asked?.next ? pauseWith(asked.next.n, asked) : null,
    waiting:
      asked?.next === null ? { retryAfterMs: asked.retryAfterMs, waitedMs: asked.waitedMs ?? 0 } : null,
    ignored: ignored === null ? null : pauseWith(ignored.after.n, ignored),
    rules:
      line.run === ''
        ? []
        : run === undefined
          ? null
          : explainThen(run, toRequest(line), ofRun.map(toRequest)),
  }
}

function pauseWith(n: number, pause: RetryAfterPause) {
  const { retryAfterMs, waitedMs } = pause
  return { n, retryAfterMs, waitedMs: waitedMs ?? 0, honoured: isHonoured(pause) === true }
}

function decidedBy(run: RulesRun | undefined, { kind }: JournalRecord) {
  const index = run?.all.findIndex(({ id }) => id === kind.rule) ?? -1
  if (run === undefined || index < 0) return null
  const { rule, state } = run.all[index]!
  const { what, match, fromMs, untilMs } = ruleSpanOf(rule)
  return { what, match, fromMs, untilMs, matched: state.matched, fired: state.fired }
}

/** The kept part of what rules match. */
export function toRequest({ kind, url, urlLength, atMs, headers = {} }: JournalRecord): PastRequest {
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
