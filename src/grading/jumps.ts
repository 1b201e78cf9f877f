/** Jumps of the virtual clock: no time that a client could have used. */

import type { ClockJump } from '../kit/clock/jump.js'
import { memoised } from '../kit/maps.js'
import type { Content, Timeline, TimelineRequest } from './timeline.js'

/** Maps an instant to the axis without the jumps. Instants within a jump fall on its begin. */
export function cutOf(jumps: readonly ClockJump[]): (ms: number) => number {
  return (ms) =>
    jumps.reduce((rest, { atMs, byMs }) => (ms > atMs ? rest - Math.min(byMs, ms - atMs) : rest), ms)
}

/** The timeline without jumps; they stay as marks where they were. */
export function withoutJumps(timeline: Timeline): Timeline {
  const { jumps = [], streams } = timeline
  if (jumps.length === 0) return timeline
  const cut = cutOf(jumps)
  const end = (ms: number | null) => (ms === null ? null : cut(ms))
  const span = <Of extends { readonly fromMs: number; readonly untilMs: number | null }>(one: Of): Of => {
    return { ...one, fromMs: cut(one.fromMs), untilMs: end(one.untilMs) }
  }
  const moved = memoised((one: Content): Content => {
    const inOrder = one.inOrder && { inOrder: moved(one.inOrder) }
    return { ...one, asOfMs: cut(one.asOfMs), sentMs: cut(one.sentMs), ...inOrder }
  })
  const replied = (request: TimelineRequest): TimelineRequest => {
    const content = request.content && moved(request.content)
    return { ...request, atMs: cut(request.atMs), endMs: end(request.endMs), content }
  }
  return {
    ...timeline,
    phases: timeline.phases.map((phase) => ({ ...phase, fromMs: cut(phase.fromMs), toMs: cut(phase.toMs) })),
    requests: timeline.requests.map(replied),
    contents: timeline.contents.map(moved),
    ...(streams && {
      streams: streams.map((stream) => ({
        ...stream,
        openedMs: cut(stream.openedMs),
        closedMs: end(stream.closedMs),
        subscriptions: stream.subscriptions.map((one) => ({ ...one, atMs: cut(one.atMs) })),
        faults: stream.faults.map((one) => ({ ...one, atMs: cut(one.atMs) })),
        frames: stream.frames.map(replied),
      })),
    }),
    rules: timeline.rules.map(span),
    events: timeline.events.map(span),
    observations: timeline.observations.map((one) => ({ ...one, atMs: cut(one.atMs) })),
    programs: timeline.programs.map((program) => ({ ...program, exitMs: end(program.exitMs) })),
    market: timeline.market.map((line) => {
      return { ...line, points: line.points.map(([atMs, price]) => [cut(atMs), price] as const) }
    }),
    jumps: jumps.map(({ atMs, byMs }) => ({ atMs: cut(atMs), byMs })),
  }
}
