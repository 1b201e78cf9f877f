/** Streams of several replicas: each is served by one, and follows what others change and count. */
import { once } from 'node:events'
import { describe, expect, test } from 'vitest'
import { WebSocket } from 'ws'
import { hasStore } from '../../support/redis.js'
import { until } from '../../support/until.js'
import { threeReplicas } from './support.js'

const three = threeReplicas()

/** A stream of a replica that is subscribed to prices, with all frames of data so far. */
async function streamAt(n: number, below = '') {
  const socket = new WebSocket(`${three.urls[n].replace('http', 'ws')}${below}/arbitrum-api/v1/stream`)
  const frames: { readonly originTs: number; readonly serverTs: number }[] = []
  socket.on('message', (data) => {
    const frame = JSON.parse(String(data))
    if (frame.ch === 'prices') frames.push(frame)
  })
  const closed = once(socket, 'close')
  await once(socket, 'open')
  socket.send('{"op":"subscribe","channels":["prices"]}')
  await until(() => expect(frames.length).toBe(1))
  return { socket, frames, closed }
}

describe.runIf(hasStore())('streams of three replicas', () => {
  test('clock, rules, counts and the end of a session reach them from any replica; the journal is one', async () => {
    await three.start({ clock: 'frozen', at: '2026-03-01T12:00:00Z' })
    await three.control(0).post('/sessions', { id: 'shared' })
    const below = '/s/shared'
    const rules = [
      { id: 'third', match: { endpoint: 'stream' }, when: { calls: 3 }, fault: { stale: '20s' } },
    ]
    await three.control(1, below).put('/scenario', { rules })
    const streams = [await streamAt(0, below), await streamAt(1, below), await streamAt(2, below)]
    const startMs = streams[0].frames[0].serverTs
    await three.control(2, below).post('/clock/advance', { by: '5s' })
    await until(() => expect(streams.map(({ frames }) => frames.length)).toEqual([2, 2, 2]))
    // Only the third connection of all replicas is the rule's.
    expect(streams.map(({ frames }) => frames[1].originTs - startMs)).toEqual([5000, 5000, -15_000])
    expect(streams.map(({ frames }) => frames[1].serverTs - startMs)).toEqual([5000, 5000, 5000])
    const drops = [{ id: 'drop', match: { endpoint: 'stream' }, fault: { drop: 'now' } }]
    await three.control(0, below).put('/scenario', { rules: drops })
    expect((await Promise.all(streams.map(({ closed }) => closed))).map(([code]) => code)).toEqual([
      1001, 1001, 1001,
    ])
    const again = await streamAt(1, below)
    const entries = async () => (await three.control(2, below).get('/journal?endpoint=stream')).body.entries
    await until(async () => {
      const seen = (await entries()).map(({ rule, stream }: never) => [
        rule,
        (stream as { closed: unknown }).closed,
      ])
      const closed = { code: 1001, side: 'server' }
      expect(seen).toEqual([
        [null, closed],
        [null, closed],
        ['third', closed],
        ['drop', null],
      ])
    })
    await three.control(0).delete(`/sessions/shared`)
    expect((await again.closed)[0]).toBe(1001)
  })
})
