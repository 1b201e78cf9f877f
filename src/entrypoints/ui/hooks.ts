/** Hooks and helpers of signals and elements. */
import { type Signal, useSignal } from '@preact/signals'
import { useEffect, useLayoutEffect, useRef, useState } from 'preact/hooks'
import { each } from './timers.js'

/** Sets a signal, as an expression: `onClick={() => set(isOpen, true)}`. */
export function assign<Value>(signal: Signal<Value>, value: Value): void {
  signal.value = value
}

/**
 * Asks again every `ms` while the page is visible and `causes` have changed. The last reply stays while the server does not answer,
 * which the header shows.
 */
export function usePolled<Reply>(
  ms: number,
  ask: (last: Reply | undefined) => Promise<Reply>,
  causes: (last: Reply | undefined) => readonly unknown[],
  isNeeded = true,
): Reply | undefined {
  const known = useSignal<Reply | undefined>(undefined)
  useEffect(() => {
    if (!isNeeded) {
      known.value = undefined
      return undefined
    }
    let isWanted = true
    let seen: readonly unknown[] = []
    const refresh = async () => {
      const now = causes(known.peek())
      if (document.hidden || (seen.length > 0 && now.every((one, index) => one === seen[index]))) return
      seen = now
      const reply = await ask(known.peek()).catch(() => known.peek())
      if (isWanted) known.value = reply
    }
    void refresh()
    const stop = each(ms, () => void refresh())
    return () => {
      isWanted = false
      stop()
    }
  }, [isNeeded])
  return known.value
}

/** The current size of an element in whole pixels; 0 before it is on the page. */
export function useSize<Measured extends HTMLElement>() {
  const ref = useRef<Measured>(null)
  const [[width, height], setSize] = useState([0, 0])
  useLayoutEffect(() => {
    const measured = ref.current
    if (measured === null) return undefined
    const measure = () => setSize([measured.clientWidth, measured.clientHeight])
    const observer = new ResizeObserver(measure)
    measure()
    observer.observe(measured)
    return () => observer.disconnect()
  }, [])
  return [ref, width, height] as const
}

/** Runs the action of a key that is pressed without another. */
export function actOnKey(event: KeyboardEvent, actions: Readonly<Record<string, () => void>>): void {
  const action = actions[event.key]
  if (event.ctrlKey || event.metaKey || event.altKey || action === undefined) return
  event.preventDefault()
  action()
}
