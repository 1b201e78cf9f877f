/** Replies of a server that drains. */
import { once } from 'node:events'
import { Agent, get, type IncomingMessage } from 'node:http'
import { connect } from 'node:net'
import { json } from 'node:stream/consumers'
import { expect, onTestFinished, test } from 'vitest'
import { startAlone } from '../../support/simulator.js'

test('open connections get one more reply, not ready; one that says nothing does not keep it', async () => {
  const simulator = await startAlone()
  const agent = new Agent({ keepAlive: true })
  onTestFinished(() => agent.destroy())
  const ask = async () => {
    const asked = get(`${simulator.url}/__sim/v1/ready`, { agent })
    const [reply] = (await once(asked, 'response')) as [IncomingMessage]
    return { status: reply.statusCode, connection: reply.headers.connection, body: await json(reply) }
  }
  const { port, hostname } = new URL(simulator.url)
  const silent = connect(Number(port), hostname)
  onTestFinished(() => void silent.destroy())
  await once(silent, 'connect')
  expect(await ask()).toMatchObject({ status: 200, connection: 'keep-alive' })
  const end = simulator.drain()
  expect(await ask()).toMatchObject({
    status: 503,
    connection: 'close',
    body: { error: { code: 'draining' } },
  })
  await end
})
