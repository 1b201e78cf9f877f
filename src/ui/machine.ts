/** The only place of the page that asks the machine what time it is, or to be woken. Everything that is shown is virtual time. */

/** Real ms since the page was opened; never goes back. */
// biome-ignore lint/nursery/noJsRestrictedProperties: this is the place.
export const machineMs = (): number => performance.now()

/** Calls `act` again and again; the function that is returned ends that. */
export function each(ms: number, act: () => void): () => void {
  const timer = setInterval(act, ms)
  return () => clearInterval(timer)
}

/** Calls `act` once, unless the function that is returned is called before. */
export function after(ms: number, act: () => void): () => void {
  const timer = setTimeout(act, ms)
  return () => clearTimeout(timer)
}
