import type { RefObject } from 'preact'
import { useLayoutEffect, useRef, useState } from 'preact/hooks'

/** The current width of an element in whole pixels; 0 before it is on the page. */
export function useWidth<Measured extends HTMLElement>(): [RefObject<Measured | null>, number] {
  const ref = useRef<Measured>(null)
  const [width, setWidth] = useState(0)
  useLayoutEffect(() => {
    const measured = ref.current
    if (measured === null) return undefined
    const observer = new ResizeObserver(() => setWidth(measured.clientWidth))
    setWidth(measured.clientWidth)
    observer.observe(measured)
    return () => observer.disconnect()
  }, [])
  return [ref, width]
}
