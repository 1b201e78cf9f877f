/** Views of a session for the dashboard. */
import { describe, expect, test } from 'vitest'
import { BUILT_IN } from '../../../src/market/catalogue/networks.js'
import { oneSimulator } from '../../support/one-simulator.js'

const { simulator, control, bodyOf, ask } = oneSimulator({ at: '2026-03-01T12:00:00Z' })

// biome-ignore lint/suspicious/noExplicitAny: what a test expects of a reply, it says itself.
const told = async (path: string): Promise<any> => (await ask(path)).json()

describe('the session', () => {
  test('shows its facts and the reproducing command', async () => {
    expect(await bodyOf('/session')).toEqual({
      id: null,
      seed: 'gmx-sim',
      dialect: 'documented',
      scenario: null,
      stopped: null,
      catalogue: 'server',
      clock: { now: '2026-03-01T12:00:00.000Z', mode: 'frozen', rate: 1 },
      requests: 0,
      held: 0,
      command: `npx --no -- gmx-sim serve --port 0 --at 2026-03-01T12:00:00.000Z --clock frozen`,
      files: [],
      watched: null,
      script: expect.stringMatching(/^npx .* frozen\n$/),
      test: expect.stringContaining("clock: { mode: 'frozen', at: '2026-03-01T12:00:00.000Z' },"),
      notes: [],
    })
  })

  test('a scenario of the library is named in the command, which begins where it was loaded', async () => {
    await control.put('/clock', { mode: 'real', rate: 60 })
    await control.put('/clock', { at: '2026-03-01T12:00:00Z', mode: 'frozen' })
    await control.put('/scenario', 'primary-down')
    await control.post('/clock/advance', { by: '5m' })
    await ask('/arbitrum/ping')
    expect(await bodyOf('/session')).toMatchObject({
      scenario: 'primary-down',
      requests: 1,
      command: `npx --no -- gmx-sim serve --port 0 --at 2026-03-01T12:00:00.000Z --after 5m --clock frozen --scenario primary-down`,
      files: [],
      test: expect.stringContaining("await sim.advance('5m')"),
      notes: ['rules count matches and firings from 0 again'],
    })
    await control.put('/clock', { at: '2026-03-01T11:00:00Z' })
    expect((await bodyOf('/session')).notes[0]).toMatch(/^the clock was set back to before/)
  })

  test('a running clock is ahead of its run time only if it was moved', async () => {
    const clockNote = async () => (await bodyOf('/session')).notes[0]
    const afterFlag = async () => /--after (\S+)/.exec((await bodyOf('/session')).command)?.[1]
    await control.put('/clock', { mode: 'real', rate: 60 })
    await control.put('/scenario', 'primary-down')
    expect(await afterFlag()).toBeUndefined()
    await control.post('/clock/advance', { by: '5m' })
    expect(await afterFlag()).toBe('5m')
    await control.post('/clock/advance', { by: '1h' })
    expect(await afterFlag()).toBe('65m')
    // A restarted clock has not been moved.
    await control.post('/scenario/reload')
    expect(await afterFlag()).toBeUndefined()
    await control.put('/clock', { at: '2026-03-01T11:00:00Z' })
    expect(await clockNote()).toMatch(/^the clock was set back to/)
  })
})

test('the source of a scenario is its text as given; a changed one of the library is a file of another name', async () => {
  await control.put('/scenario', '{"use":"primary-outage"}')
  const { text } = await bodyOf('/scenario/source')
  expect(text).toContain('name: primary-outage')
  const changed = `${text}# changed\n`
  await control.put('/scenario', changed)
  expect(await bodyOf('/scenario/source')).toEqual({ text: changed, stopped: null })
  const { command, files } = await bodyOf('/session')
  expect(command).toMatch(/--scenario my-primary-outage\.yaml$/)
  expect(files).toMatchObject([{ name: 'my-primary-outage.yaml' }])
})

test('a scenario file is refused without a watched one; its schema is served', async () => {
  for (const reply of [
    await control.put('/scenario/file', 'rules: []'),
    await control.put('/scenario?file=true', 'rules: []'),
    await control.post('/scenario/check?file=true', 'rules: []'),
  ])
    expect([reply.status, reply.body.error.code]).toEqual([409, 'no-scenario-file'])
  expect((await bodyOf('/scenario/schema')).properties.rules.type).toBe('array')
})

test('a check reports problems with positions, those of playing too, and loads nothing', async () => {
  const check = async (text: string) => (await control.post('/scenario/check', text)).body.problems
  expect(await check('rules:\n  - fault: { staus: 503 }\n  - fault: { status: 20 }\n')).toEqual([
    { line: 2, column: 14, message: expect.stringContaining('unknown key "staus": did you mean status?') },
    { line: 3, column: 22, message: expect.any(String) },
  ])
  expect(await check('rules: [')).toHaveLength(1)
  expect(await check('nothing-of-the-library')).toMatchObject([{ line: 1, column: 1 }])
  const [{ message }] = await check('rules:\n  - fault: { refuse: true }\n')
  expect(message).toContain('--split-ports')
  expect(await check('use: primary-outage')).toEqual([])
  expect((await bodyOf('/scenario')).scenario).toBeNull()
})

test('bases forecast replies without counting', async () => {
  await control.put(
    '/scenario',
    `rules:
  - { id: down, match: { network: arbitrum, base: primary, endpoint: tickers }, when: { calls: 2.. }, fault: { status: 503 } }
  - { id: slow, match: { network: arbitrum, endpoint: ping }, fault: { delay: 1h } }
`,
  )
  const tickersOf = async () => {
    const { bases } = await bodyOf('/bases')
    expect(bases).toHaveLength(BUILT_IN.addresses.length)
    expect(bases[0]).toMatchObject({
      network: 'arbitrum',
      base: 'primary',
      url: `${simulator().url}/arbitrum`,
    })
    return bases[0].endpoints.find(({ endpoint }: { endpoint: string }) => endpoint === 'tickers')
  }
  const data = { endpoint: 'tickers', rule: null, what: 'data', met: 'good' }
  expect([await tickersOf(), await tickersOf()]).toEqual([data, data])
  expect((await ask('/arbitrum/prices/tickers')).status).toBe(200)
  expect(await tickersOf()).toEqual({ endpoint: 'tickers', rule: 'down', what: 'answers 503', met: 'error' })
  expect((await bodyOf('/scenario')).rules[0]).toEqual({ id: 'down', matched: 1, fired: 0 })
  const { bases } = await bodyOf('/bases')
  expect(bases[0].last).toMatchObject({ n: 1, endpoint: 'tickers', status: 200 })
  expect(bases[1]).toMatchObject({ base: 'fallback', last: null, perSecond: 0 })
  const ping = bases[1].endpoints.find(({ endpoint }: { endpoint: string }) => endpoint === 'ping')
  expect(ping).toEqual({ endpoint: 'ping', rule: 'slow', what: 'answers 504, timeout', met: 'error' })
})

test("forecasts use each endpoint's method: a rule for POST applies to reports only", async () => {
  await control.put('/scenario', 'rules: [{ id: sent, match: { method: POST }, fault: { status: 503 } }]')
  const { bases } = await bodyOf('/bases')
  const struck = bases[0].endpoints.filter(({ rule }: { rule: string | null }) => rule !== null)
  expect(struck).toEqual([{ endpoint: 'batch-report', rule: 'sent', what: 'answers 503', met: 'error' }])
  await control.put('/scenario', 'rules: [{ id: read, match: { method: GET }, fault: { status: 503 } }]')
  const spared = await bodyOf('/bases')
  expect(spared.bases[0].endpoints.filter(({ rule }: { rule: string | null }) => rule === null)).toEqual([
    { endpoint: 'batch-report', rule: null, what: 'data', met: 'good' },
  ])
})

describe('the market', () => {
  test('assets cost what tickers say', async () => {
    const { network, assets } = await bodyOf('/market/assets')
    expect(network).toBe('arbitrum')
    const tickers = await told('/arbitrum/prices/tickers')
    const listed = new Map(assets.map((asset: { symbol: string }) => [asset.symbol, asset]))
    expect(tickers.length).toBeGreaterThan(100)
    for (const ticker of tickers) {
      const { symbol, price, min, max, decimals } = listed.get(ticker.tokenSymbol) as (typeof assets)[number]
      const scale = ticker.medianPrice.length - price.replace('.', '').replace(/^0+(?=.)/, '').length
      const inUsd = (text: string) => BigInt(text.replace('.', '')) * 10n ** BigInt(scale)
      expect([inUsd(price), inUsd(min), inUsd(max)], symbol).toEqual([
        BigInt(ticker.medianPrice),
        BigInt(ticker.minPrice),
        BigInt(ticker.maxPrice),
      ])
      expect(price.split('.')[1]?.length ?? 0).toBe(decimals)
    }
  })

  test('true candles, oldest first, unaffected by scenarios', async () => {
    const path = '/arbitrum/prices/candles?tokenSymbol=BTC&period=5m&limit=7'
    const { candles: newestFirst } = await told(path)
    await control.put('/scenario', 'rules: [{ fault: { status: 503 } }]')
    const query = '/market/candles?network=arbitrum&symbol=BTC&period=5m'
    const { candles } = await bodyOf(`${query}&limit=7`)
    expect(candles).toEqual(newestFirst.toReversed())
    const before = await bodyOf(`${query}&limit=3&before=${candles[4][0]}`)
    expect(before.candles).toEqual(candles.slice(1, 4))
    expect((await control.get('/market/candles?symbol=NOPE')).body.error.code).toBe('no-such-token')
  })

  test('candles shorter than a minute fold to those of a minute, in a crash and up to now', async () => {
    await control.put('/scenario', 'events: [{ asset: ETH, at: 5s, move: -18%, over: 40s }]')
    await control.post('/clock/advance', { by: '75s' })
    const candlesOf = async (period: string) => {
      const query = `/market/candles?symbol=ETH&period=${period}&limit=1000`
      return (await bodyOf(query)).candles as [number, number, number, number, number][]
    }
    const minutes = await candlesOf('1m')
    for (const [period, seconds] of Object.entries({ '1s': 1, '5s': 5, '15s': 15 })) {
      const short = await candlesOf(period)
      expect(short).toHaveLength(1000)
      expect(short.at(-1)?.[0]).toBe(Date.parse('2026-03-01T12:01:15Z') / 1000)
      for (const minute of minutes.slice(-2)) {
        const parts = short.filter(([start]) => start >= minute[0] && start < minute[0] + 60)
        expect(parts.map(([start]) => start - minute[0])).toEqual(parts.map((_, n) => n * seconds))
        const [high, low] = [
          Math.max(...parts.map((part) => part[2])),
          Math.min(...parts.map((part) => part[3])),
        ]
        expect([minute[0], parts[0][1], high, low, parts.at(-1)?.[4]]).toEqual(minute)
      }
    }
    const crash = (await candlesOf('1s')).slice(-71, -31).map(([, , , , close]) => close)
    expect(crash).toEqual(crash.toSorted((a, b) => b - a))
    const first = await bodyOf('/market/candles?symbol=ETH&period=1s&before=631152003')
    expect(first.candles.map(([start]: number[]) => start)).toEqual([631_152_000, 631_152_001, 631_152_002])
    expect((await ask('/arbitrum/prices/candles?tokenSymbol=ETH&period=15s')).status).toBe(400)
  })
})
