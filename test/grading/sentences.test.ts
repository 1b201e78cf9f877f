/** What checks that do not pass say: the consequence, where and when, and what to change. */
import { describe, expect, test } from 'vitest'
import type { CheckId } from '../../src/grading/checks/index.js'
import { gradeScenario } from '../../src/rehearsal/grade.js'
import {
  calm,
  down,
  every,
  judged,
  type Line,
  priced,
  primaryDown,
  type Told,
  timelineOf,
} from '../support/rehearsed.js'
import { libraryAgain } from './cases/retry-after.js'

const becauseOf = (id: CheckId, line: Line) => judged(id, line).because
const limited = { met: 'error', status: 429, retryAfterMs: 2000 } as const

test.each([
  [
    'that answered before',
    { at: 10_000, tookMs: 5 },
    'asked together with arbitrum primary, answered before that failed',
  ],
  ['that answered as the other failed', { at: 10_000, tookMs: 10 }, 'answered before that failed'],
  ['that answered later', { at: 10_000, tookMs: 300 }, 'answered 290 ms after that had failed'],
  ['that is asked as the other failed', { at: 10_010, tookMs: 20 }, 'failed over to arbitrum fallback in'],
  ['that is asked afterwards', { at: 10_020, tookMs: 20 }, 'failed over to arbitrum fallback in'],
] as const)('a base %s', (_name, told, words) => {
  const requests: Told[] = [
    ...calm.flatMap((one): Told[] => [one, { ...one, base: 'fallback' }]),
    { at: 10_000, rule: 'rule-1', ...down },
    { base: 'fallback', ...told },
    ...every(1000, 11_000, 130_000, { base: 'fallback' }),
  ]
  const { verdict, because } = judged('answers-again', { requests, rules: [primaryDown] })
  expect([verdict, because]).toEqual(['pass', expect.stringContaining(words)])
})

test('a hedge is asked together with the request that fails later, and an answer that the client ignores is no service', () => {
  const hedged = (...told: Told[]): Line => ({
    requests: [...calm, { at: 10_000, rule: 'rule-1', tookMs: 700, ...down }, ...told],
    rules: [primaryDown],
  })
  const hedge = { at: 10_300, base: 'fallback', tookMs: 100 } as const
  expect(becauseOf('answers-again', hedged(hedge))).toContain(
    'asked together with arbitrum primary, answered before',
  )
  expect(becauseOf('answers-again', hedged({ ...hedge, tookMs: 900 }))).toContain(
    'answered 500 ms after that',
  )
  // As late as the failure: a failover.
  expect(becauseOf('answers-again', hedged({ ...hedge, at: 10_700 }))).toContain(
    'failed over to arbitrum fallback',
  )
  // Other data says nothing of the one that failed.
  expect(becauseOf('answers-again', hedged({ ...hedge, endpoint: 'candles' }))).toContain(
    'no answer to tickers for',
  )

  const reported = every(1000, 0, 10_000).map((one) => ({ ...one, content: priced(one.at, one.at) }))
  const probe = { at: 10_800, base: 'fallback', content: priced(7, 10_800) } as const
  const ignoring = {
    ...hedged(probe, { at: 11_000, ...down }, { at: 80_000 }),
    contents: [...reported.map(({ content }) => content), probe.content],
    observations: reported.map(({ at }) => ({ atMs: at + 20, price: at })),
  }
  const requests = [...reported, ...ignoring.requests!.slice(calm.length)]
  expect(judged('answers-again', { ...ignoring, requests }).verdict).toBe('fail')
})

describe('advice by pattern', () => {
  const never: Line = { requests: [...calm, ...every(1000, 10_000, 70_000, down)], rules: [primaryDown] }

  test('only one base received requests', () => {
    expect(becauseOf('answers-again', never)).toBe(
      'no answer to tickers for 119.9 s after arbitrum primary failed 10.0 s into the run. Ask another base of arbitrum when one fails: only arbitrum primary was ever asked',
    )
  })

  test('the price that the client still acts on', () => {
    const observations = [{ atMs: 9020, price: 2041.1929 }]
    expect(becauseOf('answers-again', { ...never, observations })).toContain(
      ', still acting on ETH at 2041.1929 USD. ',
    )
  })

  test('the status is ignored', () => {
    const ignoring = (failed: Omit<Told, 'at'>): Line => ({
      requests: [
        { at: -500, base: 'fallback' },
        ...calm,
        ...every(1000, 10_000, 70_000, failed),
        { at: 70_000 },
      ],
      rules: [primaryDown],
    })
    expect(becauseOf('answers-again', ignoring({ met: 'error', status: 503 }))).toMatch(
      /until it did again 1 min later\. Check the status of every reply: the client stayed as if 503 were an answer$/,
    )
    expect(becauseOf('answers-again', ignoring(down))).toMatch(/\. Ask another base as soon as one fails$/)
  })

  test('the bases that were asked meanwhile failed as well', () => {
    const requests = [
      ...every(1000, 0, 20_000),
      { at: 20_000, ...down },
      ...every(1000, 20_500, 24_000, { base: 'fallback', ...down }),
      ...every(1000, 24_000, 130_000, { base: 'fallback-2' }),
    ]
    const rules = [{ ...primaryDown, bases: ['primary', 'fallback'] as const }]
    expect(becauseOf('answers-again', { requests, rules })).toContain(
      '. Cap the backoff of each base at a few seconds: fallback failed meanwhile, and another one was left alone',
    )
  })

  test('the timeout is missing or too long', () => {
    const hung = { met: 'silent', tookMs: null } as const
    expect(becauseOf('gives-up', { requests: [{ at: 20_000, ...hung }] })).toBe(
      'waited 110 s, until the end, for tickers from arbitrum primary, sent 20.0 s into the run. Set a timeout of 5 s or less: no request had one',
    )
    const late = { met: 'silent', tookMs: 30_000, end: 'given-up' } as const
    expect(becauseOf('gives-up', { requests: [{ at: 20_000, ...late }] })).toContain(
      '. Shorten the timeout to 5 s or less',
    )
  })

  test('Retry-After is ignored', () => {
    const requests = [{ at: 20_000, ...limited }, { at: 20_500, ...limited }, { at: 21_000 }]
    expect(becauseOf('retry-after', { requests })).toBe(
      'asked too early after 2 of 2 replies with Retry-After (100 %): 20.0 s into the run arbitrum primary asked to wait 2 s, and was asked for tickers again 490 ms later. Read Retry-After, in seconds or as a date, and leave that base alone until then',
    )
  })

  test('the next query forgets Retry-After that a library honoured: its retries are not to blame', () => {
    expect(becauseOf('retry-after', { requests: libraryAgain })).toMatch(
      /arbitrum primary asked to wait 2 s, and the client's next query for tickers began there 20 ms later\. Remember Retry-After for each base across queries/,
    )
  })

  test('probes find the primary healthy, and the client ignores them', () => {
    const requests = [
      ...calm,
      { at: 10_500, ...down },
      ...every(1000, 11_000, 430_000, { base: 'fallback' }),
      ...every(10_000, 25_500, 430_000).map((probe) => (probe.at < 70_000 ? { ...probe, ...down } : probe)),
    ]
    expect(becauseOf('fails-back', { requests, rules: [primaryDown], recoveryMs: 360_000 })).toMatch(
      /^arbitrum primary recovered 70\.0 s into the run and never served tickers again in 6 min\. Act on the probes: 36 of them/,
    )
  })
})

test('the options that decide what was too short', () => {
  const away = [...calm, { at: 20_000, ...down }, ...every(1000, 20_020, 79_000, { base: 'fallback' })]
  const hung = { at: 79_000, met: 'silent', tookMs: null } as const
  const graded = (...requests: Told[]) =>
    gradeScenario(timelineOf({ requests, rules: [primaryDown], recoveryMs: 10_000 }))
  const { remedy, checks } = graded(...away, hung)
  expect(remedy).toBe('--cool-down 308s')
  const undecided = checks.filter(({ because }) => because.endsWith(': --cool-down 308s would decide it'))
  expect(undecided.map(({ id }) => id)).toEqual(['gives-up', 'fails-back'])
  expect(graded(hung).remedy).toBe('--cool-down 21s')

  const frozen = { met: 'wrong', flaw: 'stale', rule: 'rule-1', content: priced(7, 10_000) } as const
  const short = {
    requests: [
      ...every(5000, 0, 10_000),
      ...every(5000, 10_000, 20_000, frozen),
      ...every(5000, 20_000, 80_000),
    ],
    rules: [{ ...primaryDown, met: 'wrong', fault: 'stale', untilMs: 20_000 } as const],
    incidentEndsMs: 20_000,
  }
  expect(gradeScenario(timelineOf(short))).toMatchObject({
    verdict: 'not proven',
    score: null,
    problem: expect.stringMatching(
      /^the scenario is about notices-stale, .*: --incident 40s would decide it$/,
    ),
  })
})
