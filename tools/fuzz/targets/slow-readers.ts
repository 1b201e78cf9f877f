/** Clients that read nothing of event streams, journals and pipelined control calls: memory and others' replies are unharmed. */
import { connect, type Socket } from 'node:net'
import fc from 'fast-check'
import { request } from 'undici'
import { defineTarget, hold } from '../target.js'

const CALLS = [
  'GET /__sim/v1/watch',
  'GET /__sim/v1/journal?limit=10000',
  'GET /__sim/v1/journal/changes?limit=10000',
  'GET /__sim/v1/openapi.json',
  'GET /__sim/v1/health',
  'GET /arbitrum/prices/candles?tokenSymbol=ETH&period=1m&limit=10000',
  'GET /nowhere',
]

interface Health {
  readonly limits: Readonly<Record<string, { readonly current: number; readonly max: number }>>
}

async function limitsOf(url: string): Promise<Health['limits']> {
  const { body } = await request(`${url}/__sim/v1/health`)
  return ((await body.json()) as Health).limits
}

/** Writes the calls in one go and reads `readBytes` at most. */
function stall(url: string, text: string, readBytes: number): Socket {
  const { hostname, port } = new URL(url)
  const socket = connect(Number(port), hostname, () => socket.write(text))
  let heard = 0
  socket.on('error', () => {})
  socket.on('data', (data) => {
    heard += data.length
    if (heard >= readBytes) socket.pause()
  })
  if (readBytes === 0) socket.pause()
  return socket
}

export const slowReaders = defineTarget<{
  calls: readonly string[]
  times: number
  clients: number
  readBytes: number
}>({
  name: 'slow-readers',
  inputs: fc.record({
    calls: fc.array(fc.constantFrom(...CALLS), { minLength: 1, maxLength: 8 }),
    times: fc.integer({ min: 1, max: 40 }),
    clients: fc.integer({ min: 1, max: 12 }),
    readBytes: fc.oneof(fc.constant(0), fc.nat(200_000)),
  }),
  count: ({ calls, times, clients }) => calls.length * times * clients,
  async attack({ calls, times, clients, readBytes }, { attacked: { url } }) {
    const text = calls.map((call) => `${call} HTTP/1.1\r\nhost: localhost\r\n\r\n`).join('')
    const sockets = Array.from({ length: clients }, () => stall(url, text.repeat(times), readBytes))
    for (let tries = 0; tries < 3; tries++) {
      const ping = await request(`${url}/arbitrum/ping`)
      hold((await ping.body.text()) === '{"ok":true}', 'others are answered', ping.statusCode)
      for (const [name, { current, max }] of Object.entries(await limitsOf(url)))
        hold(current <= max, `${name} is within its limit`, [current, max])
    }
    for (const socket of sockets) socket.resetAndDestroy()
    let left: readonly number[] = []
    for (let tries = 0; tries < 100; tries++) {
      const { watchers, queuedRequests } = await limitsOf(url)
      left = [watchers.current, queuedRequests.current]
      if (left.every((count) => count === 0)) return
      await new Promise((resolve) => setTimeout(resolve, 50))
    }
    hold(false, 'nothing is left of clients that disconnected', left)
  },
})
