/** Scenarios that say nothing of a client: not exercised, not proven, or cut short. In process and in every report. */
import { setTimeout as sleep } from 'node:timers/promises'
import { describe, expect, test } from 'vitest'
import type { RehearsedClient } from '../../src/entrypoints/index.js'
import { matchers } from '../../src/entrypoints/testing/matchers.js'
import { isExercised, subjectOf } from '../../src/grading/grade.js'
import { gradeScenario } from '../../src/rehearsal/grade.js'
import { FORMATS, REPORTERS } from '../../src/rehearsal/reporters/index.js'
import { DOWN, polling, QUICK, read } from '../support/polling.js'
import { calm, every, timelineOf } from '../support/rehearsed.js'
import { rehearse, timelinesOf } from '../support/timelines.js'

const scaled = { met: 'wrong', flaw: 'poisoned', rule: 'rule-1', outcome: 'poison' } as const

const poisoned = {
  name: 'poisoned',
  rules: [
    {
      id: 'scaled',
      match: { network: 'arbitrum', base: 'primary' },
      when: { calls: 1 },
      fault: { poison: 'scale' },
    },
  ],
} as const

const idle = {
  ...DOWN,
  name: 'idle',
  rules: [{ ...DOWN.rules[0], match: { network: 'avalanche' as const } }],
}

test.each([
  ['not exercised', idle, { allowUnexercised: true }],
  ['not proven', poisoned, { allowUnproven: true }],
] as const)('%s is exempt where allowed, and left out of the mean', async (verdict, scenario, allowed) => {
  const both = { scenarios: [DOWN, scenario], client: polling('arbitrum'), ...QUICK }
  const [strict, lenient] = [await rehearse(both), await rehearse({ ...both, ...allowed })]
  expect([strict.verdict, lenient.verdict]).toEqual([verdict, 'pass'])
  expect([strict.score, lenient.score]).toEqual([null, strict.scenarios[0].score])
  expect(matchers.toPassRehearsal(lenient).pass).toBe(true)
  expect(await read('junit', strict)).toContain(`<failure message="${verdict}`)
  expect(await read('junit', lenient)).not.toContain(`<failure message="${verdict}`)
})

describe('not exercised', () => {
  test.each([
    ['asks a network that no rule touches', polling('avalanche')],
    ['asks every five minutes', polling('arbitrum', 300_000)],
  ])('%s', async (_name, client) => {
    const report = await rehearse({ scenarios: [DOWN], client, ...QUICK })
    expect([report.verdict, report.score]).toEqual(['not exercised', null])
    const [scenario] = report.scenarios
    expect([scenario.verdict, scenario.score]).toEqual(['not exercised', null])
    expect(scenario.problem).toContain('rule dead applies to any endpoint of arbitrum primary')
    expect(matchers.toPassRehearsal(report).pass).toBe(false)
    const allowed = { ...report, allowUnexercised: true as const }
    expect((await read('text', report)).replace(/\s+/g, ' ')).toContain('; --allow-unexercised accepts this')
    expect(REPORTERS.text(allowed, timelinesOf(report), {})).not.toContain('--allow-unexercised')
  })

  test('says that the incident ended before any rule began', async () => {
    const late = { ...DOWN, rules: [{ ...DOWN.rules[0], when: { after: '20s', until: '30s' } as const }] }
    const client = polling('arbitrum')
    const report = await rehearse({ scenarios: [late], client, incident: '5s', ...QUICK })
    expect(report.scenarios[0]).toMatchObject({
      verdict: 'not exercised',
      problem: 'no rule or market event began before the incident ended',
    })
  })

  test('a rule that changes nothing strikes nothing', async () => {
    const omitting = (token: string) => ({
      name: token,
      rules: [{ when: { until: '15s' as const }, fault: { partial: { omit: [token] } } }],
    })
    const { scenarios } = await rehearse({
      scenarios: [omitting('pBTC'), omitting('DOGE')],
      client: polling('arbitrum'),
      ...QUICK,
    })
    expect(scenarios.map(({ verdict }) => verdict)).toEqual(['not exercised', 'pass'])
  })

  test('a market event that the client sees exercises a scenario', async () => {
    const crash = {
      ...DOWN,
      rules: [{ ...DOWN.rules[0], match: { network: 'avalanche' as const } }],
      events: [{ asset: 'ETH', at: '5s', move: '-10%', over: '5s' }],
    } as const
    const { verdict } = await rehearse({ scenarios: [crash], client: polling('arbitrum'), ...QUICK })
    expect(verdict).toBe('pass')
  })

  test.each([
    ['primary', true],
    ['fallback', false],
  ] as const)('a refused connection at the primary strikes a client of the %s: %s', (base, isStruck) => {
    const rules = [{ bases: ['primary'] as const, isRefusing: true }]
    expect(isExercised(timelineOf({ requests: every(1000, 0, 10_000, { base }), rules }))).toBe(isStruck)
  })

  test('a crash fails, whatever was struck', async () => {
    const client = async (given: RehearsedClient) => {
      await given.fetch(`${given.baseUrl('avalanche')}/prices/tickers`)
      await sleep(2000)
      throw new Error('out of ideas')
    }
    const report = await rehearse({ scenarios: [DOWN], client, ...QUICK })
    expect([report.verdict, report.scenarios[0].verdict]).toEqual(['fail', 'fail'])
  })

  test('a client that ends before the incident was not exercised', async () => {
    const client = async (given: RehearsedClient) => {
      await given.fetch(`${given.baseUrl('arbitrum')}/prices/tickers`)
      await sleep(2000)
    }
    const { scenarios } = await rehearse({ scenarios: [DOWN], client, mayExit: true, ...QUICK })
    expect(scenarios[0]).toMatchObject({
      verdict: 'not exercised',
      problem: 'the client ended before the incident began',
    })
  })
})

describe('not proven', () => {
  test('a client that swallows bad data, and reports no prices', async () => {
    const report = await rehearse({ scenarios: [poisoned], client: polling('arbitrum'), ...QUICK })
    expect([report.verdict, report.score]).toEqual(['not proven', null])
    expect(report.scenarios[0]).toMatchObject({ verdict: 'not proven', score: null })
    expect(report.scenarios[0].problem).toMatch(
      /^the scenario is about refuses-bad-data, which could not be judged: .* add --observe 'acted on /,
    )
    expect(matchers.toPassRehearsal(report).pass).toBe(false)
    for (const format of ['text', 'junit', 'markdown', 'html', 'finding'] as const)
      expect(await read(format, report), format).toMatch(/not proven/i)
    expect(await read('text', report)).toContain('--allow-unproven accepts this')
  })

  test('what a scenario expects is what it is about', async () => {
    const expecting = { ...DOWN, expect: { 'notices-stale': 'on' } } as const
    const { scenarios } = await rehearse({ scenarios: [expecting], client: polling('arbitrum'), ...QUICK })
    expect(scenarios[0].verdict).toBe('not proven')
  })

  test('a failed MUST is a failure, whatever the scenario is about', () => {
    const programs = [{ exitCode: 1, exitMs: 30_000 }]
    const line = {
      requests: [...calm, ...every(1000, 10_000, 15_000, scaled), ...every(1000, 15_000, 130_000)],
      programs,
    }
    expect(gradeScenario(timelineOf(line)).verdict).toBe('fail')
    expect(gradeScenario(timelineOf({ requests: line.requests })).verdict).toBe('not proven')
  })

  test.each([
    ['429 with Retry-After', { met: 'error', status: 429, retryAfterMs: 2000 }, 'retry-after'],
    ['no answer', { met: 'silent' }, 'gives-up'],
    ['400', { met: 'error', status: 400 }, 'no-blind-retry'],
    ['old data', { met: 'wrong', flaw: 'stale' }, 'notices-stale'],
    ['bad data', { met: 'wrong', flaw: 'poisoned' }, 'refuses-bad-data'],
    ['a connection that breaks', { met: 'broken' }, 'answers-again'],
  ] as const)('%s is about its check', (_, told, id) => {
    const line = { requests: [{ at: 20_000, rule: 'rule-1', ...told }] }
    expect(subjectOf(timelineOf(line))).toContain(id)
  })
})

describe('cut short', () => {
  const cutAfter = (ms: number, scenarios: readonly (typeof DOWN)[] = [DOWN]) => {
    const interrupt = new AbortController()
    const client = async (given: RehearsedClient) => {
      setTimeout(() => interrupt.abort(), ms)
      await polling('arbitrum')(given)
    }
    return rehearse({ scenarios, client, signal: interrupt.signal, ...QUICK })
  }

  test.each([
    ['warm-up', 2500],
    ['incident', 10_000],
    ['recovery', 27_000],
  ])('in the %s', async (phase, ms) => {
    const report = await cutAfter(ms)
    expect([report.verdict, report.score]).toEqual(['cut short', null])
    expect(report.scenarios[0]).toMatchObject({ verdict: 'cut short', score: null })
    expect(report.scenarios[0].problem).toContain(`interrupted in the ${phase}`)
    expect(matchers.toPassRehearsal(report).pass).toBe(false)
  })

  test('a scenario that has ended by then keeps its verdict', async () => {
    const long = { ...DOWN, name: 'long', rules: [{ ...DOWN.rules[0], when: { until: '60s' as const } }] }
    const report = await cutAfter(40_000, [DOWN, long as never])
    expect(report.scenarios.map(({ verdict }) => verdict)).toEqual(['pass', 'cut short'])
    expect([report.verdict, report.score]).toEqual(['cut short', null])
  })
})

test.each(FORMATS)('%s says what has no score', async (format) => {
  const unexercised = await rehearse({ scenarios: [DOWN], client: polling('avalanche'), ...QUICK })
  const written = await read(format, unexercised)
  if (format !== 'har') expect(written.toLowerCase()).toContain('not exercised')
  if (format !== 'har')
    expect(written.replace(/\s+/g, ' ')).toContain('rule dead applies to any endpoint of arbitrum primary')
  expect(written).not.toMatch(/score null|null of 100|>null</)
})
