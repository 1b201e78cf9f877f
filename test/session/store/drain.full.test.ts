/** A replica that is told to end: what it accepted is answered, handed over, and known to the others. */
import { once } from 'node:events'
import { connect } from 'node:net'
import { describe, expect, test } from 'vitest'
import { report } from '../../support/hammer.js'
import { hasStore } from '../../support/redis.js'
import { until } from '../../support/until.js'
import { hammerDuring, problemOfPing, servedReplicas } from './support.js'

const MS = 5 * 60_000
const served = servedReplicas()
const { get } = served

/** Starts replicas; returns the first and its address. */
async function start(count: number) {
  for (let n = 0; n < count; n++) await served.serve()
  const [ending] = served.replicas
  return { ending, url: ending.ready.url }
}

/** Only the second replica is listed, and none is missed. */
async function expectLeft(): Promise<void> {
  const { replicas, gone } = await get('/replicas', 1)
  const { instanceId } = served.replicas[1].ready
  expect([replicas, gone]).toEqual([[expect.objectContaining({ instanceId })], []])
}

describe.runIf(hasStore())('SIGTERM', { timeout: MS }, () => {
  test('under load, whatever was accepted is answered once and is in the journal, and the replica leaves', async () => {
    const { ending, url } = await start(2)
    const end = async (further: (count: number) => Promise<unknown>) => {
      await further(5000)
      expect((await ending.stop('SIGTERM')).code).toBe(0)
    }
    const tally = await hammerDuring(end, { urls: [url], atOnce: 48, check: problemOfPing })
    const { count } = await get('/journal/count?endpoint=ping', 1)
    report('SIGTERM under load', tally, { journal: count })
    expect([...tally.wrong]).toEqual([])
    expect(tally.right + tally.refused).toBeGreaterThan(4000)
    expect(tally.right).toBeGreaterThan(500)
    // Whoever was refused a connection was never accepted.
    expect(count).toBe(tally.right)
    await expectLeft()
  })

  test('a replica whose store has gone ends all the same, with exit code 0', async () => {
    const { ending, url } = await start(1)
    served.store.signal('SIGSTOP')
    await until(async () => expect((await fetch(`${url}/__sim/v1/ready`)).status).toBe(503))
    expect((await fetch(`${url}/__sim/v1/live`)).status).toBe(200)
    expect((await ending.stop('SIGTERM')).code).toBe(0)
  })

  test('whoever waits is answered and let go: a held request, a wait for requests, a stream of events', async () => {
    const { ending, url } = await start(2)
    const rules = [
      { id: 'hangs', match: { endpoint: 'tokens' }, fault: { hang: true } },
      { id: 'late', match: { endpoint: 'markets' }, fault: { delay: '20s' } },
    ]
    await served.control().put('/scenario', { rules })
    // On a busy machine a store may seem silent at any time.
    const ask = (path: string) =>
      until(async () => {
        const reply = await fetch(`${url}${path}`).catch(() => 'closed' as const)
        if (reply !== 'closed') expect(reply.headers.get('x-gmx-sim-error')).toBeNull()
        return reply
      })
    const hanging = ask('/arbitrum/tokens')
    const late = ask('/arbitrum/markets')
    const waiting = served.control().post('/journal/wait', { count: 1000, timeout: '10m' })
    for (const one of [late, waiting]) one.catch(() => {})
    // Another that waits says when all have come; that each is where it is to be, its replica does.
    await served.control(1).post('/journal/wait', { count: 2, timeout: '1m' })
    await until(async () => {
      const { replicas: live } = await get('/replicas', 1)
      expect(live.map(({ held }: { held: number }) => held > 0).sort()).toEqual([false, true])
    })
    const stream = (await ask('/__sim/v1/watch')) as Response
    const end = ending.stop('SIGTERM')
    const hint = 'retry: another replica or a later process answers'
    const error = { code: 'draining', message: 'this process is shutting down', hint }
    expect(await waiting).toEqual({ status: 503, body: { error } })
    expect(await late).toMatchObject({ status: 200 })
    expect(await hanging).toBe('closed')
    const last = (await stream.text()).trimEnd().split('\n\n').at(-1)
    expect(last).toMatch(
      /^event: end\ndata: \{"why":"(the server is stopping|this replica has lost its store)","over":false\}$/,
    )
    const { code, stderr } = await end
    expect([code, stderr]).toEqual([0, ''])
    await expectLeft()
    const { entries } = await get('/journal', 1)
    expect(entries.map(({ endpoint }: { endpoint: string }) => endpoint).sort()).toEqual([
      'markets',
      'tokens',
    ])
  })

  test('what never ends is cut off, with exit code 0 all the same', async () => {
    const { ending, url } = await start(1)
    const { port, hostname } = new URL(url)
    const stuck = connect(Number(port), hostname)
    await once(stuck, 'connect')
    const closed = once(stuck, 'close')
    stuck.on('error', () => {})
    stuck.write('PUT /__sim/v1/clock HTTP/1.1\r\nhost: localhost\r\ncontent-length: 100\r\n\r\n{')
    // When this is answered that has come, too.
    expect((await fetch(`${url}/__sim/v1/live`)).status).toBe(200)
    expect((await ending.stop('SIGTERM')).code).toBe(0)
    await closed
    expect(await served.store.client.hlen('{gmx-sim}:replicas')).toBe(0)
  })
})
