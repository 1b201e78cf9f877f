/** A replica that is told to end: what it accepted is answered, handed over, and known to the others. */
import { once } from 'node:events'
import { connect } from 'node:net'
import { afterEach, describe, expect, test } from 'vitest'
import { type Served, serveCli } from '../../support/cli.js'
import { controlOf } from '../../support/control.js'
import { hammer, report } from '../../support/hammer.js'
import { hasStore, startStore, type TestStore } from '../../support/redis.js'
import { until } from '../../support/until.js'
import { patiently } from './support.js'

const LONG_MS = 5 * 60_000

let store: TestStore
let replicas: Served[] = []
afterEach(async () => {
  await Promise.all(replicas.map((replica) => replica.stop('SIGKILL')))
  await store.stop()
})

describe.runIf(hasStore())('SIGTERM', () => {
  test(
    'under load, whatever was accepted is answered once and is in the journal, and the replica leaves with a word',
    async () => {
      store = await startStore()
      replicas = [await serveCli(['--store', store.url]), await serveCli(['--store', store.url])]
      const [ending, staying] = replicas
      const over = new AbortController()
      let told: Promise<{ code: number | null }> | undefined
      const check = ({ status, body }: { status: number; body: string }) =>
        status === 200 && body === '{"ok":true}' ? undefined : `${status} ${body}`
      const tally = await hammer({
        urls: [ending.ready.url],
        atOnce: 48,
        signal: over.signal,
        check,
        onSent(sent) {
          if (sent < 5000 || told !== undefined) return
          told = ending.stop('SIGTERM')
          void told.then(() => over.abort())
        },
      })
      expect((await told)?.code).toBe(0)
      const control = controlOf(staying.ready.url)
      const { body } = await until(async () => {
        const asked = await control.get('/journal/count?endpoint=ping')
        expect(asked.status).toBe(200)
        return asked
      })
      report('SIGTERM under load', tally, { journal: body.count })
      expect([...tally.wrong]).toEqual([])
      expect(tally.right + tally.refused).toBeGreaterThan(4000)
      expect(tally.right).toBeGreaterThan(500)
      // Whoever was refused a connection was never accepted.
      expect(body.count).toBe(tally.right)
      const { replicas: live, gone } = (await patiently(() => control.get('/replicas'))).body
      expect(live.map(({ instanceId }: { instanceId: string }) => instanceId)).toEqual([
        staying.ready.instanceId,
      ])
      expect(gone).toEqual([])
      expect((await patiently(() => control.get('/journal?limit=1'))).body.lost).toBeUndefined()
    },
    LONG_MS,
  )

  test(
    'a replica whose store has gone ends within ten seconds all the same, with exit code 0',
    async () => {
      store = await startStore()
      replicas = [await serveCli(['--store', store.url, '--quiet'])]
      const { url } = replicas[0].ready
      store.signal('SIGSTOP')
      await until(async () => expect((await fetch(`${url}/__sim/v1/ready`)).status).toBe(503))
      expect((await fetch(`${url}/__sim/v1/live`)).status).toBe(200)
      expect((await replicas[0].stop('SIGTERM')).code).toBe(0)
    },
    LONG_MS,
  )

  test(
    'whoever waits is answered and let go: a held request, a wait for requests, a stream of events',
    async () => {
      store = await startStore()
      replicas = [await serveCli(['--store', store.url]), await serveCli(['--store', store.url])]
      const [ending, staying] = replicas
      const [mine, other] = replicas.map(({ ready }) => controlOf(ready.url))
      const rules = [
        { id: 'hangs', match: { endpoint: 'tokens' }, fault: { hang: true } },
        { id: 'late', match: { endpoint: 'markets' }, fault: { delay: '20s' } },
      ]
      await patiently(() => mine.put('/scenario', { rules }))
      const { url } = ending.ready
      // On a busy machine a replica may lose its lease at any time.
      const ask = (path: string) =>
        until(async () => {
          const reply = await fetch(`${url}${path}`).catch(() => 'closed' as const)
          if (reply !== 'closed') expect(reply.headers.get('x-gmx-sim-error')).toBeNull()
          return reply
        })
      const hanging = ask('/arbitrum/tokens')
      const late = ask('/arbitrum/markets')
      const waiting = patiently(() => mine.post('/journal/wait', { count: 1000, timeout: '10m' }))
      for (const one of [late, waiting]) one.catch(() => {})
      // Another that waits says when all have come; that each is where it is to be, its replica does.
      await patiently(() => other.post('/journal/wait', { count: 2, timeout: '1m' }))
      await until(async () => {
        const { replicas: live } = (await patiently(() => other.get('/replicas'))).body
        expect(live.map(({ held }: { held: number }) => held > 0).sort()).toEqual([false, true])
      })
      const stream = (await ask('/__sim/v1/watch')) as Response
      const end = ending.stop('SIGTERM')
      expect(await waiting).toEqual({
        status: 503,
        body: {
          error: {
            code: 'draining',
            message: 'this process is shutting down',
            hint: 'retry: another replica or a later process answers',
          },
        },
      })
      expect(await late).toMatchObject({ status: 200 })
      expect(await hanging).toBe('closed')
      const last = (await stream.text()).trimEnd().split('\n\n').at(-1)
      expect(last).toMatch(
        /^event: end\ndata: \{"why":"(the server is stopping|this replica has lost its store)","over":false\}$/,
      )
      const { code, stderr } = await end
      expect([code, stderr]).toEqual([0, ''])
      const { replicas: live, gone } = (await patiently(() => other.get('/replicas'))).body
      expect(live.map(({ instanceId }: { instanceId: string }) => instanceId)).toEqual([
        staying.ready.instanceId,
      ])
      expect(gone).toEqual([])
      const { entries, lost } = (await patiently(() => other.get('/journal'))).body
      expect(entries.map(({ endpoint }: { endpoint: string }) => endpoint).sort()).toEqual([
        'markets',
        'tokens',
      ])
      expect(lost).toBeUndefined()
    },
    LONG_MS,
  )

  test(
    'what never ends is cut off, with exit code 0 all the same',
    async () => {
      store = await startStore()
      replicas = [await serveCli(['--store', store.url])]
      const { port, hostname } = new URL(replicas[0].ready.url)
      const stuck = connect(Number(port), hostname)
      await once(stuck, 'connect')
      const closed = once(stuck, 'close')
      stuck.on('error', () => {})
      stuck.write('PUT /__sim/v1/clock HTTP/1.1\r\nhost: localhost\r\ncontent-length: 100\r\n\r\n{')
      // When this is answered that has come, too.
      expect((await fetch(`${replicas[0].ready.url}/__sim/v1/live`)).status).toBe(200)
      const beganMs = performance.now()
      const { code } = await replicas[0].stop('SIGTERM')
      const tookMs = Math.round(performance.now() - beganMs)
      await closed
      if (process.env['GMX_SIM_TEST_REPORT']) console.info(`a body that never ends: ${tookMs} ms`)
      expect(code).toBe(0)
      expect(await store.client.zcard('{gmx-sim}:replicas')).toBe(0)
      expect(await store.client.zcard('{gmx-sim}:gone')).toBe(0)
    },
    LONG_MS,
  )
})
