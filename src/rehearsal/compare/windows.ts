/** Cache windows, inferred from times of requests alone. */
import { type Difference, difference, type Findings } from './difference.js'
import type { ComparedAnswer } from './observations.js'
import { type CompareRequest, WATCHED_ENDPOINTS, type WatchedEndpoint } from './requests.js'
import type { SourceReply } from './source.js'
import { jsonOf, secondsOf } from './values.js'
import { surelyOver, surelyUnder, wouldShow } from './window-evidence.js'

/** gmx-sim's caching: longest time with one reply (Infinity for always), and shortest with three different ones. */
export interface PollSchedule {
  readonly longestMs: number
  readonly threeMs: number
}

export interface SimulatedReplies {
  answers(questions: readonly CompareRequest[], atMs: number): Promise<ComparedAnswer['answers']>
  /** Measures how often the reply changes; by its body alone for sources without our time header. */
  rhythm(path: string, atMs: number, byHeader: boolean): Promise<PollSchedule>
}

export function windowDifferences(
  { answers, samples }: Pick<ComparedAnswer, 'answers' | 'samples'>,
  rhythmOf: (id: WatchedEndpoint) => PollSchedule,
): Findings {
  const differences: Difference[] = []
  const notes: string[] = []
  const good = (id: WatchedEndpoint) => samples[id].filter(({ status }) => status === 200)
  const isRunning = WATCHED_ENDPOINTS.some((id) => isInStep([answers[id], ...good(id)]))
  for (const id of WATCHED_ENDPOINTS) {
    const seen = good(id)
    const last = samples[id].at(-1)
    const unmeasured = (why: string) => notes.push(`${id}: the cache window was not measured, as ${why}`)
    if (last === undefined) continue
    if (last.status !== 200) notes.push(`${id}: stopped after a reply with status ${last.status}`)
    else if (!isRunning)
      unmeasured(
        new Set(seen.map(identityOf)).size === 1
          ? 'the reply never changed'
          : 'its clock runs at a different rate',
      )
    if (!isRunning) continue
    const rhythm = rhythmOf(id)
    const found = windowDifference(id, seen, rhythm)
    if (found !== undefined) differences.push(found)
    else if (last.status === 200) notes.push(...unseen(id, seen, rhythm))
  }
  return { differences, notes }
}

function unseen(id: WatchedEndpoint, seen: readonly SourceReply[], { longestMs }: PollSchedule): string[] {
  const twiceMs = 2 * longestMs
  if (longestMs === Number.POSITIVE_INFINITY || wouldShow(seen, twiceMs, surelyOver(longestMs))) return []
  return [`${id}: a cache window of ${twiceMs} ms could not have been seen, as ${paceOf(seen)}`]
}

function windowDifference(
  id: WatchedEndpoint,
  seen: readonly SourceReply[],
  rhythm: PollSchedule,
): Difference | undefined {
  const { longestMs, threeMs } = rhythm
  const texts = seen.map(identityOf)
  const same = longestSame(seen, texts)
  const three = shortestThree(seen, texts)
  const found = (theirs: string, ours: string) => difference('cache window', id, theirs, ours)
  if (same > surelyOver(longestMs))
    return found(`the same reply for ${Math.floor(same)} ms or more`, `for ${longestMs} ms at most`)
  if (three < surelyUnder(threeMs))
    return found(`three replies within ${Math.ceil(three)} ms`, `within ${threeMs} ms at least`)
  return undefined
}

export function identityOf({ body, headers }: Pick<SourceReply, 'body' | 'headers'>): string {
  return `${headers['x-gmx-sim-at'] ?? ''} ${body}`
}

/** Whether the source's clock runs at our rate. A frozen or scaled one says nothing about windows. */
function isInStep(seen: readonly (SourceReply | undefined)[]): boolean {
  const [first, last] = [seen[0], seen.at(-1)]
  if (first === undefined || last === undefined || identityOf(first) === identityOf(last)) return false
  const passedMs = last.sentMs - first.sentMs
  const dataMs = dataTimeMs(last) - dataTimeMs(first)
  // Each is floored to its window, of 1 s at most.
  return Math.abs(dataMs - passedMs) <= 1500 + passedMs / 10
}

function dataTimeMs({ body, headers }: SourceReply): number {
  const at = headers['x-gmx-sim-at']
  if (at !== undefined) return Date.parse(at)
  const reply = jsonOf(body) as { signedPrices?: unknown[] } | unknown[] | undefined
  const [row] = (Array.isArray(reply) ? reply : (reply?.signedPrices ?? [])) as Record<string, unknown>[]
  return secondsOf(row?.['createdAt'] ?? row?.['updatedAt']) * 1000
}

function longestSame(seen: readonly SourceReply[], texts: readonly string[]): number {
  let longest = 0
  for (let from = 0; from < seen.length; from++)
    for (let to = from + 1; to < seen.length && texts[to] === texts[from]; to++)
      longest = Math.max(longest, seen[to].sentMs - seen[from].receivedMs)
  return longest
}

function shortestThree(seen: readonly SourceReply[], texts: readonly string[]): number {
  let shortest = Number.POSITIVE_INFINITY
  for (let at = 2; at < seen.length; at++)
    if (new Set(texts.slice(at - 2, at + 1)).size === 3)
      shortest = Math.min(shortest, seen[at].receivedMs - seen[at - 2].sentMs)
  return shortest
}

function paceOf(seen: readonly SourceReply[]): string {
  const middle = (values: number[]) => Math.round(values.sort((a, b) => a - b)[values.length >> 1] ?? 0)
  const apart = middle(seen.slice(1).map(({ sentMs }, index) => sentMs - seen[index].sentMs))
  const took = middle(seen.map(({ sentMs, receivedMs }) => receivedMs - sentMs))
  return `requests were ${apart} ms apart and replies took ${took} ms`
}
