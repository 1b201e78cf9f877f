/** At which of the requests that a rule matched it fires: each table row is one trigger and a string of x and dots. */
import { describe, expect, test } from 'vitest'
import type { ApiRequest } from '../../src/api/routing/request.js'
import { loadCatalogue } from '../../src/market/catalogue/load.js'
import { checkScenarioValue } from '../../src/scenario/read/read.js'
import { createScenarioRun, type ScenarioRun } from '../../src/scenario/run.js'
import { evaluated, oneRule, type Written } from '../support/scenario.js'

const catalogue = loadCatalogue()
const LOADED_MS = Date.parse('2026-03-01T12:00:00Z')

const start = (scenario: Written, seed = 'seed'): ScenarioRun =>
  createScenarioRun(checkScenarioValue(scenario, catalogue), seed, LOADED_MS)

const REQUEST: ApiRequest = {
  network: 'arbitrum',
  base: 'primary',
  endpoint: 'ping',
  method: 'GET',
  url: '/ping',
  search: '',
  header: () => undefined,
  atMs: LOADED_MS,
}

/** The rule that decides a request that comes `afterMs` after the scenario was loaded. */
function arrive(run: ScenarioRun, afterMs = 0, change: Partial<ApiRequest> = {}): string | undefined {
  const request = { ...REQUEST, atMs: LOADED_MS + afterMs, ...change }
  return evaluated(run, request)?.ruleId
}

/** `x` for each request at which the one rule fires, a dot for each at which it does not. */
const firings = (run: ScenarioRun, requests: number, everyMs = 0): string =>
  Array.from({ length: requests }, (_, n) => (arrive(run, n * everyMs) === undefined ? '.' : 'x')).join('')

/** Requests that each rule matched, and at how many of them it fired. */
const countsOf = (run: ScenarioRun): string =>
  run
    .states()
    .map(({ matched, fired }) => `${matched}/${fired}`)
    .join(' ')

const under = (when: Written) => start(oneRule({ status: 500 }, { when }))

test.each([
  [{}, 'xxxxxxxx'],
  [{ calls: 3 }, '..x.....'],
  [{ calls: '1..3' }, 'xxx.....'],
  [{ calls: '4..' }, '...xxxxx'],
  [{ calls: '2..2' }, '.x......'],
  [{ every: 1 }, 'xxxxxxxx'],
  [{ every: 3 }, '..x..x..'],
  [{ times: 2 }, 'xx......'],
  [{ every: 2, times: 2 }, '.x.x....'],
  [{ calls: '3..', times: 2 }, '..xx....'],
  [{ calls: '3..6', every: 2 }, '...x.x..'],
  [{ chance: 1 }, 'xxxxxxxx'],
])('when %o: %s', (when, expected) => {
  expect(firings(under(when), 8)).toBe(expected)
})

test.each([
  [{ after: '3s' }, '...xxxxx'],
  [{ until: '3s' }, 'xxx.....'],
  [{ after: '2s', until: '5s' }, '..xxx...'],
  [{ after: '2500ms' }, '...xxxxx'],
  [{ after: '2s', times: 2 }, '..xx....'],
  [{ after: '2s', calls: '1..4' }, '..xx....'],
])('when %o, a request each second: %s', (when, expected) => {
  expect(firings(under(when), 8, 1000)).toBe(expected)
})

test('after is included, until is not, to the millisecond', () => {
  const run = under({ after: '2s', until: '3s' })
  const fired = [1999, 2000, 2999, 3000].filter((ms) => arrive(run, ms) !== undefined)
  expect(fired).toEqual([2000, 2999])
})

test('the first rule that matches and fires decides, and every rule that matches counts', () => {
  const run = start({
    rules: [
      { id: 'third', when: { calls: 3 }, fault: { status: 500 } },
      { id: 'even', when: { every: 2 }, fault: { status: 503 } },
      { id: 'rest', fault: { delay: '1ms' } },
    ],
  })
  const decided = Array.from({ length: 6 }, () => arrive(run)).join(' ')
  expect(decided).toBe('rest even third even rest even')
  expect(countsOf(run)).toBe('6/1 6/3 6/2')
})

describe('chance', () => {
  const chancy = (seed?: string, id = 'r', chance = 0.3) =>
    start({ rules: [{ id, when: { chance }, fault: { status: 500 } }] }, seed)

  test('two identical runs draw alike; another seed, or another rule id, otherwise', () => {
    const usual = firings(chancy(), 300)
    expect(firings(chancy(), 300)).toBe(usual)
    expect(firings(chancy('other'), 300)).not.toBe(usual)
    expect(firings(chancy('seed', 'q'), 300)).not.toBe(usual)
  })

  test('its share of the calls is as written', () => {
    const fired = firings(chancy('seed', 'r', 0.3), 10_000).replaceAll('.', '').length
    expect(Math.abs(fired - 3000)).toBeLessThan(4 * Math.sqrt(10_000 * 0.3 * 0.7))
  })

  test('neither another rule nor requests elsewhere shift a draw', () => {
    const usual = firings(chancy(), 300)
    const rule = { id: 'r', match: { base: 'primary' }, when: { chance: 0.3 }, fault: { status: 500 } }
    const other = { id: 'other', when: { chance: 0.5 }, fault: { delay: '1ms' } }
    const run = start({ rules: [rule, other] })
    const seen = Array.from({ length: 300 }, (_, n) => {
      for (let elsewhere = 0; elsewhere < n % 3; elsewhere++) arrive(run, 0, { base: 'fallback' })
      return arrive(run) === 'r' ? 'x' : '.'
    })
    expect(seen.join('')).toBe(usual)
    const inFront = start({ rules: [other, rule] })
    for (let n = 0; n < 300; n++) {
      const fired = arrive(inFront)
      if (fired !== 'other') expect(fired === 'r').toBe(usual[n] === 'x')
    }
  })

  test('restored state continues as before', () => {
    const run = chancy()
    firings(run, 40)
    const states = run.states()
    const rest = firings(run, 100)
    const again = chancy()
    again.restore(states)
    expect(firings(again, 100)).toBe(rest)
  })
})

test('every rule counts each request that it matches, whether or not its time has come', () => {
  const fault = { status: 500 }
  const run = start({
    rules: [
      { id: 'later', when: { after: '1s' }, fault },
      { id: 'over', when: { until: '1ms' }, fault },
      { id: 'other', match: { header: { a: 'b' } }, fault },
      { id: 'now', when: { calls: 2 }, fault },
    ],
  })
  expect([arrive(run, 10), arrive(run, 20), arrive(run, 30)]).toEqual([undefined, 'now', undefined])
  expect(countsOf(run)).toBe('3/0 3/0 0/0 3/1')
})
