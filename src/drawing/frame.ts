/**
 * What all drawings of one stretch of time have in common, so that they line up below each other: where a moment lies,
 * the marks of the axis, and the phases.
 */
import { element, text } from './svg.js'

/** Ms on any time line. */
export interface Span {
  readonly fromMs: number
  readonly toMs: number
}

export interface NamedSpan extends Span {
  readonly name: string
}

export const WIDTH = 1000
/** Room for names on the left. */
export const GUTTER = 128
const RIGHT = 20
export const AXIS_HEIGHT = 20

/** Where a moment lies from left to right; what is outside of the span lies on its edge. */
export type Place = (ms: number) => number

export function placeIn({ fromMs, toMs }: Span): Place {
  const perMs = (WIDTH - GUTTER - RIGHT) / Math.max(toMs - fromMs, 1)
  return (ms) => GUTTER + (Math.min(Math.max(ms, fromMs), toMs) - fromMs) * perMs
}

/** A whole drawing, named for those who do not see it. */
export function drawing(name: string, height: number, ...children: readonly string[]): string {
  return element(
    'svg',
    {
      class: 'drawing',
      viewBox: `0 0 ${WIDTH} ${Math.ceil(height)}`,
      width: WIDTH,
      height: Math.ceil(height),
      role: 'group',
      'aria-label': name,
    },
    ...children,
  )
}

const STEPS_MS = [100, 200, 500, 1e3, 2e3, 5e3, 10e3, 20e3, 30e3, 60e3, 120e3, 300e3, 600e3, 1800e3, 3600e3]
const MOST_STEPS = 14

/** Lines and labels at round moments, below `height`. */
export function axis(span: Span, height: number): string {
  const place = placeIn(span)
  const length = span.toMs - span.fromMs
  const step = STEPS_MS.find((ms) => length / ms <= MOST_STEPS) ?? length / MOST_STEPS
  const marks: string[] = []
  for (let ms = Math.ceil(span.fromMs / step) * step; ms <= span.toMs; ms += step) {
    const x = place(ms)
    marks.push(element('line', { class: 'grid', x1: x, x2: x, y1: 0, y2: height }))
    marks.push(
      element(
        'text',
        { class: 'tick', x, y: height + 14, 'text-anchor': 'middle' },
        text(formatMoment(ms, step)),
      ),
    )
  }
  return element('g', { 'aria-hidden': 'true' }, ...marks)
}

/** Where each phase begins, with its name. */
export function phaseMarks(phases: readonly NamedSpan[], span: Span, height: number): string {
  const place = placeIn(span)
  const marks = phases.map(({ name, fromMs }) => {
    const x = place(fromMs)
    return (
      element('line', { class: 'phase', x1: x, x2: x, y1: 0, y2: height }) +
      element('text', { class: 'phase-name', x: x + 4, y: 11 }, text(name))
    )
  })
  return element('g', {}, ...marks)
}

/** `1:30` or `12.5 s`, as fine as the step asks for. */
function formatMoment(ms: number, stepMs: number): string {
  if (stepMs < 1000) return `${(ms / 1000).toFixed(1)} s`
  const seconds = Math.round(ms / 1000)
  if (seconds < 120) return `${seconds} s`
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`
}

/** `412 ms`, `12.3 s`, `2 min 5 s`. */
export function formatLength(ms: number): string {
  if (ms < 1000) return `${Math.round(ms)} ms`
  if (ms < 120_000) return `${(ms / 1000).toFixed(1)} s`
  const seconds = Math.round(ms / 1000)
  return `${Math.floor(seconds / 60)} min ${seconds % 60} s`
}
