/** A timer set for longer would go off at once; what is left is waited for by others after it. */
const MOST_TIMER_MS = 2 ** 31 - 1

/** Does something after `ms` of real time, without keeping the process alive for it; returns how to call it off. */
export function later(ms: number, action: () => void): () => void {
  let timer: NodeJS.Timeout
  const wait = (leftMs: number): void => {
    const nextMs = Math.min(leftMs, MOST_TIMER_MS)
    timer = setTimeout(() => (leftMs > nextMs ? wait(leftMs - nextMs) : action()), nextMs)
    timer.unref()
  }
  wait(ms)
  return () => clearTimeout(timer)
}
