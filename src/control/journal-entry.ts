/** One request as the journal keeps it, and why each rule fired on it or not. */
import * as z from 'zod'
import { ControlError } from '../core/errors.js'
import { searchOf } from '../exchange/locate.js'
import { entryOf, type Line } from '../journal/entry.js'
import { type PastRequest, whyThen } from '../scenario/past.js'
import type { RulesRun } from '../scenario/run.js'
import { base, network } from '../scenario/values.js'
import type { Session } from '../session/session.js'

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

export const reasonedReply = z
  .strictObject({
    entry: entryReply,
    scenario: z
      .string()
      .nullable()
      .meta({ description: 'Its name then; null where it had none, or none was loaded' }),
    rules: z
      .array(
        z
          .strictObject({
            rule: z.string(),
            fires: z.boolean(),
            call: z.int().nullable().meta({
              description: 'The how many-th request that the rule matched; null where it did not',
            }),
            why: z.string().meta({ description: 'Why it fired, or did not, as it was then' }),
          })
          .meta({ tsName: 'RuleReason' }),
      )
      .nullable()
      .meta({ description: 'Null where that scenario is too long ago: the last ten are remembered' }),
  })
  .meta({ tsName: 'EntryDetail' })

/** An entry with the reasons of its rules. */
export function reasonsOf(session: Session, n: number): z.output<typeof reasonedReply> {
  const since: Line[] = []
  for (const line of session.journal.newestFirst()) {
    if (line.n < n) break
    since.push(line)
  }
  const line = since.at(-1)
  if (line === undefined || line.n !== n)
    throw new ControlError('no-such-entry', `there is no request ${n} in the journal`)
  const run = session.runs.find(({ rules }) => rules.id === line.run)?.rules
  return {
    entry: entryOf(line),
    scenario: run?.name ?? null,
    rules: line.run === '' ? [] : run === undefined ? null : rulesThen(run, line, since),
  }
}

function rulesThen(run: RulesRun, line: Line, since: readonly Line[]) {
  const ofRun = since.filter((other) => other.run === line.run)
  return whyThen(run, toRequest(line), ofRun.map(toRequest))
}

/** What a rule can go by, as far as it was kept. */
function toRequest({ kind, url, urlLength, atMs, headers = {} }: Line): PastRequest {
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
