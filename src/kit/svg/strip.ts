/** Events of all lanes: each a mark at its begin, a bar for its duration, and a name. */
import {
  type Frame,
  type NamedTimeSpan,
  SIGN_WIDTH,
  type TimeSpan,
  truncateLabel,
  xScaleIn,
} from './frame.js'
import { type Element, element, rect, text } from './tree.js'

export interface Strip {
  readonly name: string
  readonly happenings: readonly StripEvent[]
}

export interface StripEvent extends NamedTimeSpan {
  readonly class: string
}

const LINE = 14
const GAP = 10
const SIGN = 4

/** Draws the strip at `y`, in as many lines as its names need. */
export function drawStrip(
  { name, happenings }: Strip,
  span: TimeSpan,
  frame: Frame,
  y: number,
): { readonly drawn: readonly Element[]; readonly height: number } {
  const seen = happenings.filter(({ fromMs, toMs }) => toMs >= span.fromMs && fromMs <= span.toMs)
  if (seen.length === 0) return { drawn: [], height: 0 }
  const place = xScaleIn(span, frame)
  const ends: number[] = []
  const drawn = [...seen]
    .sort((a, b) => a.fromMs - b.fromMs)
    .map((happening) => {
      const x = place(happening.fromMs)
      const end = Math.max(place(happening.toMs), x + 1)
      const words = truncateLabel(happening.name, (frame.width - x - 2 * SIGN) / SIGN_WIDTH)
      const free = ends.findIndex((before) => before + GAP <= x)
      const line = free >= 0 ? free : ends.length
      ends[line] = Math.max(end, x + 2 * SIGN + words.length * SIGN_WIDTH)
      return drawHappening(happening, words, x, end, y + line * LINE)
    })
  const height = ends.length * LINE
  const label = text('lane-name', 0, y + height / 2 + 4, name)
  return {
    drawn: [element('g', { class: 'strip', role: 'group', 'aria-label': name }, label, ...drawn)],
    height: height + GAP,
  }
}

function drawHappening(
  { class: kind, name }: StripEvent,
  words: string,
  x: number,
  end: number,
  y: number,
): Element {
  const middle = y + LINE / 2
  return element(
    'g',
    { class: `happening ${kind}`, role: 'img', 'aria-label': name },
    element('title', {}, name),
    rect('lasts', x, y, end - x, LINE - 2),
    element('path', {
      class: 'begins',
      d: `M${[x - SIGN, x, x + SIGN, x].map((left, corner) => `${left.toFixed(1)} ${(middle - 1 + [0, -SIGN, 0, SIGN][corner]).toFixed(1)}`).join('L')}Z`,
    }),
    text('band-name', x + SIGN + 3, y + 10, words),
  )
}
