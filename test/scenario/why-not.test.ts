/** Why each rule does or does not fire: what is told before a request is decided about, and changes nothing. */
import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { ApiRequest } from '../../src/api/routing/request.js'
import { checkScenarioValue } from '../../src/scenario/read/read.js'
import { createScenarioRun } from '../../src/scenario/run.js'
import { catalogue } from '../support/prices.js'
import { samples } from '../support/runs.js'
import { evaluated, type Written } from '../support/scenario.js'

const LOADED_MS = Date.parse('2026-03-01T12:00:00Z')

const request = (more: Partial<ApiRequest> = {}): ApiRequest => ({
  network: 'arbitrum',
  base: 'primary',
  endpoint: 'tickers',
  method: 'GET',
  url: '/prices/tickers',
  search: '',
  header: () => undefined,
  atMs: LOADED_MS,
  ...more,
})
const runOf = (rules: readonly Written[]) =>
  createScenarioRun(checkScenarioValue({ rules }, catalogue), 'seed', LOADED_MS)
const whyNot = (rule: Written, more: Partial<ApiRequest> = {}, calls = 0): string => {
  const run = runOf([{ fault: { status: 500 }, ...rule }])
  for (let call = 0; call < calls; call++) run.evaluate(request(more), undefined)
  return run.whyNot(request(more))[0].why
}

const after = (seconds: number) => ({ atMs: LOADED_MS + 1000 * seconds })

test.each<[Written, Partial<ApiRequest>, number, string]>([
  [{}, {}, 0, 'fires'],
  [{ match: { base: ['fallback', 'fallback-2'] } }, {}, 0, 'base is primary, not fallback or fallback-2'],
  [{ match: { network: 'botanix' } }, {}, 0, 'network is arbitrum, not botanix'],
  [{ match: { endpoint: 'ping' } }, { endpoint: undefined }, 0, 'endpoint is none, not ping'],
  [{}, { method: 'OPTIONS' }, 0, 'method is OPTIONS, which it does not name'],
  [{ match: { query: { limit: '3' } } }, { search: 'limit=4' }, 0, 'query limit is 4, not 3'],
  [{ match: { query: { limit: '3' } } }, {}, 0, 'query limit is missing, not 3'],
  [{ match: { header: { 'X-A': 'b' } } }, {}, 0, 'header X-A is missing, not b'],
  [{ when: { after: '30s' } }, after(12), 0, 'not before 30 s, it is 12 s since the start'],
  [{ when: { until: '30s' } }, after(45), 0, 'only until 30 s, it is 45 s since the start'],
  [{ when: { calls: '2..3' } }, {}, 0, 'call 1 is outside calls 2..3'],
  [{ when: { calls: '2..' } }, {}, 0, 'call 1 is outside calls 2..'],
  [{ when: { every: 3 } }, {}, 1, 'call 2 is not a multiple of 3'],
  [{ when: { times: 2 } }, {}, 2, 'it has fired 2 of 2 times'],
  [{ when: { chance: 1e-9 } }, {}, 0, 'chance 1e-9 was not drawn'],
  [{ fault: { rateLimit: { requests: 1, per: '1s' } } }, {}, 0, 'rateLimit admits this request'],
  [{ fault: { rateLimit: { requests: 1, per: '1s' } } }, {}, 1, 'fires'],
  [{ fault: { refuse: true } }, {}, 0, 'it applies to connections, not requests'],
])('%j', (rule, more, calls, why) => {
  expect(whyNot(rule, more, calls)).toBe(why)
})

const maybe = <Value>(one: fc.Arbitrary<Value>) => fc.option(one, { nil: undefined })
const anyRule = fc
  .record({
    match: fc.record({
      base: maybe(fc.constantFrom('primary', 'fallback')),
      endpoint: maybe(fc.constantFrom('tickers', 'ping')),
    }),
    when: fc.record({
      calls: maybe(fc.constantFrom(2, '1..3', '4..')),
      every: maybe(fc.constantFrom(1, 2, 3)),
      times: maybe(fc.constantFrom(1, 2)),
      after: maybe(fc.constantFrom('0s', '3s')),
      until: maybe(fc.constantFrom('5s', '9s')),
      chance: maybe(fc.constantFrom(0.3, 0.7)),
    }),
    fault: fc.constantFrom({ status: 500 }, { rateLimit: { requests: 2, per: '3s' } }, { delay: '1ms' }),
  })
  .map((rule) => JSON.parse(JSON.stringify(rule)) as Written)

test('forecasts the effect and changes nothing', () => {
  const anyRequests = fc.array(
    fc.record({ base: fc.constantFrom('primary', 'fallback'), afterMs: fc.nat(10_000) }),
    { minLength: 1, maxLength: 30 },
  )
  fc.assert(
    fc.property(fc.array(anyRule, { minLength: 1, maxLength: 4 }), anyRequests, (rules, requests) => {
      const run = runOf(rules)
      for (const { base, afterMs } of requests) {
        const asked = request({ base: base as ApiRequest['base'], atMs: LOADED_MS + afterMs })
        const before = run.states()
        const told = run.whyNot(asked).find(({ fires }) => fires)?.rule
        expect(run.states()).toEqual(before)
        expect(evaluated(run, asked)?.ruleId).toBe(told)
      }
    }),
    { numRuns: samples(300) },
  )
})
