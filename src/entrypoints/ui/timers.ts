/** The only access to machine time and timers; everything shown is virtual time. */

/** Monotonic real ms. */
// biome-ignore lint/nursery/noJsRestrictedProperties: this is the place.
export const machineMs = (): number => performance.now()

/** Calls `act` every `ms`; returns a function that stops it. */
export function each(ms: number, act: () => void): () => void {
  const timer = setInterval(act, ms)
  return () => clearInterval(timer)
}

export function after(ms: number, act: () => void): () => void {
  const timer = setTimeout(act, ms)
  return () => clearTimeout(timer)
}
