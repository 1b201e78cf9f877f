/** Connections between two requests: kept for minutes, and ended so that no client uses one of a server that stopped. */
import { once } from 'node:events'
import { Agent, get } from 'node:http'
import { connect } from 'node:net'
import { afterEach, expect, test } from 'vitest'
import { startSimulator } from '../../../src/entrypoints/index.js'
import { endAll, ends } from '../../support/intercepting.js'

afterEach(endAll)

const portOf = (url: string) => Number(new URL(url).port)

test('the server keeps an idle connection for five minutes, and says so', async () => {
  const sim = await startSimulator()
  ends.push(sim.stop)
  const agent = new Agent({ keepAlive: true })
  ends.push(() => agent.destroy())
  const [reply] = await once(get(`${sim.url}/arbitrum/ping`, { agent }), 'response')
  expect(reply.resume().headers).toMatchObject({ connection: 'keep-alive', 'keep-alive': 'timeout=300' })
})

test.each([false, true])(
  'once stop resolves, no client has a connection to use again, split ports: %s',
  async (splitPorts) => {
    const sim = await startSimulator({ splitPorts })
    const agent = new Agent({ keepAlive: true })
    const free = once(agent, 'free')
    get(`${sim.baseUrl('arbitrum')}/ping`, { agent }, (reply) => reply.resume())
    await free
    expect(Object.keys(agent.freeSockets)).toHaveLength(1)
    await sim.stop()
    expect(Object.keys(agent.freeSockets)).toHaveLength(0)
  },
)

test('stop does not wait for a client that never closes', async () => {
  const sim = await startSimulator()
  const socket = connect({ port: portOf(sim.url), host: '127.0.0.1', allowHalfOpen: true })
  ends.push(() => socket.destroy())
  const ended = once(socket.on('error', () => {}).resume(), 'end')
  await once(socket, 'connect')
  await sim.stop()
  await ended
  await expect(fetch(sim.url)).rejects.toThrow('fetch failed')
})
