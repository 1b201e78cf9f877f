/** The marks of the lanes by pointer and keys: left and right along a lane, up and down to the nearest mark of the next. */
import { actOnKey } from '../hooks.js'
import { openEntry } from '../journal/selection.js'

const MARK = '.mark[data-n]'

/** Opens the request of a mark, the newest of several. */
export function openMark(mark: Element | undefined): void {
  const n = mark?.getAttribute('data-n')?.split(' ').at(-1)
  if (n !== undefined) openEntry(Number(n))
}

/** How far from a mark a press may be, px: marks are a few px wide. */
const REACH = 8

/** The mark at a press, or the nearest one in the same lane. */
export function markNear(target: EventTarget | null, x: number): Element | undefined {
  const lane = target instanceof Element ? target.closest('.lane-group') : null
  const near = markAt(target) ?? (lane && nearest(lane, x))
  return near && distance(near, x) <= REACH ? near : undefined
}

/** Keys open the request of the mark that has the focus, or move the focus to another mark. */
export function actOnMark(event: KeyboardEvent): void {
  const mark = markAt(event.target)
  const lane = mark?.closest('.lane-group')
  if (mark === null || lane == null) return
  const marks = marksOf(lane)
  const at = marks.indexOf(mark)
  const lanes = [...document.querySelectorAll(`.lane-group:has(${MARK})`)]
  const focusIn = (other: Element | undefined) =>
    other && nearest(other, mark.getBoundingClientRect().left)?.focus()
  actOnKey(event, {
    ArrowLeft: () => marks[at - 1]?.focus(),
    ArrowRight: () => marks[at + 1]?.focus(),
    ArrowUp: () => focusIn(lanes[lanes.indexOf(lane) - 1]),
    ArrowDown: () => focusIn(lanes[lanes.indexOf(lane) + 1]),
    Home: () => marks[0]?.focus(),
    End: () => marks.at(-1)?.focus(),
    Enter: () => openMark(mark),
    ' ': () => openMark(mark),
  })
}

const markAt = (target: EventTarget | null) =>
  target instanceof Element ? target.closest<SVGElement>(MARK) : null

function distance(mark: Element, x: number): number {
  const { left, right } = mark.getBoundingClientRect()
  return Math.max(left - x, x - right)
}

const marksOf = (lane: Element) => [...lane.querySelectorAll<SVGElement>(MARK)]

const nearest = (lane: Element, x: number): SVGElement | undefined =>
  marksOf(lane).sort((a, b) => distance(a, x) - distance(b, x))[0]
