/** One request, with the reason why each rule fired or not. */

import { ControlError } from '../core/errors.js'
import * as z from '../core/zod.js'
import { entryOf, type JournalRecord } from '../journal/entry.js'
import { searchOf } from '../routing/locate.js'
import { explainThen, type PastRequest } from '../scenario/explain-past.js'
import type { RulesRun } from '../scenario/run.js'
import type { Session } from '../session/session.js'
import { entryReply } from './entry-reply.js'

export const reasonedReply = z
  .strictObject({
    entry: entryReply,
    scenario: z
      .string()
      .nullable()
      .meta({ description: 'Its name at the time; null if it had none or none was loaded' }),
    rules: z
      .array(
        z
          .strictObject({
            rule: z.string(),
            fires: z.boolean(),
            call: z.int().nullable().meta({
              description:
                '1-based number among the requests that the rule matched; null if it did not match',
            }),
            why: z.string().meta({ description: 'Why it fired or not, at the time' }),
          })
          .meta({ tsName: 'RuleReason' }),
      )
      .nullable()
      .meta({ description: 'Null for older scenarios: the last ten are kept' }),
  })
  .meta({ tsName: 'EntryDetail' })

export function reasonsOf(session: Session, n: number): z.output<typeof reasonedReply> {
  const since: JournalRecord[] = []
  for (const line of session.journal.newestFirst()) {
    if (line.n < n) break
    since.push(line)
  }
  const line = since.at(-1)
  if (line === undefined || line.n !== n)
    throw new ControlError('no-such-entry', `the journal has no request ${n}`)
  const run = session.runs.find(({ rules }) => rules.id === line.run)?.rules
  return {
    entry: entryOf(line),
    scenario: run?.name ?? null,
    rules: line.run === '' ? [] : run === undefined ? null : rulesThen(run, line, since),
  }
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
