/** Evidence about cache windows from the times of requests. */
import type { SourceReply } from './source.js'

export type RequestTimes = Pick<SourceReply, 'sentMs' | 'receivedMs'>

/** Tolerated difference between the clocks of source and client. */
const SLACK_SHARE = 0.01
const SLACK_MS = 10
const slackOf = (ms: number) => SLACK_MS + ms * SLACK_SHARE

/** Bounds by the client's clock that are certain by the source's. */
export const surelyOver = (ms: number) => ms + slackOf(ms)
export const surelyUnder = (ms: number) => ms - slackOf(ms)

/** Whether any alignment of windows of `windowMs` would have exposed one longer than `minMs`. */
export function wouldShow(requests: readonly RequestTimes[], windowMs: number, minMs: number): boolean {
  // A window is exposed if it begins before the first request and ends after the second reply.
  const begins = requests.flatMap((first, index) => {
    const second = requests.slice(index).find(({ sentMs }) => sentMs - first.receivedMs > minMs)
    if (second === undefined || second.receivedMs - first.sentMs > windowMs) return []
    return [{ fromMs: second.receivedMs - windowMs, toMs: first.sentMs }]
  })
  return coversCircle(begins, windowMs)
}

function coversCircle(
  spans: readonly { readonly fromMs: number; readonly toMs: number }[],
  aroundMs: number,
): boolean {
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
