/** Keyboard navigation: left and right along a lane, up and down to the nearest mark of the next. */

/** The number of the request of a mark, the newest of several. */
export function numberAt(target: EventTarget | null): number | undefined {
  const mark = markAt(target)
  const numbers = mark?.getAttribute('data-n')?.split(' ') ?? []
  return numbers.length === 0 ? undefined : Number(numbers.at(-1))
}

/** How far from a mark a press may be, px: marks are a few px wide. */
const REACH = 8

/** The number of the request at a press, or of the nearest one in the same lane. */
export function numberNear(target: EventTarget | null, x: number): number | undefined {
  const lane = target instanceof Element ? target.closest('.lane-group') : null
  if (markAt(target) !== null || lane === null) return numberAt(target)
  const distance = (mark: Element) => {
    const { left, right } = mark.getBoundingClientRect()
    return Math.max(left - x, x - right)
  }
  const [best] = marksIn(lane).sort((a, b) => distance(a) - distance(b))
  return best !== undefined && distance(best) <= REACH ? numberAt(best) : undefined
}

/** Focuses another mark; returns false for other keys. */
export function moveAmongMarks(target: EventTarget | null, key: string): boolean {
  const mark = markAt(target)
  const lane = mark?.closest('.lane-group')
  if (mark == null || lane == null) return false
  const marks = marksIn(lane)
  const at = marks.indexOf(mark)
  const along = { ArrowLeft: at - 1, ArrowRight: at + 1, Home: 0, End: marks.length - 1 }[key]
  if (along !== undefined) return focusOn(marks[along])
  const step = { ArrowUp: -1, ArrowDown: 1 }[key]
  if (step === undefined) return false
  const lanes = [...(lane.parentElement?.querySelectorAll('.lane-group') ?? [])]
  for (let next = lanes.indexOf(lane) + step; next >= 0 && next < lanes.length; next += step)
    if (focusOn(nearest(marksIn(lanes[next]), mark))) break
  return true
}

const markAt = (target: EventTarget | null): Element | null =>
  target instanceof Element ? target.closest('.mark[data-n]') : null

const marksIn = (lane: Element) => [...lane.querySelectorAll('.mark[data-n]')]

const xOf = (mark: Element) => Number(mark.getAttribute('x'))

function nearest(marks: readonly Element[], to: Element): Element | undefined {
  const distance = (mark: Element) => Math.abs(xOf(mark) - xOf(to))
  return marks.reduce<Element | undefined>(
    (best, mark) => (best === undefined || distance(mark) < distance(best) ? mark : best),
    undefined,
  )
}

function focusOn(mark: Element | undefined): boolean {
  if (!(mark instanceof SVGElement)) return false
  mark.focus()
  return true
}
