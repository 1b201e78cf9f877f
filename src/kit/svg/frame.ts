/** Time axis, phases and measures, shared by all drawings of a time span so that they align. */
import { sinceInWords } from '../text/duration-in-words.js'
import { type Element, element } from './tree.js'

export interface TimeSpan {
  readonly fromMs: number
  readonly toMs: number
}

export interface NamedTimeSpan extends TimeSpan {
  readonly name: string
}

export interface Frame {
  readonly width: number
  readonly gutter: number
  /** Label of an axis mark; marks are `stepMs` apart. */
  readonly label: (ms: number, stepMs: number) => string
}

/** Default for a page in a file, which scales it. */
export const ON_PAGE: Frame = { width: 1000, gutter: 140, label: formatMoment }

const RIGHT = 20
export const AXIS_HEIGHT = 20

/** The x of a moment, clamped to the span. */
export type XScale = (ms: number) => number

export function xScaleIn({ fromMs, toMs }: TimeSpan, { width, gutter } = ON_PAGE): XScale {
  const perMs = Math.max(width - gutter - RIGHT, 1) / Math.max(toMs - fromMs, 1)
  return (ms) => gutter + (Math.min(Math.max(ms, fromMs), toMs) - fromMs) * perMs
}

/** The root element, with a name for screen readers. */
export function drawing(
  name: string,
  { width }: Frame,
  height: number,
  ...children: readonly Element[]
): Element {
  return element(
    'svg',
    {
      class: 'drawing',
      viewBox: `0 0 ${width} ${Math.ceil(height)}`,
      width,
      height: Math.ceil(height),
      role: 'group',
      'aria-label': name,
    },
    ...children,
  )
}

const HOUR_MS = 3600e3
const STEPS_MS = [
  ...[100, 200, 500, 1e3, 2e3, 5e3, 10e3, 20e3, 30e3, 60e3, 120e3, 300e3, 600e3, 1800e3],
  ...[1, 2, 4, 6, 12, 24, 48, 168].map((hours) => hours * HOUR_MS),
]
/** Least width per label. */
const MIN_STEP = 60

/** The least round length of time that divides a longer one into at most `maxSteps` steps. */
export function timeStep(lengthMs: number, maxSteps: number): number {
  return STEPS_MS.find((ms) => lengthMs / ms <= maxSteps) ?? lengthMs / maxSteps
}

/** The least of 1, 2 and 5 times a power of ten that divides a length into at most `maxSteps` steps. */
export function decimalStep(length: number, maxSteps: number): number {
  const power = 10 ** Math.floor(Math.log10(length / maxSteps))
  return ([1, 2, 5].find((factor) => length / (factor * power) <= maxSteps) ?? 10) * power
}

export function axis(span: TimeSpan, frame: Frame, height: number): Element {
  const place = xScaleIn(span, frame)
  const maxSteps = Math.max(Math.floor((frame.width - frame.gutter - RIGHT) / MIN_STEP), 1)
  const step = timeStep(span.toMs - span.fromMs, maxSteps)
  const marks: Element[] = []
  for (let ms = Math.ceil(span.fromMs / step) * step; ms <= span.toMs; ms += step) {
    const x = place(ms)
    marks.push(element('line', { class: 'grid', x1: x, x2: x, y1: 0, y2: height }))
    marks.push(
      element('text', { class: 'tick', x, y: height + 14, 'text-anchor': 'middle' }, frame.label(ms, step)),
    )
  }
  return element('g', { 'aria-hidden': 'true' }, ...marks)
}

/** A line at the begin of each phase. Labels keep to the right of their line unless they would overlap. */
export function phaseMarks(
  phases: readonly NamedTimeSpan[],
  span: TimeSpan,
  frame: Frame,
  height: number,
): Element {
  const place = xScaleIn(span, frame)
  const labels = phaseLabels(phases, place, frame)
  const marks = phases.flatMap(({ name, fromMs }, index) => {
    const x = place(fromMs)
    return [
      element('line', { class: 'phase', x1: x, x2: x, y1: 0, y2: height }),
      element('text', { class: 'phase-name', x: labels[index], y: 11 }, name),
    ]
  })
  return element('g', {}, ...marks)
}

const PHASE_SIGN_WIDTH = 6
const PHASE_GAP = 8

/** The x of each label: pushed to the right by the one before, then to the left by the edge of the frame. */
function phaseLabels(phases: readonly NamedTimeSpan[], place: XScale, { width }: Frame): number[] {
  const widths = phases.map(({ name }) => name.length * PHASE_SIGN_WIDTH + PHASE_GAP)
  const labels: number[] = []
  let freeFrom = Number.NEGATIVE_INFINITY
  for (const [index, { fromMs }] of phases.entries()) {
    labels[index] = Math.max(place(fromMs) + 4, freeFrom)
    freeFrom = labels[index] + widths[index]
  }
  let freeTo = width + PHASE_GAP
  for (let index = phases.length - 1; index >= 0; index--) {
    labels[index] = Math.min(labels[index], freeTo - widths[index])
    freeTo = labels[index]
  }
  return labels
}

/** A line at the current time; empty outside the span. */
export function nowMark(nowMs: number, span: TimeSpan, frame: Frame, height: number): readonly Element[] {
  if (nowMs < span.fromMs || nowMs > span.toMs) return []
  const x = xScaleIn(span, frame)(nowMs)
  const isLeft = x < frame.width - 40
  const words = { class: 'now-name', x: isLeft ? x + 4 : x - 4, y: 11 }
  return [
    element(
      'g',
      { class: 'now-mark' },
      element('line', { class: 'now', x1: x, x2: x, y1: 0, y2: height }),
      element('text', { ...words, 'text-anchor': isLeft ? undefined : 'end' }, 'now'),
    ),
  ]
}

/** `+1:30`, or `+0:12.5` by the step. */
function formatMoment(ms: number, stepMs: number): string {
  const since = sinceInWords(ms)
  return stepMs < 1000 ? since : since.slice(0, -2)
}

/** `412 ms`, `12.3 s`, `2 min 5 s`. */
export function formatLength(ms: number): string {
  if (ms < 1000) return `${Math.round(ms)} ms`
  if (ms < 120_000) return `${(ms / 1000).toFixed(1)} s`
  const seconds = Math.round(ms / 1000)
  return `${Math.floor(seconds / 60)} min ${seconds % 60} s`
}

/** Approximate width of a character in lanes: text cannot be measured before drawing. */
export const SIGN_WIDTH = 5.2

export function truncateLabel(words: string, maxSigns: number): string {
  return words.length <= maxSigns ? words : `${words.slice(0, Math.max(Math.floor(maxSigns) - 1, 0))}…`
}
