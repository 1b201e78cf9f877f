/** Claims that sentences of findings make about the journal, each with the place where it is looked up. */

import type { Timeline, TimelineRequest } from '../../src/grading/timeline.js'
import type { CheckReport } from '../../src/rehearsal/report.js'

/** Times are printed with a decimal. */
const ROUNDED_MS = 51

interface Claim {
  readonly words: RegExp
  /** Whether the journal bears out a match. */
  isTrue(match: RegExpMatchArray, timeline: Timeline, check: CheckReport): boolean
}

const askedAt = (timeline: Timeline, network: string, base: string) =>
  timeline.requests.filter(({ asked }) => asked.network === network && asked.base === base)

const evidenceIn = ({ requests }: Timeline, { evidence }: CheckReport) =>
  requests.filter(({ n }) => evidence.includes(n))

const isNear = (ms: number | null | undefined, printed: string) =>
  ms !== null && ms !== undefined && Math.abs(ms - Number(printed) * 1000) <= ROUNDED_MS

export const CLAIMS: readonly Claim[] = [
  {
    // Something began, ended or was changed by a rule at that moment.
    words: /([\d.]+) s into the run/g,
    isTrue: ([, at], timeline) =>
      timeline.requests.some((request) => isNear(request.atMs, at) || isNear(request.endMs, at)) ||
      timeline.rules.some(({ fromMs, untilMs }) => isNear(fromMs, at) || isNear(untilMs, at)) ||
      // A refused connection leaves no request.
      timeline.rules.some(
        ({ isRefusing, fromMs, untilMs }) =>
          isRefusing && Number(at) * 1000 >= fromMs && Number(at) * 1000 <= (untilMs ?? Infinity),
      ) ||
      timeline.streams?.some(
        ({ closedMs, frames }) => isNear(closedMs, at) || frames.some(({ atMs }) => isNear(atMs, at)),
      ) ||
      timeline.programs.some(({ exitMs }) => isNear(exitMs, at)) ||
      timeline.observations.some(({ atMs }) => isNear(atMs, at)),
  },
  {
    words: /\b(arbitrum) (primary|fallback(?:-2)?)\b/g,
    isTrue: ([, network, base], timeline) => askedAt(timeline, network, base).length > 0,
  },
  {
    words: /only (arbitrum) (primary|fallback(?:-2)?) was ever asked/g,
    isTrue: ([, network, base], timeline) =>
      askedAt(timeline, network, base).length === timeline.requests.length,
  },
  {
    words: /no request had one/g,
    isTrue: (_, { requests }) => requests.every(({ end }) => end !== 'given-up'),
  },
  {
    words: /asked to wait ([\d.]+) s/g,
    isTrue: ([, asked], { requests }) => requests.some(({ fate }) => isNear(fate.retryAfterMs, asked)),
  },
  {
    words: /the client's next query for (\S+) began there/g,
    isTrue: ([, endpoint], timeline, check) =>
      evidenceIn(timeline, check).some(
        (early) => early.asked.endpoint === endpoint && followsAnswer(early, timeline),
      ),
  },
  {
    words: /after (\d+) of (\d+) repl(?:y|ies) with Retry-After/g,
    isTrue: ([, ignored, replies], { requests }) =>
      Number(ignored) <= Number(replies) &&
      requests.filter(({ fate, end }) => fate.retryAfterMs !== null && end === 'answered').length ===
        Number(replies),
  },
  {
    words: /probes?: (\d+) of them found it healthy/g,
    isTrue: ([, count], { requests }) =>
      requests.filter(({ end }) => end === 'answered').length >= Number(count),
  },
]

function followsAnswer({ n, asked }: TimelineRequest, { requests }: Timeline): boolean {
  const before = requests.findLast((request) => request.n < n && request.asked.question === asked.question)
  return before?.end === 'answered' && before.fate.met === 'good'
}
