/** What the times of questions can prove of cache windows. */
import type { Answered } from './source.js'

export type Asked = Pick<Answered, 'sentMs' | 'receivedMs'>

/** By so much two clocks may differ: theirs and the one by which questions are timed. */
const SLACK_SHARE = 0.01
const SLACK_MS = 10
const slackOf = (ms: number) => SLACK_MS + ms * SLACK_SHARE

/** Two times that are further apart by our clock than this are so by theirs. */
export const surelyOver = (ms: number) => ms + slackOf(ms)
export const surelyUnder = (ms: number) => ms - slackOf(ms)

/**
 * True where, wherever such windows had begun, two questions would have been in one of them that prove that it lasts for more
 * than `leastMs`: the second was sent so long after the first was answered.
 */
export function wouldShow(asked: readonly Asked[], windowMs: number, leastMs: number): boolean {
  // A window shows itself that begins before the first is sent, and ends when the second is answered, or later.
  const begins = asked.flatMap((first, index) => {
    const second = asked.slice(index).find(({ sentMs }) => sentMs - first.receivedMs > leastMs)
    if (second === undefined || second.receivedMs - first.sentMs > windowMs) return []
    return [{ fromMs: second.receivedMs - windowMs, toMs: first.sentMs }]
  })
  return coversCircle(begins, windowMs)
}

interface Span {
  readonly fromMs: number
  readonly toMs: number
}

/** Whether the spans, laid around a circle of that length, leave no gap. */
function coversCircle(spans: readonly Span[], aroundMs: number): boolean {
  const laid = spans.flatMap(({ fromMs, toMs }) => {
    const from = fromMs - Math.floor(fromMs / aroundMs) * aroundMs
    const to = from + toMs - fromMs
    return to > aroundMs
      ? [
          { from, to },
          { from: from - aroundMs, to: to - aroundMs },
        ]
      : [{ from, to }]
  })
  let reached = 0
  for (const { from, to } of laid.sort((a, b) => a.from - b.from)) {
    if (from > reached) return false
    reached = Math.max(reached, to)
  }
  return reached >= aroundMs
}
