/** Work that may stall. */
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { waitAtMost, whilePending } from '../../../src/kit/clock/timers.js'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

test('an action is repeated at equal intervals until the work settles', async () => {
  const calls: number[] = []
  const startMs = Date.now()
  let finish = (_: string) => {}
  const work = new Promise<string>((resolve) => {
    finish = resolve
  })
  const outcome = whilePending(work, 100, () => void calls.push(Date.now() - startMs))
  await vi.advanceTimersByTimeAsync(1000)
  expect(calls).toEqual([100, 200, 300, 400, 500, 600, 700, 800, 900, 1000])
  finish('done')
  expect(await outcome).toBe('done')
  await vi.advanceTimersByTimeAsync(10_000)
  expect(calls).toHaveLength(10)
})

test('work that fails ends it too, and work that settles in time causes no action', async () => {
  const action = vi.fn()
  await expect(whilePending(Promise.reject(new Error('refused')), 100, action)).rejects.toThrow('refused')
  expect(await whilePending(Promise.resolve(1), 100, action)).toBe(1)
  await vi.advanceTimersByTimeAsync(1000)
  expect(action).not.toHaveBeenCalled()
})

test('a bounded wait ends with the work or at its limit, and leaves no timer behind', async () => {
  await waitAtMost(1000, Promise.resolve())
  expect(vi.getTimerCount()).toBe(0)
  const stalled = waitAtMost(1000, new Promise(() => {}))
  await vi.advanceTimersByTimeAsync(1000)
  await stalled
  expect(vi.getTimerCount()).toBe(0)
})
