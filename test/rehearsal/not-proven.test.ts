/** Scenarios whose subject could not be judged. In process and in reports. */
import { setTimeout as sleep } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { type RehearsedClient, rehearse } from '../../src/entrypoints/index.js'
import { matchers } from '../../src/entrypoints/testing/matchers.js'
import { subjectOf } from '../../src/grading/subject.js'
import { gradeScenario } from '../../src/rehearsal/grade.js'
import { DOWN, polling, QUICK, read } from '../support/polling.js'
import { calm, every, timelineOf } from '../support/rehearsed.js'

const scaled = { met: 'wrong', flaw: 'poisoned', rule: 'rule-1', outcome: 'poison' } as const

const poisoned = {
  name: 'poisoned',
  rules: [
    {
      id: 'scaled',
      match: { network: 'arbitrum', base: 'primary' },
      when: { calls: '1..4' },
      fault: { poison: 'scale' },
    },
  ],
} as const

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

test('is exempt where allowed, and left out of the mean', async () => {
  const both = { scenarios: [DOWN, poisoned], client: polling('arbitrum'), ...QUICK }
  const [strict, lenient] = [await rehearse(both), await rehearse({ ...both, allowUnproven: true })]
  expect([strict.verdict, lenient.verdict]).toEqual(['not proven', 'pass'])
  expect(strict.score).toBe(strict.scenarios[0].score)
  expect(await read('text', strict)).toMatch(/\n1 of 2 scenarios passed, 1 not proven; seed /)
  expect(await read('junit', strict)).toContain('<failure message="not proven')
  expect(await read('junit', lenient)).not.toContain('<failure message="not proven')
})

test('the same bad data fails a client that reports its prices', async () => {
  const client = async ({ baseUrl, fetch, observe, signal }: RehearsedClient) => {
    while (!signal.aborted) {
      const reply = await fetch(`${baseUrl('arbitrum')}/prices/tickers`)
      const rows = (await reply.json()) as { tokenSymbol: string; medianPrice: string }[]
      const price = rows.find(({ tokenSymbol }) => tokenSymbol === 'ETH')?.medianPrice
      if (price !== undefined) observe({ symbol: 'ETH', price, raw: true })
      await sleep(1000)
    }
  }
  const { scenarios } = await rehearse({ scenarios: [poisoned], client, ...QUICK })
  expect(scenarios[0].verdict).toBe('fail')
})

test('what a scenario expects is what it is about', async () => {
  const expecting = { ...poisoned, expect: { 'keeps-serving': { good: '10s' } } } as const
  const { scenarios } = await rehearse({ scenarios: [expecting], client: polling('arbitrum'), ...QUICK })
  expect(scenarios[0].verdict).toBe('pass')
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
