/** Requests over time: one lane for each base, one mark for each request, bands where rules were active. */
import {
  AXIS_HEIGHT,
  axis,
  drawing,
  GUTTER,
  type NamedSpan,
  type Place,
  phaseMarks,
  placeIn,
  type Span,
  WIDTH,
} from './frame.js'
import { element, text } from './svg.js'

/** What a client met: decides the colour, and how tall the mark is. */
export type MarkKind = 'good' | 'wrong' | 'error' | 'broken' | 'silent'

export interface Mark extends Span {
  /** Its number in the journal. */
  readonly n: number
  readonly kind: MarkKind
  /** All about it, in a line. */
  readonly about: string
}

export interface Lane {
  readonly name: string
  readonly marks: readonly Mark[]
  readonly bands: readonly NamedSpan[]
}

export interface Lanes {
  readonly about: string
  readonly span: Span
  readonly phases: readonly NamedSpan[]
  readonly lanes: readonly Lane[]
}

const TOP = 16
const GAP = 8
const BAND_LINE = 12
const MARKS_HEIGHT = 36
const LEAST_WIDTH = 2.5
/** Room that the name of a band gets where it begins far to the right. */
const LEAST_ROOM = 260
/** About what a sign of it takes. */
const SIGN_WIDTH = 5.2
/** From this width on one can see that a request took its time. */
const LONG_WIDTH = 2 * LEAST_WIDTH
/** Requests that are held at the same time stand in so many rows at most. */
const MOST_ROWS = 6
const HEIGHTS: Readonly<Record<MarkKind, number>> = { good: 0.55, wrong: 0.8, error: 1, broken: 1, silent: 1 }

export function drawLanes({ about, span, phases, lanes }: Lanes): string {
  const place = placeIn(span)
  const drawn: string[] = []
  let y = TOP
  for (const lane of lanes) {
    const height = Math.max(lane.bands.length, 1) * BAND_LINE + MARKS_HEIGHT + 4
    drawn.push(drawLane(lane, place, y, height))
    y += height + GAP
  }
  return drawing(about, y + AXIS_HEIGHT, axis(span, y), ...drawn, phaseMarks(phases, span, y))
}

function drawLane({ name, marks, bands }: Lane, place: Place, y: number, height: number): string {
  const ground = element('rect', { class: 'lane', x: GUTTER, y, width: WIDTH - GUTTER, height })
  const label = element('text', { class: 'lane-name', x: 0, y: y + height / 2 + 4 }, text(name))
  const drawnBands = bands.map(({ name, fromMs, toMs }, line) => {
    const x = place(fromMs)
    const width = Math.max(place(toMs) - x, LEAST_WIDTH)
    const textX = Math.min(x + 3, WIDTH - LEAST_ROOM)
    return element(
      'g',
      {},
      element('title', {}, text(name)),
      element('rect', { class: 'band', x, y, width, height }),
      element(
        'text',
        { class: 'band-name', x: textX, y: y + 10 + line * BAND_LINE },
        text(shortened(name, (WIDTH - textX) / SIGN_WIDTH)),
      ),
    )
  })
  const bottom = y + height - 2
  return element(
    'g',
    { class: 'lane-group', role: 'group', 'aria-label': name, 'data-lane': name },
    ground,
    label,
    ...drawnBands,
    ...drawMarks(marks, place, bottom),
  )
}

/** Long ones stand in rows, as they overlap; short ones are as tall as all rows together. */
function drawMarks(marks: readonly Mark[], place: Place, bottom: number): string[] {
  const rows: number[] = []
  const placed = merged(marks, place).map((mark) => {
    if (mark.width <= LONG_WIDTH) return { ...mark, row: undefined }
    const free = rows.findIndex((end) => end <= mark.x)
    const row = free >= 0 ? free : rows.length < MOST_ROWS ? rows.length : rows.indexOf(Math.min(...rows))
    rows[row] = mark.x + mark.width
    return { ...mark, row }
  })
  const rowHeight = MARKS_HEIGHT / Math.max(rows.length, 1)
  return placed.map(({ kind, x, width, row, about, ns }, index) => {
    const height = (row === undefined ? MARKS_HEIGHT : rowHeight) * HEIGHTS[kind] - 1
    return element(
      'rect',
      {
        class: `mark ${kind}`,
        x,
        y: bottom - (row ?? 0) * rowHeight - height,
        width,
        height,
        role: 'img',
        tabindex: index === 0 ? 0 : -1,
        'data-n': ns.join(' '),
      },
      element('title', {}, text(about)),
    )
  })
}

interface PlacedMark {
  readonly kind: MarkKind
  readonly x: number
  readonly width: number
  readonly about: string
  readonly ns: readonly number[]
}

/** So many numbers are kept of those that lie on each other. */
const MOST_NUMBERS = 20

/** A screen shows a thousand places from left to right: those of a kind that share one are drawn once. */
function merged(marks: readonly Mark[], place: Place): PlacedMark[] {
  const byPlace = new Map<string, { first: Mark; ns: number[]; count: number; width: number; x: number }>()
  for (const mark of marks) {
    const x = place(mark.fromMs)
    const width = Math.max(place(mark.toMs) - x, LEAST_WIDTH)
    const key = `${mark.kind} ${Math.round(x)} ${width > LONG_WIDTH ? mark.n : ''}`
    const known = byPlace.get(key)
    if (known === undefined) byPlace.set(key, { first: mark, ns: [mark.n], count: 1, width, x })
    else {
      known.count++
      known.width = Math.max(known.width, width)
      if (known.ns.length < MOST_NUMBERS) known.ns.push(mark.n)
    }
  }
  return [...byPlace.values()]
    .sort((a, b) => a.x - b.x)
    .map(({ first, ns, count, width, x }) => ({
      kind: first.kind,
      x,
      width,
      ns,
      about: count === 1 ? first.about : `${first.about}, and ${count - 1} more like it at the same time`,
    }))
}

function shortened(words: string, mostSigns: number): string {
  return words.length <= mostSigns ? words : `${words.slice(0, Math.max(Math.floor(mostSigns) - 1, 0))}…`
}
