/** A replica that is told to end under load: what it accepted is answered, handed over, and known to the others. */
import { afterEach, describe, expect, test } from 'vitest'
import { type Served, serveCli } from '../support/cli.js'
import { controlOf } from '../support/control.js'
import { hammer, report } from '../support/hammer.js'
import { hasProgram, startStore, type TestStore } from '../support/redis.js'
import { until } from '../support/until.js'

const LONG_MS = 5 * 60_000

let store: TestStore
let replicas: Served[] = []
afterEach(async () => {
  await Promise.all(replicas.map((replica) => replica.stop('SIGKILL')))
  await store.stop()
})

describe.runIf(hasProgram('redis-server'))('SIGTERM under load', () => {
  test(
    'whatever was accepted is answered once and is in the journal, and the replica leaves with a word',
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
      expect(tally.right).toBeGreaterThan(4000)
      // Whoever was refused a connection was never accepted.
      expect(body.count).toBe(tally.right)
      const { replicas: live, gone } = (await control.get('/replicas')).body
      expect(live.map(({ instanceId }: { instanceId: string }) => instanceId)).toEqual([
        staying.ready.instanceId,
      ])
      expect(gone).toEqual([])
      expect((await control.get('/journal?limit=1')).body.lost).toBeUndefined()
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
})
