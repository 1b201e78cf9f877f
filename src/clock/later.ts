/** Does something after `ms` of real time, without keeping the process alive for it; returns how to call it off. */
export function later(ms: number, action: () => void): () => void {
  const timer = setTimeout(action, ms)
  timer.unref()
  return () => clearTimeout(timer)
}
