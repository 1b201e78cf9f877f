/** Cache windows of one source, inferred from times of requests alone. */
import type { Dialect } from '../api/endpoints/define.js'
import { pairsOf } from '../kit/maps.js'
import { maxOf, median } from '../kit/numbers/lists.js'
import {
  type ComparedAnswer,
  surelyOver,
  surelyUnder,
  WATCHED_ENDPOINTS,
  type WatchedEndpoint,
  windowMsOf,
  wouldShow,
} from './observations.js'
import { difference, type Findings } from './report.js'
import type { SourceReply } from './source.js'
import { jsonOf, secondsOf } from './values.js'

const SECOND_MS = 1000

export function* windowDifferences(
  { answers, samples }: Pick<ComparedAnswer, 'answers' | 'samples'>,
  dialect: Dialect,
): Findings {
  const good = (id: WatchedEndpoint) => samples[id].filter(({ status }) => status === 200)
  const isRunning = WATCHED_ENDPOINTS.some((id) => isInStep([answers[id], ...good(id)]))
  for (const id of WATCHED_ENDPOINTS) {
    const status = samples[id].at(-1)?.status
    const hasHeader = samples[id].some(({ headers }) => headers['x-gmx-sim-at'] !== undefined)
    const isStopped = status !== 200
    if (status === undefined) continue
    if (isStopped) yield `${id}: stopped after a reply with status ${status}`
    if (isRunning) yield* windowDifference(id, good(id), dialect === 'observed' || hasHeader, isStopped)
    else if (!isStopped)
      yield `${id}: the cache window was not measured, as ${
        new Set(good(id).map(identityOf)).size === 1
          ? 'the reply never changed'
          : 'its clock runs at a different rate'
      }`
  }
}

/** Windows begin anew with each second. Without our header, documented replies show their time in whole seconds only. */
function* windowDifference(
  id: WatchedEndpoint,
  seen: readonly SourceReply[],
  isToTheMs: boolean,
  isStopped: boolean,
): Findings {
  // gmx-sim's caching: longest time with one reply, and shortest with three different ones.
  const longestMs = isToTheMs ? windowMsOf(id) : Math.max(windowMsOf(id), SECOND_MS)
  const threeMs = SECOND_MS % longestMs || longestMs
  const texts = seen.map(identityOf)
  const [same, three] = [longestSame(seen, texts), shortestThree(seen, texts)]
  const found = (theirs: string, ours: string) => difference('cache window', id, theirs, ours)
  if (same > surelyOver(longestMs))
    yield found(`the same reply for ${Math.floor(same)} ms or more`, `for ${longestMs} ms at most`)
  else if (three < surelyUnder(threeMs))
    yield found(`three replies within ${Math.ceil(three)} ms`, `within ${threeMs} ms at least`)
  else if (!isStopped && !wouldShow(seen, 2 * longestMs, surelyOver(longestMs)))
    yield `${id}: a cache window of ${2 * longestMs} ms could not have been seen, as ${paceOf(seen)}`
}

function identityOf({ body, headers }: SourceReply): string {
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
  const spansMs = seen.map(({ receivedMs }, from) => {
    const next = texts.findIndex((text, index) => index > from && text !== texts[from])
    const to = next === -1 ? seen.length - 1 : next - 1
    return to > from ? seen[to]!.sentMs - receivedMs : 0
  })
  return maxOf(spansMs, 0)
}

function shortestThree(seen: readonly SourceReply[], texts: readonly string[]): number {
  let shortest = Number.POSITIVE_INFINITY
  for (let at = 2; at < seen.length; at++)
    if (new Set(texts.slice(at - 2, at + 1)).size === 3)
      shortest = Math.min(shortest, seen[at]!.receivedMs - seen[at - 2]!.sentMs)
  return shortest
}

function paceOf(seen: readonly SourceReply[]): string {
  const middle = (values: number[]) => (values.length === 0 ? 0 : Math.round(median(values)))
  const apart = middle(pairsOf(seen).map(([before, { sentMs }]) => sentMs - before.sentMs))
  const took = middle(seen.map(({ sentMs, receivedMs }) => receivedMs - sentMs))
  return `requests were ${apart} ms apart and replies took ${took} ms`
}
