/** Why each rule fired or not for a request that has come: as it was when it came. */
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { ENDPOINTS } from '../../../src/api/endpoints/index.js'
import { loadGivenScenario } from '../../../src/scenario/read/load.js'
import type { RuleReason } from '../../../src/scenario/running-rule.js'
import { oneSimulator } from '../../support/one-simulator.js'
import { samples } from '../../support/runs.js'
import { createTestSimulator, SERVERS } from '../../support/simulator.js'

const PING = ENDPOINTS.find(({ id }) => id === 'ping')

const { simulator, control, bodyOf, ask } = oneSimulator({ at: '2026-03-01T12:00:00Z' })

const askAs = (path: string, headers: Record<string, string>) => ask(path, { headers })
const why = (n: number) => bodyOf(`/journal/${n}`)
const load = (rules: readonly unknown[], name = 'a day') =>
  control.put('/scenario', JSON.stringify({ name, rules }))

test('shows the rule, its match number, and why earlier rules did not fire', async () => {
  await load([
    { id: 'other', match: { base: 'fallback' }, fault: { status: 500 } },
    { id: 'late', when: { after: '1h' }, fault: { status: 500 } },
    { id: 'second', when: { calls: 2 }, fault: { status: 503 } },
    { id: 'bucket', fault: { rateLimit: { requests: 2, per: '1h' } } },
    { id: 'last', fault: { delay: '1ms' } },
  ])
  for (let i = 0; i < 5; i++) await ask('/arbitrum/ping')
  const first = await why(1)
  expect(first).toMatchObject({ entry: { n: 1, rule: 'last' }, scenario: 'a day' })
  expect(first.rules).toEqual([
    { rule: 'other', fires: false, call: null, why: 'base is primary, not fallback' },
    { rule: 'late', fires: false, call: 1, why: 'not before 1 h, it is 0 s since the start' },
    { rule: 'second', fires: false, call: 1, why: 'call 1 is outside calls 2..2' },
    { rule: 'bucket', fires: false, call: 1, why: 'rateLimit admits this request' },
    { rule: 'last', fires: true, call: 1, why: 'fires' },
  ])
  const second = await why(2)
  expect(second.rules.slice(2)).toEqual([
    { rule: 'second', fires: true, call: 2, why: 'fires' },
    { rule: 'bucket', fires: false, call: 2, why: 'second comes first' },
    { rule: 'last', fires: false, call: 2, why: 'second comes first' },
  ])
  expect((await why(5)).rules[3]).toEqual({ rule: 'bucket', fires: true, call: 5, why: 'fires' })
})

test('only headers inspected by rules are kept', async () => {
  await load([
    { id: 'mine', match: { header: { 'X-Who': 'me' } }, when: { calls: 2 }, fault: { status: 503 } },
  ])
  await askAs('/arbitrum/ping', { 'x-who': 'me' })
  await askAs('/arbitrum/ping', { 'x-who': 'you', 'x-else': 'x' })
  await askAs('/arbitrum/ping', { 'x-who': 'me' })
  expect((await why(1)).rules[0]).toMatchObject({ call: 1, why: 'call 1 is outside calls 2..2' })
  expect((await why(2)).rules[0]).toMatchObject({ call: null, why: 'header X-Who is you, not me' })
  expect((await why(3)).rules[0]).toMatchObject({ call: 2, fires: true })
  const [newest] = simulator().session.journal.newestFirst()
  expect(newest.headers).toEqual({ 'x-who': 'me' })
})

test('a scenario that was replaced is remembered, but not for ever', async () => {
  await load([{ id: 'old', when: { times: 1 }, fault: { status: 503 } }], 'the old one')
  await ask('/arbitrum/ping')
  await ask('/arbitrum/ping')
  await load([{ fault: { status: 500 } }], 'the new one')
  await ask('/arbitrum/ping')
  await control.delete('/scenario')
  await ask('/arbitrum/ping')
  expect(await why(2)).toMatchObject({
    scenario: 'the old one',
    rules: [{ rule: 'old', fires: false, call: 2, why: 'it has fired 1 of 1 times' }],
  })
  expect(await why(3)).toMatchObject({ scenario: 'the new one', rules: [{ rule: 'rule-1', fires: true }] })
  expect(await why(4)).toMatchObject({ scenario: null, rules: [] })
  for (let i = 0; i < 10; i++) await load([])
  expect(await why(2)).toMatchObject({ scenario: null, rules: null })
})

test('unknown entries are 404; other calls keep their paths', async () => {
  for (const n of ['0', '1', '-1', 'x', '1e3', '9'.repeat(20)]) {
    const refused = await control.get(`/journal/${n}`)
    expect([refused.status, refused.body.error.code], n).toEqual([404, 'no-such-entry'])
  }
  const wait = await control.get('/journal/wait')
  expect([wait.status, wait.body.error.code]).toEqual([405, 'wrong-method'])
})

describe('reasons hold for the time of arrival, for any mix of rules and requests', () => {
  const anyRule = fc.record({
    match: fc.constantFrom(
      {},
      { base: 'primary' },
      { endpoint: 'ping' },
      { header: { 'x-who': 'me' } },
      { query: { limit: '3' } },
    ),
    when: fc.constantFrom(
      {},
      { calls: '2..4' },
      { every: 2 },
      { times: 2 },
      { chance: 0.5 },
      { after: '2s' },
    ),
    fault: fc.constantFrom({ status: 503 }, { delay: '1ms' }, { rateLimit: { requests: 2, per: '5s' } }),
  })
  const anyStep = fc.constantFrom('ask', 'ask', 'by header', 'by query', 'advance', 'snapshot', 'restore')

  test('also after snapshots were restored', async () => {
    // The truth is what rules say that counted the same requests in memory.
    const { session: model } = await createTestSimulator({ at: '2026-03-01T12:00:00Z' })
    await fc.assert(
      fc.asyncProperty(
        fc.array(anyRule, { minLength: 1, maxLength: 4 }),
        fc.array(anyStep, { minLength: 1, maxLength: 25 }),
        async (rules, steps) => {
          model.reset()
          model.loadScenario(await loadGivenScenario({ rules }, 'test', model.catalogue))
          await control.post('/reset')
          await control.put('/scenario', JSON.stringify({ rules }))
          /** Results of `whyNot` for each request on arrival. */
          let truth: RuleReason[][] = []
          let saved:
            | { id: string; snapshot: ReturnType<typeof model.snapshot>; truth: typeof truth }
            | undefined
          for (const step of steps) {
            if (step === 'advance') {
              model.clock.advance(1000)
              await control.post('/clock/advance', { by: '1s' })
            } else if (step === 'snapshot') {
              const { id } = (await control.post('/snapshots')).body
              saved = { id, snapshot: model.snapshot(), truth: [...truth] }
            } else if (step === 'restore') {
              if (saved === undefined) continue
              model.restore(saved.snapshot)
              await control.post(`/snapshots/${saved.id}/restore`)
              truth = [...saved.truth]
            } else {
              const path = step === 'by query' ? '/arbitrum-fallback/ping?limit=3' : '/arbitrum/ping'
              const request = requestOf(path, step, model.nowMs())
              truth.push([...(model.scenario?.whyNot(request) ?? [])])
              model.scenario?.evaluator(request, PING)?.evaluate(request)
              await askAs(path, step === 'by header' ? { 'x-who': 'me' } : {})
            }
          }
          const told = await Promise.all(truth.map(async (_, index) => (await why(index + 1)).rules))
          expect(
            told.map((rules) => rules?.map(({ rule, fires, why }: RuleReason) => ({ rule, fires, why }))),
          ).toEqual(truth)
        },
      ),
      { numRuns: samples(60) / SERVERS },
    )
  })
})

function requestOf(path: string, step: string, atMs: number) {
  return {
    network: 'arbitrum',
    base: path.includes('fallback') ? 'fallback' : 'primary',
    endpoint: 'ping',
    method: 'GET',
    url: path,
    search: path.split('?')[1] ?? '',
    header: (name: string) => (step === 'by header' && name === 'x-who' ? 'me' : undefined),
    atMs,
  }
}

test('an error is explained by its message, also where nobody watched', async () => {
  await load([{ id: 'own', match: { base: 'fallback' }, fault: { status: 503, body: 'down '.repeat(1000) } }])
  await ask('/arbitrum/prices/candles?tokenSymbol=ETH&period=7m')
  await ask('/arbitrum-fallback/ping', { headers: { 'accept-encoding': 'gzip' } })
  await ask('/arbitrom/ping')
  await ask('/arbitrum/ping')
  expect(JSON.parse((await why(1)).error).errors.join()).toContain('period')
  expect((await why(2)).error).toBe('down '.repeat(1000).slice(0, 2048))
  expect((await why(3)).error).toContain('did you mean /arbitrum/ping')
  expect((await why(4)).error).toBeNull()
})
