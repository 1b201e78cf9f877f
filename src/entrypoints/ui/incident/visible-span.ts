/** The visible span of virtual time. It moves in steps, as sliding marks are hard to click. */
import type { TimeSpan } from '../../../kit/svg/frame.js'

export const SPAN_LENGTHS = ['whole', '1m', '10m', '1h'] as const
export type SpanLength = (typeof SPAN_LENGTHS)[number]

const LENGTHS_MS = { '1m': 60_000, '10m': 600_000, '1h': 3_600_000 } as const
const MIN_WHOLE_MS = 60_000

/** `nowMs` and the end of the incident, both since its start. */
export function spanOf(reach: SpanLength, nowMs: number, endMs: number): TimeSpan {
  if (reach === 'whole') return wholeOf(nowMs, endMs)
  const lengthMs = LENGTHS_MS[reach]
  const stepMs = lengthMs / 6
  const toMs = Math.ceil((nowMs + lengthMs / 20) / stepMs) * stepMs
  return { fromMs: toMs - lengthMs, toMs }
}

function wholeOf(nowMs: number, endMs: number): TimeSpan {
  const needsMs = Math.max(MIN_WHOLE_MS, endMs * 1.1, nowMs * 1.05)
  // A quarter of the power of two below: the span grows by an eighth to a quarter.
  const stepMs = 2 ** Math.floor(Math.log2(needsMs)) / 4
  const toMs = Math.ceil(needsMs / stepMs) * stepMs
  const beforeMs = toMs / 25
  return { fromMs: -beforeMs + Math.min(0, Math.floor(nowMs / stepMs) * stepMs), toMs }
}
