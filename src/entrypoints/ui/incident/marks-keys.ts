/** The marks of the lanes by pointer and keys: left and right along a lane, up and down to the nearest mark of the next. */

const MARK = '.mark[data-n]'

/** The number of the request of a mark, the newest of several. */
export function numberAt(target: EventTarget | null): number | undefined {
  const numbers = markAt(target)?.getAttribute('data-n')?.split(' ')
  return numbers && Number(numbers.at(-1))
}

/** How far from a mark a press may be, px: marks are a few px wide. */
const REACH = 8

/** The number of the request at a press, or of the nearest one in the same lane. */
export function numberNear(target: EventTarget | null, x: number): number | undefined {
  const lane = target instanceof Element ? target.closest('.lane-group') : null
  if (markAt(target) !== null || lane === null) return numberAt(target)
  const near = nearest(lane, x)
  return near !== undefined && distance(near, x) <= REACH ? numberAt(near) : undefined
}

/** Focuses another mark; returns false for other keys. */
export function moveAmongMarks(target: EventTarget | null, key: string): boolean {
  const mark = markAt(target)
  const lane = mark?.closest('.lane-group')
  if (mark === null || lane == null) return false
  const marks = [...lane.querySelectorAll<SVGElement>(MARK)]
  const at = marks.indexOf(mark)
  const along = { ArrowLeft: at - 1, ArrowRight: at + 1, Home: 0, End: marks.length - 1 }[key]
  const step = { ArrowUp: -1, ArrowDown: 1 }[key]
  if (along !== undefined) marks[along]?.focus()
  if (step === undefined) return marks[along ?? -1] !== undefined
  const lanes = [...(lane.parentElement?.querySelectorAll('.lane-group') ?? [])]
  const others =
    step > 0 ? lanes.slice(lanes.indexOf(lane) + 1) : lanes.slice(0, lanes.indexOf(lane)).reverse()
  const { left } = mark.getBoundingClientRect()
  others
    .map((other) => nearest(other, left))
    .find((found) => found !== undefined)
    ?.focus()
  return true
}

const markAt = (target: EventTarget | null) =>
  target instanceof Element ? target.closest<SVGElement>(MARK) : null

function distance(mark: Element, x: number): number {
  const { left, right } = mark.getBoundingClientRect()
  return Math.max(left - x, x - right)
}

const nearest = (lane: Element, x: number): SVGElement | undefined =>
  [...lane.querySelectorAll<SVGElement>(MARK)].sort((a, b) => distance(a, x) - distance(b, x))[0]
