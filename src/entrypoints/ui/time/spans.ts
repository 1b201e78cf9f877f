/** Spans of virtual time that the page shows, in ms since 1970. */
import type { TimeSpan } from '../../../kit/svg/frame.js'
import type { TimelineReply } from '../replies.js'

/** Shorter incidents leave room for requests around them. */
const MIN_WHOLE_MS = 20_000
/** As long as the chart's least candles of a minute, so that both show the same. */
const FOLLOWED_MS = 1_200_000
/** The followed span moves in steps, as sliding marks are hard to click. */
const STEP_MS = FOLLOWED_MS / 6
export const MIN_SPAN_MS = 1000
const MAX_SPAN_MS = 10 * 365 * 86_400_000

/**
 * The incident from its begin to the end of its rules, but only the start of moves, as a market recovers for hours. One without any end
 * lasts until `nowMs`.
 */
export function incidentSpan(
  { loadedAt, rules, events, prices }: Pick<TimelineReply, 'loadedAt' | 'rules' | 'events' | 'prices'>,
  nowMs = 0,
): TimeSpan | undefined {
  if (loadedAt === null) return undefined
  const beginMs = Date.parse(loadedAt)
  const isEndless = rules.length > 0 && rules.every(({ untilMs }) => untilMs === null)
  const ends = [...rules.map(({ fromMs, untilMs }) => untilMs ?? fromMs), isEndless ? nowMs - beginMs : 0]
  const begins = [...events, ...prices].map(({ fromMs }) => fromMs)
  const lengthMs = Math.max(MIN_WHOLE_MS, ...ends, ...begins)
  return { fromMs: beginMs - lengthMs / 20, toMs: beginMs + lengthMs * 1.1 }
}

/** The span of an incident after it; undefined before, and where no rule ends. */
export function finishedIncident(timeline: TimelineReply, nowMs: number): TimeSpan | undefined {
  const incident = incidentSpan(timeline)
  const hasEnd = timeline.rules.some(({ untilMs }) => untilMs !== null)
  return hasEnd && incident !== undefined && nowMs > incident.toMs ? incident : undefined
}

/** The incident while it lasts, and then the last twenty minutes. */
export function followedSpan(timeline: TimelineReply | undefined, nowMs: number): TimeSpan {
  const incident = timeline && incidentSpan(timeline)
  if (incident !== undefined && nowMs >= incident.fromMs && nowMs <= incident.toMs) return incident
  const toMs = Math.ceil((nowMs + FOLLOWED_MS / 20) / STEP_MS) * STEP_MS
  return { fromMs: toMs - FOLLOWED_MS, toMs }
}

/** A span scaled by a factor, from a second to ten years, with `aroundMs` in the same place. */
export function zoomed({ fromMs, toMs }: TimeSpan, by: number, aroundMs = (fromMs + toMs) / 2): TimeSpan {
  const lengthMs = toMs - fromMs
  const factor = Math.min(Math.max(by, MIN_SPAN_MS / lengthMs), MAX_SPAN_MS / lengthMs)
  return { fromMs: aroundMs - (aroundMs - fromMs) * factor, toMs: aroundMs + (toMs - aroundMs) * factor }
}

export const moved = ({ fromMs, toMs }: TimeSpan, byMs: number): TimeSpan => ({
  fromMs: fromMs + byMs,
  toMs: toMs + byMs,
})

/** A span of at least `leastMs`, which reaches beyond `nowMs` only where the given one does. */
export function widened({ fromMs, toMs }: TimeSpan, leastMs: number, nowMs: number): TimeSpan {
  const missingMs = Math.max(leastMs - (toMs - fromMs), 0)
  const afterMs = Math.min(missingMs / 2, Math.max(nowMs - toMs, 0))
  return { fromMs: fromMs - (missingMs - afterMs), toMs: toMs + afterMs }
}

export const DAY_MS = 86_400_000

/** Parses `12:00:30` of the day of `nowMs`, `2026-03-01 12:00:30`, or `+0:30` and `+7:21:00` since the scenario was loaded. */
export function instantIn(text: string, nowMs: number, loadedAt: string | null): number | undefined {
  const [since, hours = 0, minutes, seconds] = /^\+(?:(\d+):)?(\d+):(\d\d(?:\.\d+)?)$/.exec(text) ?? []
  const [, day, time] = /^(?:(\d{4}-\d\d-\d\d)[ T])?(\d\d:\d\d(?::\d\d(?:\.\d+)?)?)$/.exec(text) ?? []
  const today = new Date(Math.floor(nowMs / DAY_MS) * DAY_MS).toISOString().slice(0, 10)
  const ms =
    since === undefined
      ? Date.parse(`${day ?? today}T${time}Z`)
      : Date.parse(loadedAt ?? '') + (Number(hours) * 3600 + Number(minutes) * 60 + Number(seconds)) * 1000
  return Number.isNaN(ms) ? undefined : Math.round(ms)
}
