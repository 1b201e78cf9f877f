/** Sessions, journals, prices and snapshots, for each way to have shared state. */
import { beforeEach, expect, test } from 'vitest'
import { until } from '../../support/until.js'
import { forEachAdapter, rule } from './adapters.js'

forEachAdapter((served) => {
  const { start, ask, statuses, call, send } = served
  beforeEach(() => start())

  test('the journal has every request in order of arrival, and counts them', async () => {
    await send('put', '/scenario', { rules: [rule('second', { when: { every: 2 } })] })
    const paths = Array.from(
      { length: 30 },
      (_, n) => `/arbitrum${n % 3 === 0 ? '' : '-fallback'}/ping?n=${n}`,
    )
    for (const path of paths) await ask(path)
    for (let n = 0; n < 3; n++) {
      const { entries } = (await call('get', '/journal')).body
      expect(entries.map(({ url }: { url: string }) => url)).toEqual(
        paths.map((path) => path.slice(path.indexOf('/ping'))),
      )
      expect(entries.map(({ n }: { n: number }) => n)).toEqual(paths.map((_, n) => n + 1))
      expect(entries.every(({ ms }: { ms: number | null }) => ms !== null)).toBe(true)
      expect((await call('get', '/journal/count?base=primary')).body.count).toBe(10)
      expect((await call('get', '/journal/count?status=503')).body.count).toBe(15)
      expect((await call('get', '/journal?since=28')).body.entries).toHaveLength(2)
    }
    expect((await call('delete', '/journal')).body).toEqual({ count: 0 })
    for (let n = 0; n < 3; n++) expect((await call('get', '/journal')).body.entries).toEqual([])
    await ask('/arbitrum/ping')
    for (let n = 0; n < 3; n++) expect((await call('get', '/journal')).body.entries).toMatchObject([{ n: 1 }])
  })

  test('waits see requests received by other replicas', async () => {
    const waiting = send('post', '/journal/wait', { match: { base: 'fallback' }, count: 4, timeout: '1m' })
    await statuses(4, '/arbitrum-fallback/ping')
    expect((await waiting).body).toEqual({ count: 4 })
    const late = await send('post', '/journal/wait', {
      match: { base: 'fallback' },
      count: 5,
      timeout: '30ms',
    })
    expect([late.status, late.body.error.code]).toEqual([408, 'not-in-time'])
  })

  test('a session is everybody’s at once, and so is its end', async () => {
    for (let n = 0; n < 6; n++) {
      const body = { id: `s${n}`, seed: `${n}`, scenario: { rules: [rule('r', { when: { calls: 2 } })] } }
      expect((await send('post', '/sessions', body)).status).toBe(201)
      expect((await send('post', '/sessions', body)).body.error.code).toBe('session-exists')
      expect(await statuses(3, `/s/s${n}/arbitrum/ping`)).toEqual([200, 503, 200])
    }
    for (let n = 0; n < 3; n++) {
      const { sessions } = (await call('get', '/sessions')).body
      expect(
        sessions.map(({ id, requests }: { id: string; requests: number }) => `${id} ${requests}`),
      ).toEqual(Array.from({ length: 6 }, (_, n) => `s${n} 3`))
    }
    for (let n = 0; n < 6; n++) {
      expect((await call('delete', `/sessions/s${n}`)).status).toBe(200)
      expect(await statuses(3, `/s/s${n}/arbitrum/ping`)).toEqual([404, 404, 404])
    }
  })

  test('a session that ends during a read is reported as gone', async () => {
    for (let round = 0; round < 12; round++) {
      await send('post', '/sessions', { id: 'brief' })
      const reads = ['/s/brief/__sim/v1/journal', '/s/brief/__sim/v1/session', '/__sim/v1/sessions']
      const reading = Array.from({ length: 12 }, (_, n) => ask(reads[n % reads.length]))
      const ending = call('delete', '/sessions/brief')
      for (const { status } of await Promise.all(reading)) expect([200, 404]).toContain(status)
      expect((await ending).status).toBe(200)
    }
  })

  test('a session’s own catalogue and prices are everybody’s', async () => {
    const body = {
      id: 'own',
      catalogue: { networks: { mine: { chainId: 7, bases: ['primary', 'spare'] } } },
      prices: { ETH: { points: { '0s': 2500 } } },
    }
    expect((await send('post', '/sessions', body)).status).toBe(201)
    expect(await statuses(3, '/s/own/mine-spare/ping')).toEqual([200, 200, 200])
    const texts = new Set<string>()
    for (let n = 0; n < 3; n++) texts.add(await (await ask('/s/own/arbitrum/prices/tickers')).text())
    expect(texts.size).toBe(1)
    expect([...texts][0]).toContain('"2500')
  })

  test('a price that is set is everybody’s', async () => {
    await send('post', '/prices', { asset: 'ETH', price: '1234' })
    const texts = new Set<string>()
    for (let n = 0; n < 3; n++) texts.add(await (await ask('/arbitrum/prices/tickers')).text())
    expect(texts.size).toBe(1)
    expect([...texts][0]).toContain('"1234')
  })

  test('a snapshot is put back with counts, bucket, clock and journal', async () => {
    await send('put', '/scenario', {
      rules: [
        rule('late', { when: { calls: '4..' } }),
        { id: 'bucket', fault: { rateLimit: { requests: 2, per: '1s' } } },
      ],
    })
    expect(await statuses(3)).toEqual([200, 200, 429])
    expect((await send('post', '/snapshots')).body).toEqual({ id: 'snapshot-1' })
    for (let again = 0; again < 3; again++) {
      expect(await statuses(2)).toEqual([503, 503])
      await send('post', '/clock/advance', { by: '1h' })
      expect((await send('post', '/snapshots/snapshot-1/restore')).status).toBe(200)
      expect((await call('get', '/clock')).body.now).toBe('2026-03-01T12:00:07.450Z')
      expect((await call('get', '/journal')).body.entries.map(({ n }: { n: number }) => n)).toEqual([1, 2, 3])
      expect((await call('get', '/scenario')).body.rules).toEqual([
        { id: 'late', matched: 3, fired: 0 },
        { id: 'bucket', matched: 3, fired: 1 },
      ])
    }
    expect((await send('post', '/snapshots/snapshot-2/restore')).body.error.code).toBe('no-such-snapshot')
    await send('post', '/reset')
    expect((await send('post', '/snapshots/snapshot-1/restore')).body.error.code).toBe('no-such-snapshot')
  })

  test('a session expires at all replicas', async () => {
    await send('post', '/sessions', { id: 'short', ttl: '50ms' })
    await until(async () => expect(await statuses(3, '/s/short/arbitrum/ping')).toEqual([404, 404, 404]))
    expect((await call('get', '/sessions')).body.sessions).toEqual([])
  })
})
