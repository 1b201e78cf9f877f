/** What a real process says while its store is away, and when that is back. */
import { afterEach, describe, expect, test } from 'vitest'
import { type Served, serveCli } from '../../support/cli.js'
import { controlOf } from '../../support/control.js'
import { hasStore, startStore, type TestStore } from '../../support/redis.js'
import { until } from '../../support/until.js'
import { patiently } from './support.js'

let store: TestStore
let served: Served
afterEach(async () => {
  await served.stop('SIGKILL')
  await store.stop()
})

const WAYS: readonly [string, () => unknown, () => unknown][] = [
  ['stands still', () => store.signal('SIGSTOP'), () => store.signal('SIGCONT')],
  ['was killed', () => store.down('SIGKILL'), () => store.up(true)],
]

describe.runIf(hasStore())('a process', () => {
  test.each(WAYS)(
    'whose store %s lives, is not ready and refuses, until it is back',
    async (_how, away, back) => {
      store = await startStore('--appendonly', 'yes', '--appendfsync', 'always')
      served = await serveCli(['--store', store.url])
      const { url } = served.ready
      const of = async (path: string) => {
        const reply = await fetch(`${url}${path}`)
        const error = reply.headers.get('x-gmx-sim-error')
        return {
          status: reply.status,
          error,
          body: (await reply.json()) as { readonly error?: { readonly code: string } },
        }
      }
      const ready = async (status: number) =>
        until(async () => expect((await of('/__sim/v1/ready')).status).toBe(status))
      await ready(200)
      await patiently(() => controlOf(url).put('/scenario', { rules: [{ id: 'r', fault: { status: 418 } }] }))
      await until(async () => expect((await of('/arbitrum/ping')).status).toBe(418))
      await away()
      await ready(503)
      expect(await of('/__sim/v1/live')).toEqual({ status: 200, error: null, body: { status: 'live' } })
      expect((await of('/__sim/v1/ready')).body.error?.code).toBe('store')
      for (const path of ['/arbitrum/ping', '/avalanche-fallback/prices/tickers'])
        expect(await of(path)).toEqual({
          status: 503,
          error: 'store',
          body: { errors: ['this replica has lost its store'] },
        })
      const refused = await of('/__sim/v1/clock')
      expect([refused.status, refused.error, refused.body.error?.code]).toEqual([503, 'store', 'store'])
      await back()
      await ready(200)
      await until(async () => expect((await of('/arbitrum/ping')).status).toBe(418))
      expect((await patiently(() => controlOf(url).get('/scenario'))).body.rules[0].fired).toBeGreaterThan(0)
      expect((await served.stop()).code).toBe(0)
    },
  )
})
