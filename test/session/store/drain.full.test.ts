/** A replica that is told to end: what it accepted is answered, handed over, and known to the others. */
import { once } from 'node:events'
import { connect } from 'node:net'
import { describe, expect, test } from 'vitest'
import { hasStore } from '../../support/redis.js'
import { until } from '../../support/until.js'
import { hammerDuring, problemOfPing, servedReplicas } from './support.js'

const served = servedReplicas()
const { get } = served

/** Starts two replicas; returns the first and its address. */
async function start() {
  const ending = await served.serve()
  await served.serve()
  return { ending, url: ending.ready.url }
}

/** Only the second replica is listed, and none is missed. */
async function expectLeft(): Promise<void> {
  const { replicas, gone } = await get('/replicas', 1)
  const { instanceId } = served.replicas[1].ready
  expect([replicas, gone]).toEqual([[expect.objectContaining({ instanceId })], []])
}

describe.runIf(hasStore())('SIGTERM', () => {
  test('under load, whatever was accepted is answered once and is in the journal, and the replica leaves', async () => {
    const { ending, url } = await start()
    const end = async (further: (count: number) => Promise<unknown>) => {
      await further(2000)
      expect((await ending.stop('SIGTERM')).code).toBe(0)
    }
    const tally = await hammerDuring(end, { urls: [url], atOnce: 48, check: problemOfPing })
    const { count } = await get('/journal/count?endpoint=ping', 1)
    expect([...tally.wrong]).toEqual([])
    expect(tally.right + tally.refused).toBeGreaterThan(1600)
    expect(tally.right).toBeGreaterThan(200)
    // Whoever was refused a connection was never accepted.
    expect(count).toBe(tally.right)
    await expectLeft()
  })

  test('held requests, waits and streams are released, unfinished requests cut off, a silent store not waited for', async () => {
    const { ending, url } = await start()
    const rules = [{ match: { endpoint: 'tokens' }, fault: { hang: true } }]
    await served.control().put('/scenario', { rules })
    // On a busy machine a store may seem silent at any time.
    const ask = (path: string) =>
      until(async () => {
        const reply = await fetch(`${url}${path}`).catch(() => 'closed' as const)
        if (reply !== 'closed') expect(reply.headers.get('x-gmx-sim-error')).toBeNull()
        return reply
      })
    const hanging = ask('/arbitrum/tokens')
    const waiting = served.control().post('/journal/wait', { count: 1000, timeout: '10m' })
    waiting.catch(() => {})
    await served.control(1).post('/journal/wait', { timeout: '1m' })
    await until(async () => {
      const { replicas: live } = await get('/replicas', 1)
      expect(live.map(({ held }: { held: number }) => held).sort()).toEqual([0, 1])
    })
    const { port, hostname } = new URL(url)
    const stuck = connect(Number(port), hostname)
    stuck.on('error', () => {})
    await once(stuck, 'connect')
    const closed = once(stuck, 'close')
    stuck.write('PUT /__sim/v1/clock HTTP/1.1\r\nhost: localhost\r\ncontent-length: 100\r\n\r\n{')
    // The unfinished request arrives before this one is answered.
    const stream = (await ask('/__sim/v1/watch')) as Response
    const end = ending.stop('SIGTERM')
    const hint = 'retry: another replica or a later process answers'
    const error = { code: 'draining', message: 'this process is shutting down', hint }
    expect(await waiting).toEqual({ status: 503, body: { error } })
    expect(await hanging).toBe('closed')
    const last = (await stream.text()).trimEnd().split('\n\n').at(-1)
    expect(last).toMatch(
      /^event: end\ndata: \{"why":"(the server is stopping|this replica has lost its store)","over":false\}$/,
    )
    const { code, stderr } = await end
    expect([code, stderr]).toEqual([0, ''])
    await closed
    await expectLeft()
    expect((await get('/journal', 1)).entries).toMatchObject([{ endpoint: 'tokens' }])
    served.store.signal('SIGSTOP')
    expect((await served.replicas[1].stop('SIGTERM')).code).toBe(0)
  })
})
