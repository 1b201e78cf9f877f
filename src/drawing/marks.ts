/** Requests as marks in a lane: as long as they took, in rows where they overlap, one for all that share a place. */
import type { Place, Span } from './frame.js'
import { type Element, element } from './tree.js'

/** What a client met: decides the colour, and how tall the mark is. */
export type MarkKind = 'good' | 'wrong' | 'error' | 'broken' | 'silent'

export interface Mark extends Span {
  /** Its number in the journal. */
  readonly n: number
  readonly kind: MarkKind
  /** All about it, in a line. */
  readonly about: string
}

/** From this width on a mark can be seen. */
export const LEAST_WIDTH = 2.5
/** From this width on one can see that a request took its time. */
const LONG_WIDTH = 2 * LEAST_WIDTH
/** Requests that are held at the same time stand in so many rows at most, each of which can still be seen. */
const MOST_ROWS = 6
const LEAST_ROW = 5
const HEIGHTS: Readonly<Record<MarkKind, number>> = { good: 0.55, wrong: 0.8, error: 1, broken: 1, silent: 1 }

/** Where the marks of a lane lie. */
export interface MarksPlace {
  readonly place: Place
  readonly bottom: number
  readonly height: number
  /** Whether each is a button, which is pressed to see more. */
  readonly isPressed: boolean
}

/** Long ones stand in rows, as they overlap; short ones are as tall as all rows together. */
export function drawMarks(
  marks: readonly Mark[],
  { place, bottom, height, isPressed }: MarksPlace,
): Element[] {
  const rows: number[] = []
  const mostRows = Math.min(MOST_ROWS, Math.max(Math.floor(height / LEAST_ROW), 1))
  const placed = merged(marks, place).map((mark) => {
    if (mark.width <= LONG_WIDTH) return { ...mark, row: undefined }
    const free = rows.findIndex((end) => end <= mark.x)
    const row = free >= 0 ? free : rows.length < mostRows ? rows.length : rows.indexOf(Math.min(...rows))
    rows[row] = mark.x + mark.width
    return { ...mark, row }
  })
  const rowHeight = height / Math.max(rows.length, 1)
  return placed.map(({ kind, x, width, row, about, ns }, index) => {
    const tall = (row === undefined ? height : rowHeight) * HEIGHTS[kind] - 1
    return element(
      'rect',
      {
        class: `mark ${kind}`,
        x,
        y: bottom - (row ?? 0) * rowHeight - tall,
        width,
        height: tall,
        role: isPressed ? 'button' : 'img',
        'aria-label': isPressed ? about : undefined,
        tabindex: index === 0 ? 0 : -1,
        'data-n': ns.join(' '),
      },
      element('title', {}, about),
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
