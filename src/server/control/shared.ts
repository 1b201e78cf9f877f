/** Results that concurrent callers share: computed once, for all that ask within a few milliseconds. */
import { processMs } from '../../kit/clock/timers.js'
import { getOrCreate } from '../../kit/maps.js'

/** Longest age of a shared result. */
const SHARED_MS = 50

/** Returns the result of `make`, or of an earlier call for the same subject and key that began at `notBeforeMs` or later. */
export type Share<Value> = (subject: WeakKey, key: string, notBeforeMs: number, make: () => Value) => Value

export function createShare<Value>(): Share<Value> {
  const made = new WeakMap<WeakKey, Map<string, { readonly sinceMs: number; readonly value: Value }>>()
  return (subject, key, notBeforeMs, make) => {
    const all = getOrCreate(made, subject, () => new Map())
    const nowMs = processMs()
    for (const [key, { sinceMs }] of all) if (nowMs - sinceMs > SHARED_MS) all.delete(key)
    const found = all.get(key)
    if (found !== undefined && found.sinceMs >= notBeforeMs) return found.value
    const value = make()
    all.set(key, { sinceMs: nowMs, value })
    return value
  }
}
