import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { createClock } from '../../../src/kit/clock/clock.js'
import { HeldRequests } from '../../../src/kit/clock/held-requests.js'
import { nextTurn, setTimer } from '../../../src/kit/clock/timers.js'

beforeEach(() => vi.useFakeTimers({ now: Date.parse('2026-05-01T00:00:00Z') }))
afterEach(() => vi.useRealTimers())

const iso = (ms: number) => new Date(ms).toISOString()
const start = Date.parse('2026-03-01T12:00:00Z')

describe('the virtual clock', () => {
  test('a real one starts at the machine time and runs with it, a scaled one at its rate from its start', () => {
    const real = createClock({ mode: 'real', rate: 1 })
    const scaled = createClock({ mode: 'real', rate: 60, atMs: start })
    vi.advanceTimersByTime(1500)
    expect(iso(real.nowMs())).toBe('2026-05-01T00:00:01.500Z')
    expect(iso(scaled.nowMs())).toBe('2026-03-01T12:01:30.000Z')
  })

  test('a frozen clock stays, can be moved, and continues from there', () => {
    const clock = createClock({ mode: 'frozen', rate: 1, atMs: start })
    const seen: string[] = []
    for (const change of [
      () => {},
      () => clock.advance(300_000),
      () => clock.set({ mode: 'real', rate: 2 }),
      () => clock.set({ mode: 'frozen' }),
    ]) {
      change()
      vi.advanceTimersByTime(1000)
      seen.push(iso(clock.nowMs()).slice(11, 19))
    }
    expect(seen).toEqual(['12:00:00', '12:05:00', '12:05:02', '12:05:02'])
  })

  test('it travels in both directions, a hundred years at once, and a change of its rate moves it not', () => {
    const clock = createClock({ mode: 'real', rate: 1000, atMs: start })
    for (const at of ['2100-01-01T00:00:00.000Z', '1990-01-01T00:00:00.000Z']) {
      clock.set({ atMs: Date.parse(at) })
      expect(iso(clock.nowMs())).toBe(at)
    }
    vi.advanceTimersByTime(50)
    const before = clock.nowMs()
    clock.set({ rate: 0.5 })
    expect(clock.nowMs()).toBe(before)
  })

  test("it does not follow changes of the machine's clock; its setting makes another like it", () => {
    const clock = createClock({ mode: 'real', rate: 3, atMs: start })
    vi.setSystemTime(Date.parse('2030-01-01T00:00:00Z'))
    expect(clock.nowMs()).toBe(start)
    vi.advanceTimersByTime(10)
    expect(createClock(clock.setting()).nowMs()).toBe(clock.nowMs())
  })
})

describe('waits', () => {
  const never = new AbortController().signal

  test('end by themselves, all at once, or with the signal', async () => {
    const waits = new HeldRequests()
    const client = new AbortController()
    const all = [
      waits.wait(100, never),
      waits.wait(Number.POSITIVE_INFINITY, never),
      waits.wait(500, client.signal),
    ]
    expect(waits.held).toBe(3)
    vi.advanceTimersByTime(100)
    expect(await all[0]).toBe(false)
    client.abort()
    expect(await all[2]).toBe(true)
    waits.free()
    expect(await all[1]).toBe(true)
    expect(await waits.wait(1e6, client.signal)).toBe(true)
    expect(waits.held).toBe(0)
  })

  test('longer than a timer can be set for, they last until they are freed', async () => {
    const waits = new HeldRequests()
    const wait = waits.wait(2 ** 40, never)
    vi.advanceTimersByTime(2 ** 33)
    expect(waits.held).toBe(1)
    waits.free()
    expect(await wait).toBe(true)
  })

  test('freed requests do not wait again, later ones do', async () => {
    const waits = new HeldRequests()
    const since = waits.timesFreed
    const first = waits.wait(1e6, never, since)
    waits.free()
    expect(await first).toBe(true)
    expect(await waits.wait(Number.POSITIVE_INFINITY, never, since)).toBe(true)
    const late = waits.wait(100, never, waits.timesFreed)
    vi.advanceTimersByTime(100)
    expect(await late).toBe(false)
  })

  test('thousands are freed over several turns, interleaved with others; later ones are unaffected', async () => {
    vi.useRealTimers()
    const waits = new HeldRequests()
    let answered = 0
    const all = Array.from({ length: 2000 }, () =>
      waits.wait(Number.POSITIVE_INFINITY, new AbortController().signal).then(() => answered++),
    )
    waits.free()
    const late = waits.wait(0, never)
    await nextTurn()
    expect(answered).toBeGreaterThan(0)
    expect(answered).toBeLessThan(all.length)
    expect(await late).toBe(false)
    await Promise.all(all)
    expect(waits.held).toBe(0)
  })

  test('a shared limit counts all holders', () => {
    const all = { count: 0, most: 2 }
    const [one, other] = [new HeldRequests(all), new HeldRequests(all)]
    void one.wait(1000, never)
    expect(other.isFull).toBe(false)
    void other.wait(1000, never)
    expect([one.isFull, other.isFull]).toEqual([true, true])
    one.free()
    expect(other.isFull).toBe(false)
    vi.advanceTimersByTime(1000)
    expect(all.count).toBe(0)
  })
})

describe('later', () => {
  const DAY_MS = 86_400_000

  test.each([1000, 30 * DAY_MS, 100 * DAY_MS])('does it %s ms later, not before', (ms) => {
    const action = vi.fn()
    setTimer(ms, action)
    vi.advanceTimersByTime(ms - 1)
    expect(action).not.toHaveBeenCalled()
    vi.advanceTimersByTime(1)
    expect(action).toHaveBeenCalledOnce()
  })

  test('called off, also when its first timer has gone off', () => {
    const action = vi.fn()
    const callOff = setTimer(60 * DAY_MS, action)
    vi.advanceTimersByTime(30 * DAY_MS)
    callOff()
    vi.advanceTimersByTime(60 * DAY_MS)
    expect(action).not.toHaveBeenCalled()
  })
})
