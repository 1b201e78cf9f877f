/** One request in the context of its client's other requests. */
import { toTimeline } from './as-timeline.js'
import { type Attempt, attemptsIn } from './attempts.js'
import { isAutomaticPreflight, type JournalRecord } from './entry.js'
import { isHonoured, type Now, pausesIn, type RetryAfterPause } from './retry-after.js'

/** A request as the records so far show it: its neighbours, its attempt, and Retry-After before and after it. */
export interface Conduct {
  /** The same client's requests of the same query, at any base. */
  readonly previous: number | null
  readonly next: number | null
  readonly attempt: Attempt | null
  /** Its own Retry-After; null without one. */
  readonly asked: RetryAfterPause | null
  /** The Retry-After that it did not wait for; null without one. */
  readonly ignored: RetryAfterPause | null
}

export function conductOf(lines: readonly JournalRecord[], line: JournalRecord, now?: Now): Conduct {
  const { network } = line.kind
  const ofClient = lines.filter(
    ({ kind, address, userAgent }) =>
      kind.network === network &&
      userAgent === line.userAgent &&
      address === line.address &&
      !isAutomaticPreflight(kind),
  )
  const timeline = toTimeline(ofClient)
  const own = timeline.requests.find(({ n }) => n === line.n)
  const alike = timeline.requests.filter(({ asked }) => asked.question === own?.asked.question)
  const place = own === undefined ? -1 : alike.indexOf(own)
  const attempt = own && [...attemptsIn(timeline)].find(({ request }) => request === own)
  const pauses = pausesIn(ofClient, now)
  return {
    previous: alike[place - 1]?.n ?? null,
    next: place < 0 ? null : (alike[place + 1]?.n ?? null),
    attempt:
      attempt === undefined ? null : { kind: attempt.kind, first: attempt.first, answer: attempt.answer },
    asked: pauses.find(({ after }) => after.n === line.n) ?? null,
    ignored: pauses.find((pause) => pause.next?.n === line.n && isHonoured(pause) === false) ?? null,
  }
}
