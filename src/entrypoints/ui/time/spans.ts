/** Spans of virtual time that the page shows, in ms since 1970. */
import type { TimeSpan } from '../../../kit/svg/frame.js'
import { parseDuration } from '../../../kit/text/duration.js'
import type { TimelineReply } from '../replies.js'
import { DAY_MS } from '../words.js'

/** Shorter incidents leave room for requests around them. */
const MIN_WHOLE_MS = 20_000
/** The followed span without an incident, and its number of candles of a chosen period. */
const FOLLOWED_MS = 1_200_000
const FOLLOWED_CANDLES = 60
/** Fewer candles show no course. */
const MIN_CANDLES = 10
/** More are thinner than their lines. */
const MAX_CANDLES = 100
export const MIN_SPAN_MS = 1000
const MAX_SPAN_MS = 3650 * DAY_MS

/** Of an incident without rules, the part of a move that is in it. */
const MOVE_MS = 60_000

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
  const moveMs = rules.length === 0 ? MOVE_MS : 0
  const moves = [...events, ...prices].map(({ fromMs, untilMs }) =>
    Math.min(untilMs ?? Infinity, fromMs + moveMs),
  )
  const lengthMs = Math.max(MIN_WHOLE_MS, ...ends, ...moves)
  return { fromMs: beginMs - lengthMs / 20, toMs: beginMs + lengthMs * 1.1 }
}

/** The span of an incident after it; undefined before, where no rule ends, and if candles of a chosen period are too long for it. */
export function finishedIncident(
  timeline: TimelineReply,
  nowMs: number,
  periodMs?: number,
): TimeSpan | undefined {
  const incident = incidentSpan(timeline)
  const hasEnd = timeline.rules.some(({ untilMs }) => untilMs !== null)
  const isOver = hasEnd && incident !== undefined && nowMs > incident.toMs
  return isOver && hasRoom(incident, periodMs) ? incident : undefined
}

/**
 * The incident while it lasts, and then the last twenty minutes; or the last candles of a chosen period, if it is too long for these. It
 * moves in steps, as sliding marks are hard to click, and ends after now.
 */
export function followedSpan(
  timeline: TimelineReply | undefined,
  nowMs: number,
  periodMs?: number,
): TimeSpan {
  const incident = timeline && incidentSpan(timeline)
  const isPlaying = incident !== undefined && nowMs >= incident.fromMs && nowMs <= incident.toMs
  if (isPlaying && hasRoom(incident, periodMs)) return incident
  const lengthMs = periodMs === undefined ? FOLLOWED_MS : FOLLOWED_CANDLES * periodMs
  const stepMs = lengthMs / 6
  const toMs = Math.ceil((nowMs + lengthMs / 20) / stepMs) * stepMs
  return { fromMs: toMs - lengthMs, toMs }
}

/** Whether a chart of a span shows the course of candles of a period. */
const hasRoom = ({ fromMs, toMs }: TimeSpan, periodMs = 0): boolean => toMs - fromMs >= MIN_CANDLES * periodMs

/** A span with room for some candles of a period, around the same middle. */
export const withRoom = (span: TimeSpan, periodMs: number): TimeSpan =>
  hasRoom(span, periodMs) ? span : zoomed(span, (FOLLOWED_CANDLES * periodMs) / (span.toMs - span.fromMs))

/** The shortest period of which a span has no more candles than a chart can show apart. */
export const periodFor = <Period extends string>(
  { fromMs, toMs }: TimeSpan,
  shortestFirst: readonly Period[],
) =>
  shortestFirst.find((period) => (toMs - fromMs) / parseDuration(period) <= MAX_CANDLES) ??
  shortestFirst.at(-1)!

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
