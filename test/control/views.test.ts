/** What the control API tells of a session for whoever sits in front of it. */
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { RunningSimulator } from '../../src/simulator.js'
import { controlOf } from '../support/control.js'
import { startTestSimulator } from '../support/simulator.js'
import { until } from '../support/until.js'

let simulator: RunningSimulator
let control: ReturnType<typeof controlOf>
beforeAll(async () => {
  simulator = await startTestSimulator({ at: '2026-03-01T12:00:00Z' })
  control = controlOf(simulator.url)
})
afterAll(() => simulator.stop())
beforeEach(() => control.post('/reset'))

const ask = (path: string, init?: RequestInit) => fetch(`${simulator.url}${path}`, init)
// biome-ignore lint/suspicious/noExplicitAny: what a test expects of a reply, it says itself.
const told = async (path: string): Promise<any> => (await ask(path)).json()
const bodyOf = async (path: string) => (await control.get(path)).body

describe('the session', () => {
  test('tells what it is, and the command that shows the same', async () => {
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
      command: 'gmx-sim serve --at 2026-03-01T12:00:00.000Z --clock frozen',
      files: [],
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
      command: 'gmx-sim serve --at 2026-03-01T12:00:00.000Z --clock frozen --scenario primary-down',
      files: [],
      notes: [
        'the clock stood 5m later: advance it by 5m, by POST clock/advance {"by": "5m"}',
        'the rules begin to count anew',
      ],
    })
    await control.put('/clock', { at: '2026-03-01T11:00:00Z' })
    expect((await bodyOf('/session')).notes[0]).toMatch(/^the clock went back to 1h before/)
  })

  test('a scenario of the library that was changed is a file of another name', async () => {
    await control.put('/scenario', 'primary-outage')
    const { text } = await bodyOf('/scenario/source')
    await control.put('/scenario', `${text}# changed\n`)
    const { command, files } = await bodyOf('/session')
    expect(command).toMatch(/--scenario my-primary-outage\.yaml$/)
    expect(files).toMatchObject([{ name: 'my-primary-outage.yaml' }])
  })

  test('any other scenario is a file beside it, and what the command cannot say is said', async () => {
    const made = { seed: "it's 7", scenario: { name: 'My day!', rules: [{ fault: { status: 503 } }] } }
    await control.post('/sessions', { id: 'own', ...made })
    const own = controlOf(`${simulator.url}/s/own`)
    await own.post('/prices', { asset: 'ETH', price: '1500' })
    const { id, command, files, notes } = (await own.get('/session')).body
    expect(id).toBe('own')
    expect(command).toBe(
      `gmx-sim serve --seed 'it'\\''s 7' --at 2026-03-01T12:00:00.000Z --clock frozen --scenario my-day.yaml`,
    )
    expect(files).toEqual([
      { name: 'my-day.yaml', text: 'name: My day!\nrules:\n  - fault:\n      status: 503\n' },
    ])
    expect(notes).toEqual(['prices were set by hand, once: set them again'])
    await control.delete('/sessions/own')
  })
})

describe('the source of a scenario', () => {
  test('is its text as it was given; of an object, YAML; of the library, its file', async () => {
    expect(await bodyOf('/scenario/source')).toEqual({ text: null, stopped: null })
    const yaml = '# a comment\nrules:\n  - fault: { status: 503 } # why\n'
    await control.put('/scenario', yaml)
    expect(await bodyOf('/scenario/source')).toEqual({ text: yaml, stopped: null })
    await control.put('/scenario', '{"use":"primary-down"}')
    expect((await bodyOf('/scenario/source')).text).toContain('name: primary-down')
  })
})

describe('a check', () => {
  const check = async (text: string) => (await control.post('/scenario/check', text)).body.problems
  test('says what is wrong where, and loads nothing', async () => {
    expect(await check('rules:\n  - fault: { staus: 503 }\n  - fault: { status: 20 }\n')).toEqual([
      { line: 2, column: 14, message: expect.stringContaining('unknown key "staus": did you mean status?') },
      { line: 3, column: 22, message: expect.any(String) },
    ])
    expect(await check('rules: [')).toHaveLength(1)
    expect(await check('nothing-of-the-library')).toMatchObject([{ line: 1, column: 1 }])
    expect((await bodyOf('/scenario')).scenario).toBeNull()
  })

  test('finds nothing in what could be loaded', async () => {
    expect(await check('rules:\n  - fault: { status: 503 }\n')).toEqual([])
    expect(await check('use: primary-outage')).toEqual([])
  })

  test('finds what could be read and not be played', async () => {
    const [{ message }] = await check('rules:\n  - fault: { refuse: true }\n')
    expect(message).toContain('--split-ports')
  })
})

test('the timeline tells when rules and events are at work, and which act now', async () => {
  expect(await bodyOf('/scenario/timeline')).toEqual({
    name: null,
    loadedAt: null,
    rules: [],
    events: [],
    prices: [],
  })
  await control.put(
    '/scenario',
    `name: a day
rules:
  - { id: early, match: { base: primary, endpoint: tickers }, when: { until: 10m, every: 2 }, fault: { status: 503 } }
  - { id: twice, when: { times: 1 }, fault: { delay: 1ms } }
  - { id: late, when: { after: 1h }, fault: { hang: true } }
events:
  - { asset: [ETH, BTC], at: 5m, move: -18%, over: 10m }
  - { asset: ETH, at: 20m, price: 1500, over: 10s }
  - { at: 1h, reorg: { depth: 3 } }
prices:
  SOL: { points: { 0s: 100, 10m: 120 } }
`,
  )
  await ask('/arbitrum/ping')
  const { loadedAt, rules, events, prices } = await bodyOf('/scenario/timeline')
  expect(loadedAt).toBe('2026-03-01T12:00:00.000Z')
  expect(rules).toEqual([
    {
      id: 'early',
      what: 'answers 503',
      match: 'tickers of any primary: every 2nd',
      networks: null,
      bases: ['primary'],
      endpoints: ['tickers'],
      met: 'error',
      fromMs: 0,
      untilMs: 600_000,
      matched: 0,
      fired: 0,
      acting: true,
    },
    expect.objectContaining({ id: 'twice', met: 'good', untilMs: null, fired: 1, acting: false }),
    expect.objectContaining({ id: 'late', met: 'silent', fromMs: 3_600_000, acting: false }),
  ])
  expect(events).toEqual([
    { asset: 'ETH', what: '-18% over 10m', fromMs: 300_000, untilMs: null },
    { asset: 'BTC', what: '-18% over 10m', fromMs: 300_000, untilMs: null },
    { asset: 'ETH', what: 'to 1500 USD over 10s', fromMs: 1_200_000, untilMs: 1_210_000 },
    { asset: null, what: 'a reorganisation of 3 blocks', fromMs: 3_600_000, untilMs: 3_600_000 },
  ])
  expect(prices).toEqual([
    {
      asset: 'SOL',
      what: '100 at 0s, 120 at 10m USD, on a bridge of the market',
      fromMs: 0,
      untilMs: 600_000,
    },
  ])
  await control.post('/clock/advance', { by: '2h' })
  const after = (await bodyOf('/scenario/timeline')).rules
  expect(after.map(({ acting }: { acting: boolean }) => acting)).toEqual([false, false, true])
})

test('bases tell what a request there would get now, and count nothing by that', async () => {
  await control.put(
    '/scenario',
    `rules:
  - { id: down, match: { network: arbitrum, base: primary, endpoint: tickers }, when: { calls: 2.. }, fault: { status: 503 } }
  - { id: slow, match: { network: arbitrum, endpoint: ping }, fault: { delay: 1h } }
  - { id: cut, match: { endpoint: ping }, fault: { stale: 5m, delay: 1ms } }
`.replace(/ {2}- \{ id: cut.*\n/, ''),
  )
  const tickersOf = async () => {
    const { bases } = await bodyOf('/bases')
    expect(bases).toHaveLength(9)
    expect(bases[0]).toMatchObject({
      network: 'arbitrum',
      base: 'primary',
      url: `${simulator.url}/arbitrum`,
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
  // Those of the last seconds, for which a busy machine may be too late.
  await until(async () => {
    await ask('/arbitrum/prices/tickers')
    expect((await bodyOf('/bases')).bases[0].perSecond).toBeGreaterThan(0)
  })
})

describe('the market', () => {
  test('assets cost what tickers say', async () => {
    const { network, assets } = await bodyOf('/market/assets')
    expect(network).toBe('arbitrum')
    const tickers = await told('/arbitrum/prices/tickers')
    for (const { symbol, price, min, max, decimals } of assets) {
      const ticker = tickers.find(({ tokenSymbol }: { tokenSymbol: string }) => tokenSymbol === symbol)
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

  test('candles are those of the API, oldest first, whatever a scenario does to them', async () => {
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
})
