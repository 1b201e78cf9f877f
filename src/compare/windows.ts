/**
 * Cache windows, as far as they can be seen: for how long the same reply is served. What is said is proven by the times of
 * the questions alone: two equal replies were made at least so far apart as the second was asked after the first had come.
 */
import type { Difference } from './difference.js'
import { secondsOf } from './identities.js'
import type { Observed } from './observed.js'
import { jsonOf } from './observed.js'
import { type Question, WATCHED, type Watched } from './questions.js'
import type { Answered } from './source.js'

/** What gmx-sim does: for how long it serves the same at most, and in how short a time it serves three different ones. */
export interface Rhythm {
  readonly longestMs: number
  readonly threeMs: number
}

/** What gmx-sim would say, for whoever compares. */
export interface Ours {
  answers(questions: readonly Question[], atMs: number): Promise<Observed['answers']>
  /** How often the reply to a question changes; by its body alone where headers do not tell when it was made. */
  rhythm(id: Watched, path: string, atMs: number, byHeader: boolean): Promise<Rhythm>
}

export interface Windows {
  readonly differences: readonly Difference[]
  /** What could not be measured, and why. */
  readonly notes: readonly string[]
}

/** A little more than clocks and timers are wrong by. */
const SLACK_MS = 50

export function windowDifferences(
  { samples }: Observed,
  rhythmOf: (id: (typeof WATCHED)[number]) => Rhythm,
): Windows {
  const differences: Difference[] = []
  const notes: string[] = []
  for (const id of WATCHED) {
    const seen = samples[id]
    if (seen.length < 3) continue
    const texts = seen.map(identityOf)
    const why = isUnfit(seen, texts)
    if (why !== undefined) {
      notes.push(`${id}: the cache window was not measured, as ${why}`)
      continue
    }
    const { longestMs, threeMs } = rhythmOf(id)
    const same = longestSame(seen, texts)
    const three = shortestThree(seen, texts)
    const told = { kind: 'cache window' as const, where: id }
    if (same > longestMs * 1.1 + SLACK_MS)
      differences.push({
        ...told,
        theirs: `the same reply for ${Math.floor(same)} ms or more`,
        ours: `for ${longestMs} ms at most`,
      })
    else if (three < threeMs * 0.9 - SLACK_MS)
      differences.push({
        ...told,
        theirs: `three replies within ${Math.ceil(three)} ms`,
        ours: `within ${threeMs} ms at least`,
      })
  }
  return { differences, notes }
}

/** What of a reply tells when it was made. */
export function identityOf({ body, headers }: Pick<Answered, 'body' | 'headers'>): string {
  return `${headers['x-gmx-sim-at'] ?? ''} ${body}`
}

/** Clocks that stand or run at another rate say nothing of windows. */
function isUnfit(seen: readonly Answered[], texts: readonly string[]): string | undefined {
  if (new Set(texts).size === 1) return 'the reply never changed'
  const [first, last] = [seen[0], seen.at(-1) as Answered]
  const passedMs = last.sentMs - first.sentMs
  const told = dataTimeMs(last) - dataTimeMs(first)
  // Each is floored to its window, and to a second at most.
  return Math.abs(told - passedMs) > 1500 + passedMs / 2 ? 'its clock runs at another rate' : undefined
}

function dataTimeMs({ body, headers }: Answered): number {
  const at = headers['x-gmx-sim-at']
  if (at !== undefined) return Date.parse(at)
  const reply = jsonOf(body) as { signedPrices?: unknown[] } | unknown[] | undefined
  const [row] = (Array.isArray(reply) ? reply : (reply?.signedPrices ?? [])) as Record<string, unknown>[]
  return secondsOf(row?.['createdAt'] ?? row?.['updatedAt']) * 1000
}

function longestSame(seen: readonly Answered[], texts: readonly string[]): number {
  let longest = 0
  for (let from = 0; from < seen.length; from++)
    for (let to = from + 1; to < seen.length && texts[to] === texts[from]; to++)
      longest = Math.max(longest, seen[to].sentMs - seen[from].receivedMs)
  return longest
}

function shortestThree(seen: readonly Answered[], texts: readonly string[]): number {
  let shortest = Number.POSITIVE_INFINITY
  for (let at = 2; at < seen.length; at++)
    if (new Set(texts.slice(at - 2, at + 1)).size === 3)
      shortest = Math.min(shortest, seen[at].receivedMs - seen[at - 2].sentMs)
  return shortest
}
