/** Marks of requests in a lane: in rows if they overlap, merged if they share a place. */
import { getOrCreate } from '../maps.js'
import { OUTCOME_CLASSES, type OutcomeClass } from '../outcome-class.js'
import { barOf, MIN_BAR_WIDTH, type TimeSpan, type XScale } from './frame.js'
import { type Element, element, text } from './tree.js'

export interface Mark extends TimeSpan {
  readonly n: number
  /** Decides colour and height. */
  readonly kind: OutcomeClass
  readonly about: string
}

/** Width from which the duration is visible. */
const LONG_WIDTH = 2 * MIN_BAR_WIDTH
/** Limit of rows for concurrent requests. */
const MAX_ROWS = 6
const MIN_ROW = 5
const HEIGHTS: Readonly<Record<OutcomeClass, number>> = {
  good: 0.55,
  wrong: 0.8,
  error: 1,
  broken: 1,
  silent: 1,
}

export interface MarksPlace {
  readonly place: XScale
  readonly bottom: number
  readonly height: number
  readonly isLive: boolean
}

/** Long marks are placed in rows; short ones have the height of all rows. */
export function drawMarks(marks: readonly Mark[], { place, bottom, height, isLive }: MarksPlace): Element[] {
  const { placed, rows } = inRows(mergeMarks(marks, place, isLive), height, isLive)
  const rowHeight = height / Math.max(rows, 1)
  return placed.map(({ kind, x, width, row, about, ns, count }, index) => {
    const tall = (row === undefined ? height : rowHeight) * HEIGHTS[kind] - 1
    const words = count === 1 ? about : `${about}, and ${count - 1} more like it at the same time`
    return element(
      'rect',
      {
        class: `mark ${kind}`,
        x,
        y: bottom - (row ?? 0) * rowHeight - tall,
        width,
        height: tall,
        role: isLive ? 'button' : 'img',
        'aria-label': isLive ? words : undefined,
        tabindex: index === 0 ? 0 : -1,
        'data-n': ns.join(' '),
      },
      element('title', {}, words),
    )
  })
}

interface PlacedMark {
  readonly kind: OutcomeClass
  readonly x: number
  width: number
  readonly about: string
  readonly ns: number[]
  count: number
  /** Undefined for short marks. */
  row?: number
}

/** Limit of journal numbers per mark. */
const MAX_NUMBERS = 20

/** Merges marks of a kind at the same pixel; long ones only if live. */
function mergeMarks(marks: readonly Mark[], place: XScale, isLive: boolean): PlacedMark[] {
  const byPlace = new Map<string, PlacedMark>()
  for (const { kind, fromMs, toMs, n, about } of marks) {
    const { x, width } = barOf({ fromMs, toMs }, place)
    const long = width <= LONG_WIDTH ? '' : isLive ? 'long' : n
    const key = `${kind} ${Math.round(x)} ${long}`
    const known = byPlace.get(key)
    if (known === undefined) byPlace.set(key, { kind, x, width, about, ns: [n], count: 1 })
    else join(known, { x: known.x, width, ns: [n], count: 1 })
  }
  return [...byPlace.values()].sort((a, b) => a.x - b.x)
}

/** Assigns rows to long marks. Without a free row they overlap; live, those of a kind are merged. */
function inRows(marks: readonly PlacedMark[], height: number, isLive: boolean) {
  const last: PlacedMark[] = []
  const endOf = (mark: PlacedMark) => mark.x + mark.width
  const maxRows = Math.min(MAX_ROWS, Math.max(Math.floor(height / MIN_ROW), 1))
  const placed: PlacedMark[] = []
  for (const mark of marks) {
    if (mark.width > LONG_WIDTH) {
      const free = last.findIndex((before) => endOf(before) <= mark.x)
      const isFull = free < 0 && last.length === maxRows
      const first = last.reduce((least, before, row) => (endOf(before) < endOf(last[least]) ? row : least), 0)
      mark.row = free >= 0 ? free : isFull ? first : last.length
      const alike = isLive && isFull ? last.find(({ kind }) => kind === mark.kind) : undefined
      if (alike !== undefined) {
        join(alike, mark)
        continue
      }
      last[mark.row] = mark
    }
    placed.push(mark)
  }
  return { placed, rows: last.length }
}

function join(
  known: PlacedMark,
  { x, width, ns, count }: Pick<PlacedMark, 'x' | 'width' | 'ns' | 'count'>,
): void {
  known.width = Math.max(known.width, x + width - known.x)
  known.count += count
  if (known.ns.length < MAX_NUMBERS) known.ns.push(...ns.slice(0, MAX_NUMBERS - known.ns.length))
}

export interface CountedSpan extends TimeSpan {
  readonly kind: OutcomeClass
  readonly count: number
}

/** Px. */
const COLUMN = 3

export function drawCounted(
  spans: readonly CountedSpan[],
  { place, bottom, height }: { readonly place: XScale; readonly bottom: number; readonly height: number },
): Element[] {
  const columns = new Map<number, { width: number; readonly counts: Map<OutcomeClass, number> }>()
  for (const { fromMs, toMs, kind, count } of spans) {
    const x = Math.floor(place(fromMs) / COLUMN) * COLUMN
    const column = getOrCreate(columns, x, () => ({ width: COLUMN, counts: new Map<OutcomeClass, number>() }))
    column.width = Math.max(column.width, place(toMs) - x)
    column.counts.set(kind, (column.counts.get(kind) ?? 0) + count)
  }
  const totals = [...columns.values()].map(({ counts }) => sumOf(counts.values()))
  const most = Math.max(...totals, 1)
  const paths = new Map<OutcomeClass, string>()
  for (const [x, { width, counts }] of columns) {
    let y = bottom
    for (const kind of OUTCOME_CLASSES) {
      const tall = (height * (counts.get(kind) ?? 0)) / most
      if (tall === 0) continue
      y -= tall
      const column = `M${x} ${y.toFixed(1)}h${(width - 0.5).toFixed(1)}v${tall.toFixed(1)}h-${(width - 0.5).toFixed(1)}z`
      paths.set(kind, `${paths.get(kind) ?? ''}${column}`)
    }
  }
  return [...paths].map(([kind, d]) => {
    const count = sumOf(spans.map((span) => (span.kind === kind ? span.count : 0)))
    const words = `${count.toLocaleString('en-US')} ${count === 1 ? 'request' : 'requests'}, ${kind}`
    return element('path', { class: `counted-marks ${kind}`, d }, element('title', {}, words))
  })
}

const sumOf = (counts: Iterable<number>): number => [...counts].reduce((sum, count) => sum + count, 0)

/** Px of a reason and, right of it, the name of the current time: without that room it is left to the label. */
const REASON_ROOM = 150

/** Hatches a span of time, with the reason at its begin. */
export function drawHatched(
  { fromMs, toMs }: TimeSpan,
  why: string,
  { place, top, height }: { readonly place: XScale; readonly top: number; readonly height: number },
): Element {
  const [x, end] = [place(fromMs), place(toMs)]
  const pattern = { id: 'hatch', width: 6, height: 6, patternUnits: 'userSpaceOnUse' }
  return element(
    'g',
    { class: 'unkept', role: 'img', 'aria-label': why },
    element('pattern', pattern, element('path', { class: 'hatch', d: 'M0 6L6 0' })),
    element('rect', { x, y: top, width: end - x, height, fill: 'url(#hatch)' }),
    element('title', {}, why),
    ...(end - x < REASON_ROOM ? [] : [text('tick', x + 4, top - 5, why)]),
  )
}
