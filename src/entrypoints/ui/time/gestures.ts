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

/** Something that a drag moves: a moment, or a price. */
export interface Grabbed {
  readonly move: (ms: number, byY: number) => void
  readonly drop: () => void
  /** Cancels the drag. */
  readonly leave: () => void
}

type Grab = (event: PointerEvent) => Grabbed | undefined

interface Axis {
  readonly drawn: TimeSpan
  readonly frame: Frame
}

/** A press, which may become a drag. */
interface Begun {
  readonly x: number
  readonly y: number
  readonly span: TimeSpan
  readonly axis: Axis
  readonly grabbed?: Grabbed
  isDrag: boolean
}

/** A drag pans, with Shift it zooms; two fingers zoom too. The element has a `.brush`, which marks the dragged range, and draws `drawn` in `frame`. `grab` may take a press. */
export function useTimeGestures(
  ref: RefObject<HTMLElement | null>,
  drawn: TimeSpan,
  frame: Frame,
  grab: Grab = () => undefined,
): void {
  const latest = useRef({ drawn, frame, grab })
  latest.current = { drawn, frame, grab }
  useEffect(() => (ref.current === null ? undefined : followGestures(ref.current, latest)), [])
}

function followGestures(
  box: HTMLElement,
  latest: { readonly current: Axis & { readonly grab: Grab } },
): () => void {
  const msAt = (clientX: number, { drawn, frame }: Axis = latest.current) =>
    msAtX(clientX - box.getBoundingClientRect().left, drawn, frame)
  const span = () => shownRange.peek() ?? latest.current.drawn
  const ending = new AbortController()
  const brush = box.querySelector<HTMLElement>('.brush')
  let begun: Begun | undefined
  /** The x of each finger on the element. */
  const fingers = new Map<number, number>()
  let pinch: { readonly distance: number; readonly ms: number; readonly span: TimeSpan } | undefined
  const distance = () => {
    const [a = 0, b = 0] = fingers.values()
    return Math.max(Math.abs(a - b), 1)
  }
  const on = <Name extends keyof HTMLElementEventMap>(
    name: Name,
    act: (event: HTMLElementEventMap[Name]) => void,
  ) => box.addEventListener(name, act, { signal: ending.signal, passive: false })

  on('pointerdown', (event) => {
    const { button, clientX, clientY, pointerId, pointerType } = event
    if (pointerType === 'touch') fingers.set(pointerId, clientX)
    if (fingers.size === 2) {
      cancel()
      const [a = clientX, b = clientX] = fingers.values()
      pinch = { distance: distance(), ms: msAt((a + b) / 2), span: span() }
      for (const id of fingers.keys()) box.setPointerCapture(id)
    } else if (button === 0) {
      const grabbed = latest.current.grab(event)
      begun = {
        x: clientX,
        y: clientY,
        span: span(),
        axis: latest.current,
        isDrag: false,
        ...(grabbed && { grabbed }),
      }
    }
  })
  on('pointermove', ({ clientX, clientY, pointerId, shiftKey }) => {
    if (fingers.has(pointerId)) fingers.set(pointerId, clientX)
    if (pinch !== undefined) return showRange(zoomed(pinch.span, pinch.distance / distance(), pinch.ms))
    if (begun === undefined) return
    if (!begun.isDrag && Math.hypot(clientX - begun.x, clientY - begun.y) < DRAG_PX) return
    if (!begun.isDrag) box.setPointerCapture(pointerId)
    begun.isDrag = true
    if (begun.grabbed) begun.grabbed.move(msAt(clientX), clientY - begun.y)
    else if (shiftKey) mark(begun.x, clientX)
    // By the axis of the begin: the current one may not yet show the last step.
    else showRange(moved(begun.span, msAt(begun.x, begun.axis) - msAt(clientX, begun.axis)))
  })
  on('pointerup', ({ clientX, pointerId, shiftKey }) => {
    const { x = clientX, grabbed, isDrag = false } = begun ?? {}
    leave(pointerId)
    if (!isDrag) return
    box.addEventListener('click', (event) => event.stopPropagation(), { capture: true, once: true })
    if (grabbed !== undefined) return grabbed.drop()
    if (!shiftKey) return
    const ends = [msAt(x), msAt(clientX)]
    const fromMs = Math.min(...ends)
    showRange({ fromMs, toMs: Math.max(...ends, fromMs + MIN_SPAN_MS) })
  })
  on('pointercancel', ({ pointerId }) => {
    cancel()
    leave(pointerId)
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

  function cancel(): void {
    begun?.grabbed?.leave()
    begun = undefined
  }

  function leave(pointerId: number): void {
    fingers.delete(pointerId)
    pinch = undefined
    begun = undefined
    if (brush !== null) brush.hidden = true
  }
}
