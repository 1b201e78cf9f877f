/** Frames of an open stream when its session changes, and the most that it holds back. */
import { expect, test } from 'vitest'
import { load } from '../../support/scenario.js'
import { rule, streams } from './support.js'

const { session, startMs, open, advance, under, subscribed, tickersAt, dates, addressOf } = await streams()

test('frames that were slow when the clock is set back are sent at once, and the stream goes on', async () => {
  const stream = await subscribed()
  await advance(3_600_000)
  stream.take()
  under(rule({ slow: '10s' }))
  await advance(1000)
  await advance(1000)
  expect(stream.take()).toEqual([])
  session.clock.set({ mode: 'frozen', atMs: startMs })
  await session.settled()
  expect(dates(stream).join(' ')).toBe('3601,3601 3602,3602')
  await advance(10_000)
  expect(dates(stream)).toEqual([[0, 0]])
})

test('a slow stream holds replies to messages up to a limit, and closes beyond it', async () => {
  under(rule({ slow: '10m' }))
  const stream = await open()
  const message = JSON.stringify({
    op: 'subscribe',
    channels: Array.from({ length: 100 }, (_, n) => `x${n}`),
  })
  const replies = 3000
  for (let n = 0; n < replies; n++) stream.send(message)
  await advance(0)
  expect(await Promise.race([stream.closed, 'open'])).toMatchObject({ code: 1006 })
  expect(stream.take()).toEqual([])
})

test('on a frozen clock, a scenario that changes prices sends them at once, and one of rules sends nothing', async () => {
  const stream = await subscribed()
  const seen = new Set<string>()
  for (const scenario of [
    { seed: 'another' },
    { events: [{ asset: 'ETH', at: '0s', move: '-10%' }] },
    { prices: { ETH: { points: { '0s': 1234 } } } },
    { tokens: { ETH: { delistedAt: '-1h' } } },
    {},
  ]) {
    load(session, scenario)
    await session.settled()
    const [frame, ...others] = stream.take()
    const { data } = JSON.parse(frame ?? '{}')
    expect([data, others], JSON.stringify(scenario)).toEqual([tickersAt(0), []])
    seen.add(JSON.stringify(data[addressOf('ETH')] ?? null))
  }
  expect(seen.size).toBe(5)
  under(rule({ stale: '20s' }))
  await session.settled()
  expect(stream.take()).toEqual([])
})
