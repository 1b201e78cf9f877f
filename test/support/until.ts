import { vi } from 'vitest'
import { PATIENCE_MS } from './patience.js'

/** Waits until `check` no longer throws. */
export function until<Result>(check: () => Result | Promise<Result>): Promise<Result> {
  return vi.waitFor(check, { timeout: PATIENCE_MS, interval: 5 })
}
