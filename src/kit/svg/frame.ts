/** Time axis, phases and measures, shared by all drawings of a time span so that they align. */
import { sinceInWords } from '../text/duration.js'
import { type Element, element, line, rect, text } from './tree.js'

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
  /** Room after the end of the span; RIGHT by default. */
  readonly right?: number
  /** Label of an axis mark; marks are `stepMs` apart. */
  readonly label: (ms: number, stepMs: number) => string
  /** A second line of such a label. */
  readonly detail?: (ms: number, stepMs: number) => string
}

/** Default for a page in a file, which scales it. */
export const ON_PAGE: Frame = { width: 1000, gutter: 140, label: formatMoment }

export const RIGHT = 20
export const AXIS_HEIGHT = 20

/** The x of a moment, clamped to the span. */
export type XScale = (ms: number) => number

export function xScaleIn({ fromMs, toMs }: TimeSpan, frame = ON_PAGE): XScale {
  const { gutter } = frame
  const perMs = plotWidth(frame) / Math.max(toMs - fromMs, 1)
  return (ms) => gutter + (Math.min(Math.max(ms, fromMs), toMs) - fromMs) * perMs
}

const plotWidth = ({ width, gutter, right = RIGHT }: Frame) => Math.max(width - gutter - right, 1)

/** Least visible width of a bar. */
export const MIN_BAR_WIDTH = 2.5

/** A bar for a time span. */
export function bar(
  look: string,
  span: TimeSpan,
  place: XScale,
  y: number,
  height: number,
  minWidth = MIN_BAR_WIDTH,
): Element {
  const { x, width } = barOf(span, place, minWidth)
  return rect(look, x, y, width, height)
}

/** Place and width of a bar for a time span. */
export function barOf({ fromMs, toMs }: TimeSpan, place: XScale, minWidth = MIN_BAR_WIDTH) {
  const x = place(fromMs)
  return { x, width: Math.max(place(toMs) - x, minWidth) }
}

/** The moment at an x, the inverse of `xScaleIn`, clamped to the span. */
export function msAtX(x: number, { fromMs, toMs }: TimeSpan, frame: Frame): number {
  const part = (x - frame.gutter) / plotWidth(frame)
  return fromMs + Math.min(Math.max(part, 0), 1) * (toMs - fromMs)
}

/** The root element, with a name for screen readers. */
export function drawing(
  name: string,
  { width }: Frame,
  height: number,
  ...children: readonly Element[]
): Element {
  const [tall, viewBox] = [Math.ceil(height), `0 0 ${width} ${Math.ceil(height)}`]
  const look = { class: 'drawing', viewBox, width, height: tall, role: 'group', 'aria-label': name }
  return element('svg', look, ...children)
}

/** A root element that screen readers skip. */
export function decoration(
  look: string,
  { width }: Frame,
  height: number,
  ...children: readonly Element[]
): Element {
  const viewBox = `0 0 ${width} ${height}`
  return element(
    'svg',
    { class: `drawing ${look}`, viewBox, width, height, 'aria-hidden': 'true' },
    ...children,
  )
}

const HOUR_MS = 3600e3
const STEPS_MS = [
  100,
  200,
  500,
  1e3,
  2e3,
  5e3,
  10e3,
  20e3,
  30e3,
  60e3,
  120e3,
  300e3,
  600e3,
  1800e3,
  ...[1, 2, 4, 6, 12, 24, 48, 168, 336, 672, 2016, 8736].map((hours) => hours * HOUR_MS),
]
/** Least width per label. */
const MIN_STEP = 60
/** More than the mean width of a character in a label of the axis, in any usual typeface. */
const TICK_SIGN_WIDTH = 6.6

/** The least round length of time that divides a longer one into at most `maxSteps` steps. */
export function timeStep(lengthMs: number, maxSteps: number): number {
  return STEPS_MS.find((ms) => lengthMs / ms <= maxSteps) ?? lengthMs / maxSteps
}

/** The least of 1, 2 and 5 times a power of ten that divides a length into at most `maxSteps` steps. */
export function decimalStep(length: number, maxSteps: number): number {
  const power = 10 ** Math.floor(Math.log10(length / maxSteps))
  return ([1, 2, 5].find((factor) => length / (factor * power) <= maxSteps) ?? 10) * power
}

/** The multiples of `step` from `low` to `high`. */
export function multiplesIn(low: number, high: number, step: number): number[] {
  const first = Math.ceil(low / step)
  const count = Math.max(Math.floor(high / step) - first + 1, 0)
  return Array.from({ length: count }, (_, index) => (first + index) * step)
}

/** Lines of a height, and labels below them unless these are drawn apart. */
export function axis(span: TimeSpan, frame: Frame, height: number, isLabelled = true): Element {
  const labelsY = isLabelled ? height : undefined
  return element('g', { 'aria-hidden': 'true' }, ...axisMarks(span, frame, height, labelsY))
}

/** The labels alone. */
export function drawAxis(span: TimeSpan, frame: Frame): Element {
  const height = frame.detail === undefined ? AXIS_HEIGHT : AXIS_HEIGHT + DETAIL_HEIGHT
  return decoration('axis', frame, height, ...axisMarks(span, frame, undefined, 0))
}

/** Lines of a height, and labels below `labelsY`; undefined for none. */
function axisMarks(
  span: TimeSpan,
  frame: Frame,
  height: number | undefined,
  labelsY: number | undefined,
): Element[] {
  const { width, label, detail } = frame
  const place = xScaleIn(span, frame)
  const perMs = plotWidth(frame) / (span.toMs - span.fromMs)
  const labelsAt = (ms: number, stepMs: number) =>
    [label, ...(detail ? [detail] : [])].map((of) => of(ms, stepMs))
  const widthOf = (words: string) => words.length * TICK_SIGN_WIDTH
  const roomFor = (stepMs: number) =>
    Math.max(...labelsAt(span.fromMs, stepMs).map(widthOf)) + TICK_SIGN_WIDTH
  const step = STEPS_MS.find((ms) => ms * perMs >= Math.max(MIN_STEP, roomFor(ms))) ?? span.toMs - span.fromMs
  return multiplesIn(span.fromMs, span.toMs, step).flatMap((ms) => {
    const x = place(ms)
    const grid = height === undefined ? [] : [line('grid', x, 0, x, height)]
    if (labelsY === undefined) return grid
    const drawn = labelsAt(ms, step).map((words, row) => {
      const labelX = Math.min(x, width - widthOf(words) / 2)
      const look = row === 0 ? 'tick' : 'tick since'
      return text(look, labelX, labelsY + 14 + row * DETAIL_HEIGHT, words, 'middle')
    })
    return [...grid, ...drawn]
  })
}

const DETAIL_HEIGHT = 13

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
    return [line('phase', x, 0, x, height), text('phase-name', labels[index], 11, name)]
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

/** A line at a time, such as the current one; empty outside the span. */
export function nowMark(
  nowMs: number,
  span: TimeSpan,
  frame: Frame,
  height: number,
  name: string,
): readonly Element[] {
  if (nowMs < span.fromMs || nowMs > span.toMs) return []
  const x = xScaleIn(span, frame)(nowMs)
  const isLeft = x < frame.width - 40
  const label = text('now-name', isLeft ? x + 4 : x - 4, 11, name, isLeft ? undefined : 'end')
  return [
    element('g', { class: 'now-mark' }, line(name === 'now' ? name : `now ${name}`, x, 0, x, height), label),
  ]
}

/** `+1:30`, or `+0:12.5` by the step. */
export function formatMoment(ms: number, stepMs: number): string {
  if (stepMs < 1000) return sinceInWords(ms)
  return sinceInWords(Math.round(ms / 1000) * 1000).slice(0, -2)
}

/** Approximate width of a character in lanes: text cannot be measured before drawing. */
export const SIGN_WIDTH = 5.2

export function truncateLabel(words: string, maxSigns: number): string {
  return words.length <= maxSigns ? words : `${words.slice(0, Math.max(Math.floor(maxSigns) - 1, 0))}…`
}
