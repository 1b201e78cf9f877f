/** Journal records as the timeline that grading reads, so that a live session and a rehearsal are judged alike. */
import { type Asked, type Fate, isFailed, type Timeline, type TimelineRequest } from '../grading/timeline.js'
import { queryKeyOf } from '../routing/query-key.js'
import { isPreflight, type JournalRecord, type RequestKind } from './entry.js'

/** The clients of records, by user agent. */
export function toTimeline(lines: readonly JournalRecord[]): Timeline {
  const clients = new Map<string | null, number>()
  const requests: TimelineRequest[] = []
  let before: JournalRecord | undefined
  let nowMs = 0
  for (const line of lines) {
    const { n, kind, url, requestId, userAgent, ms, goneMs, retryAfterSeconds } = line
    const { network, base, endpoint, method } = kind
    if (network === null || base === null || isPreflight(kind)) continue
    // Virtual or real time, whichever is longer, as clocks freeze, race and are advanced.
    if (before !== undefined) nowMs += Math.max(line.atMs - before.atMs, line.realMs - before.realMs, 0)
    before = line
    const client = clients.get(userAgent) ?? clients.size
    clients.set(userAgent, client)
    const question = `${network} ${queryKeyOf(endpoint, url)}`
    const asked: Asked = { network, base, endpoint, method, url, question, requestId, client, userAgent }
    // Rounded to whole ms: the earliest end, so that no reaction seems to precede its cause.
    const tookMs = goneMs ?? ms
    requests.push({
      n,
      asked,
      fate: fateFor(kind, retryAfterSeconds === undefined ? null : Math.round(retryAfterSeconds * 1000)),
      atMs: nowMs,
      endMs: tookMs === null ? null : nowMs + Math.max(0, tookMs - 0.5),
      end: goneMs !== null ? 'given-up' : ms === null ? 'open' : 'answered',
      content: null,
    })
  }
  // The usual rhythm is that before the first failure.
  const toMs = requests.find(isFailed)?.atMs ?? nowMs
  return { ...EMPTY, phases: [{ name: 'warm-up', fromMs: 0, toMs }], requests }
}

export function fateFor(
  { met, flaw, rule, status, outcome }: RequestKind,
  retryAfterMs: number | null,
): Fate {
  return { met, flaw, rule, status, outcome, retryAfterMs }
}

const EMPTY: Omit<Timeline, 'requests' | 'phases'> = {
  scenario: '',
  seed: '',
  startedAtMs: 0,
  bases: {},
  contents: [],
  rules: [],
  events: [],
  observations: [],
  programs: [],
  market: [],
}
