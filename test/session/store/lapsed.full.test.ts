/** A replica whose lease has lapsed does not know which sessions exist, and a store that swallows connections for a while. */
import { describe, expect, test } from 'vitest'
import { controlOf } from '../../support/control.js'
import { hasStore } from '../../support/redis.js'
import { until } from '../../support/until.js'
import { patiently, pause, threeReplicas } from './support.js'

describe.runIf(hasStore())('a replica that has lost its store', () => {
  const three = threeReplicas()

  test('answers 503, not 404, for a session made meanwhile, at any address', async () => {
    const [line] = await three.startAway([0, 0, 0])
    const [url] = three.urls
    const statusOf = async (path: string) => {
      const reply = await fetch(url + path)
      await reply.arrayBuffer()
      return reply.status
    }
    line.setSilent(true)
    await until(async () => expect(await statusOf('/arbitrum/ping')).toBe(503))
    expect((await patiently(() => three.control(1).post('/sessions', { id: 'new' }))).status).toBe(201)
    const paths = ['arbitrum/ping', '', 'nothing', '__sim/v1/clock', '__sim/v1/watch', '__sim/ui/']
    for (const path of paths) expect([path, await statusOf(`/s/new/${path}`)]).toEqual([path, 503])
    line.setSilent(false)
    line.cut()
    await until(async () => expect(await statusOf('/s/new/arbitrum/ping')).toBe(200))
    // Sessions that do not exist are still not found.
    for (const path of paths) expect([path, await statusOf(`/s/none/${path}`)]).toEqual([path, 404])
  })

  test('is ready again after a store that swallowed several connections', async () => {
    const [line] = await three.startAway([0, 0, 0])
    const ready = async () => (await fetch(`${three.urls[0]}/__sim/v1/ready`)).status
    line.setSilent(true)
    line.cut()
    await until(async () => expect(await ready()).toBe(503))
    // Longer than two attempts, which are swallowed, too.
    await pause(3300)
    line.setSilent(false)
    await until(async () => expect(await ready()).toBe(200))
    expect((await patiently(() => controlOf(three.urls[0]).get('/clock'))).status).toBe(200)
  })
})
