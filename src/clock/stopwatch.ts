/** Starts measuring; what it returns tells the real ms since. */
export function startStopwatch(): () => number {
  const startMs = performance.now()
  return () => performance.now() - startMs
}
