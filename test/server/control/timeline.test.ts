/** The scenario as lanes over virtual time, as the control API tells it. */
import { expect, test } from 'vitest'
import { oneSimulator } from '../../support/one-simulator.js'

const { control, bodyOf, ask } = oneSimulator({ at: '2026-03-01T12:00:00Z' })

test('the timeline has the active times of rules and events, and those active now', async () => {
  const nothing = { name: null, sets: [], loadedAt: null, rules: [], events: [], prices: [], moves: [] }
  expect(await bodyOf('/scenario/timeline')).toEqual(nothing)
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
      acting: false,
    },
    expect.objectContaining({ id: 'twice', met: 'good', untilMs: null, fired: 1, acting: false }),
    expect.objectContaining({ id: 'late', met: 'silent', fromMs: 3_600_000, acting: false }),
  ])
  expect(events).toEqual([
    { asset: 'ETH', what: '-18% over 10 min', fromMs: 300_000, untilMs: null },
    { asset: 'BTC', what: '-18% over 10 min', fromMs: 300_000, untilMs: null },
    { asset: 'ETH', what: 'to 1500 USD over 10 s', fromMs: 1_200_000, untilMs: 1_210_000 },
    { asset: null, what: 'a reorganisation of 3 blocks', fromMs: 3_600_000, untilMs: 3_600_000 },
  ])
  expect(prices).toEqual([
    {
      asset: 'SOL',
      what: '100 at 0s, 120 at 10m USD, interpolated by market noise',
      fromMs: 0,
      untilMs: 600_000,
    },
  ])
  const acting = async () =>
    (await bodyOf('/scenario/timeline')).rules.map(({ acting }: { acting: boolean }) => acting)
  await ask('/arbitrum/prices/tickers')
  expect(await acting()).toEqual([true, false, false])
  await control.post('/clock/advance', { by: '2h' })
  expect(await acting()).toEqual([false, false, true])
})

test('an outline names the settings that a scenario changes, its kinds and its spans, before it is loaded', async () => {
  const text = `seed: "7"
clock: { at: 2021-05-19T05:29:00Z, rate: 300 }
rules:
  - { match: { base: primary }, when: { after: 10s, until: 30s }, fault: { status: 503 } }
  - { fault: { hang: true } }
prices:
  BTC: { points: { 0s: 100, 10m: 120 } }
`
  const { problems, outline } = (await control.post('/scenario/check', text)).body
  expect(problems).toEqual([])
  expect(outline).toEqual({
    sets: ['seed: "7"', 'clock: 300x, from 2021-05-19T05:29:00.000Z'],
    tags: ['status', 'hang', 'market'],
    durationMs: 600_000,
    spans: [
      { what: 'every request to any primary: answers 503', kind: 'error', fromMs: 10_000, untilMs: 30_000 },
      { what: 'every request: never answers', kind: 'silent', fromMs: 0, untilMs: null },
      { what: expect.stringMatching(/^BTC 100 at 0s/), kind: 'market', fromMs: 0, untilMs: 600_000 },
    ],
  })
  expect((await control.put('/scenario', text)).body.scenario.sets).toEqual(outline.sets)
  expect((await bodyOf('/scenario/timeline')).sets).toEqual(outline.sets)
  expect((await control.post('/scenario/check', 'rules: [')).body.outline).toBeNull()
  await control.post('/reset')
})
