/** Drag, wheel and keys that choose the range of time, alike on chart and lanes. */
import type { RefObject } from 'preact'
import { useEffect, useRef } from 'preact/hooks'
import { type Frame, msAtX, type TimeSpan } from '../../../kit/svg/frame.js'
import { actOnKey } from '../hooks.js'
import { shownRange } from '../view.js'
import { followNow, showRange } from './shown-time.js'
import { MIN_SPAN_MS, moved, zoomed } from './spans.js'

/** Px from which a press is a drag. */
const DRAG_PX = 5
const ZOOM = 1.25

/** Something that a drag moves in time. */
export interface Grabbed {
  readonly move: (ms: number) => void
  readonly drop: () => void
  /** Cancels the drag. */
  readonly leave: () => void
}

type Grab = (target: EventTarget | null) => Grabbed | undefined

/** The element has a `.brush`, which marks the dragged range, and draws `drawn` in `frame`. `grab` may take a press. */
export function useTimeGestures(
  ref: RefObject<HTMLElement | null>,
  drawn: TimeSpan,
  frame: Frame,
  grab: Grab = () => undefined,
): void {
  const axis = useRef({ drawn, frame })
  axis.current = { drawn, frame }
  useEffect(() => (ref.current === null ? undefined : followGestures(ref.current, axis, grab)), [])
}

function followGestures(
  box: HTMLElement,
  axis: { readonly current: { readonly drawn: TimeSpan; readonly frame: Frame } },
  grab: Grab,
): () => void {
  const msAt = (clientX: number) =>
    msAtX(clientX - box.getBoundingClientRect().left, axis.current.drawn, axis.current.frame)
  const span = () => shownRange.peek() ?? axis.current.drawn
  const ending = new AbortController()
  const brush = box.querySelector<HTMLElement>('.brush')
  let begun:
    | { readonly x: number; readonly ms: number; readonly grabbed?: Grabbed; isDrag: boolean }
    | undefined
  const on = <Name extends keyof HTMLElementEventMap>(
    name: Name,
    act: (event: HTMLElementEventMap[Name]) => void,
  ) => box.addEventListener(name, act, { signal: ending.signal, passive: false })

  on('pointerdown', ({ button, clientX, target }) => {
    const grabbed = grab(target)
    begun =
      button === 0 ? { x: clientX, ms: msAt(clientX), isDrag: false, ...(grabbed && { grabbed }) } : undefined
  })
  on('pointermove', ({ clientX, pointerId, pointerType }) => {
    if (begun === undefined || (!begun.isDrag && Math.abs(clientX - begun.x) < DRAG_PX)) return
    if (!begun.isDrag) box.setPointerCapture(pointerId)
    begun.isDrag = true
    // A finger pulls, a mouse marks.
    if (begun.grabbed) begun.grabbed.move(msAt(clientX))
    else if (pointerType === 'touch') showRange(moved(span(), begun.ms - msAt(clientX)))
    else mark(begun.x, clientX)
  })
  on('pointerup', ({ clientX, pointerType }) => {
    const { ms = 0, grabbed, isDrag = false } = begun ?? {}
    leave()
    if (!isDrag) return
    box.addEventListener('click', (event) => event.stopPropagation(), { capture: true, once: true })
    if (grabbed !== undefined) return grabbed.drop()
    if (pointerType === 'touch') return
    const [fromMs, toMs] = [ms, msAt(clientX)].sort((a, b) => a - b)
    showRange({ fromMs, toMs: Math.max(toMs, fromMs + MIN_SPAN_MS) })
  })
  on('pointercancel', () => {
    begun?.grabbed?.leave()
    leave()
  })
  on('dblclick', followNow)
  on('wheel', (event) => {
    // Lanes that scroll keep the plain wheel.
    if (box.scrollHeight > box.clientHeight + 1 && !event.ctrlKey) return
    event.preventDefault()
    const by = event.deltaY === 0 ? 1 : event.deltaY > 0 ? ZOOM : 1 / ZOOM
    if (by !== 1) showRange(zoomed(span(), by, msAt(event.clientX)))
  })
  on('keydown', (event) => {
    const { fromMs, toMs } = span()
    actOnKey(event, {
      '0': followNow,
      '+': () => showRange(zoomed(span(), 1 / ZOOM)),
      '-': () => showRange(zoomed(span(), ZOOM)),
      ',': () => showRange(moved(span(), (fromMs - toMs) / 2)),
      '.': () => showRange(moved(span(), (toMs - fromMs) / 2)),
    })
  })
  return () => ending.abort()

  function mark(x: number, to: number): void {
    if (brush === null) return
    brush.hidden = false
    brush.style.left = `${Math.min(x, to) - box.getBoundingClientRect().left}px`
    brush.style.width = `${Math.abs(to - x)}px`
  }

  function leave(): void {
    begun = undefined
    if (brush !== null) brush.hidden = true
  }
}
