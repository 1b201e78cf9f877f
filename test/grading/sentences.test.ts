/** What checks that do not pass say: the consequence, where and when, and what to change. */
import { describe, expect, test } from 'vitest'
import type { CheckId } from '../../src/grading/checks/index.js'
import { gradeScenario } from '../../src/rehearsal/grade.js'
import {
  calm,
  down,
  every,
  failing,
  judged,
  type Line,
  primaryDown,
  type Told,
  timelineOf,
} from '../support/rehearsed.js'
import { libraryAgain } from './cases/retry-after.js'

const becauseOf = (id: CheckId, line: Line) => judged(id, line).because
const limited = { met: 'error', status: 429, retryAfterMs: 2000 } as const

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
      /until arbitrum primary answered\. Check the status of every reply: the client stayed as if 503 were an answer$/,
    )
    expect(becauseOf('answers-again', ignoring(down))).toMatch(/\. Ask another base as soon as one fails$/)
  })

  test('a probe accepts anything', () => {
    const probes = every(10_000, 300, 130_000, { base: 'fallback', met: 'error', status: 500 })
    const requests = [
      ...every(1000, 0, 20_000),
      ...every(1000, 20_000, 32_000, down),
      ...every(1000, 32_000, 50_000, { base: 'fallback', met: 'error', status: 500 }),
      ...every(1000, 50_000, 130_000),
      ...probes,
    ]
    expect(becauseOf('answers-again', { requests, rules: [primaryDown] })).toContain(
      '. Count a probe as good only if its status is 200 and its body has the data that you need',
    )
  })

  test('retries within 50 ms are probably those of a library', () => {
    const requests = [...calm, ...failing([20, 20, 20, 20, 20, 20])]
    expect(becauseOf('attempts', { requests })).toBe(
      "sent tickers 7 times in a row to arbitrum primary, which failed 20.0 s into the run. Turn off the retries of the HTTP library, or your own: 6 came within 50 ms of a failure and are probably the library's",
    )
    expect(becauseOf('attempts', { requests: [...calm, ...failing([90, 90, 90, 90, 90, 90])] })).toContain(
      '. Retry twice at most, then ask another base',
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

describe('observations', () => {
  test('the option that decides what the end cut short', () => {
    const requests = [...calm, { at: 20_000, ...down }]
    expect(becauseOf('fails-back', { requests, rules: [primaryDown] })).toBe(
      'arbitrum primary recovered 70.0 s into the run and had not served tickers again when the rehearsal ended 1 min later',
    )
    expect(judged('fails-back', { requests, rules: [primaryDown], recoveryMs: 308_000 }).verdict).toBe('fail')
    expect(judged('fails-back', { requests, rules: [primaryDown], recoveryMs: 305_000 }).verdict).toBe(
      'inconclusive',
    )
    const hung = { at: 122_000, met: 'silent', tookMs: null } as const
    expect(becauseOf('gives-up', { requests: [hung] })).toMatch(
      /^the client still waited for arbitrum primary \(tickers, 122\.0 s into the run\) /,
    )
    const graded = (...requests: Told[]) => gradeScenario(timelineOf({ requests, rules: [primaryDown] }))
    const { remedy, checks } = graded(...requests, hung)
    expect(remedy).toBe('--cool-down 308s')
    const undecided = checks.filter(({ because }) => because.endsWith(': --cool-down 308s would decide it'))
    expect(undecided.map(({ id }) => id)).toEqual(['gives-up', 'fails-back'])
    expect(graded(hung).remedy).toBe('--cool-down 64s')
  })

  test('a single poller is named as the reason for which there is nothing to judge', () => {
    const requests = [...calm, ...every(1000, 10_000, 70_000, down)]
    for (const id of ['retry-ratio', 'backs-off', 'jitters'] as const)
      expect(becauseOf(id, { requests })).toBe(
        'no retries: after arbitrum primary failed tickers 10.0 s into the run, the client waited for its next poll, 1 s later',
      )
  })

  test('a lower request rate excuses retries, and the report states it', () => {
    const pairs = every(5000, 10_000, 70_000, down).flatMap((one) => [one, { ...one, at: one.at + 200 }])
    expect(becauseOf('retry-ratio', { requests: [...calm, ...pairs] })).toBe(
      'no more load than before: 12 of 24 requests in the incident were retries, 50 %, at 0.40 times the usual rate',
    )
  })
})

test('a failed check of service names network, base, endpoint and moment', () => {
  const dropping = [
    ...calm,
    { at: 20_000, ...down },
    { at: 20_100, base: 'fallback' as const },
    ...every(1000, 21_000, 60_000, down),
  ]
  const lines: readonly (readonly [CheckId, Line])[] = [
    ['answers-again', { requests: [{ at: 20_000, ...down }], rules: [primaryDown] }],
    ['gives-up', { requests: [{ at: 20_000, met: 'silent', tookMs: null }] }],
    ['retry-after', { requests: [...every(500, 20_000, 22_000, limited), { at: 22_000 }] }],
    [
      'fails-back',
      { requests: [...calm, { at: 20_000, ...down }], rules: [primaryDown], recoveryMs: 400_000 },
    ],
    ['attempts', { requests: [...calm, ...failing([100, 100, 100, 100, 100])] }],
    [
      'retry-ratio',
      { requests: [...calm, ...every(1000, 10_000, 70_000, down), ...every(1000, 10_200, 70_200)] },
    ],
    [
      'leaves-dead-alone',
      {
        requests: every(500, 0, 70_000).map((one) => (one.at < 20_000 ? one : { ...one, ...down })),
        rules: [primaryDown],
      },
    ],
    ['keeps-healthy', { requests: dropping }],
    [
      'no-blind-retry',
      {
        requests: [
          ...calm,
          { at: 20_000, met: 'error', status: 400 },
          { at: 20_100, met: 'error', status: 400 },
        ],
      },
    ],
    ['backs-off', { requests: failing([100, 100, 100, 100]) }],
    ['jitters', { requests: [0, 1, 2, 3, 4].flatMap((client) => failing([500], { client })) }],
    [
      'no-flapping',
      {
        requests: every(1000, 0, 130_000).map((one, index) => ({
          ...one,
          base: index % 10 < 5 ? 'primary' : 'fallback',
        })),
        rules: [],
      },
    ],
  ]
  for (const [id, line] of lines) {
    const { verdict, because, evidence } = judged(id, line)
    expect([id, verdict], because).toEqual([id, 'fail'])
    expect(because).toMatch(/\barbitrum (primary|fallback)\b/)
    expect(because).toContain('tickers')
    expect(because).toMatch(/\d+\.\d s/)
    expect(because, 'advice').toMatch(/\. [A-Z][^.]+$/)
    expect(evidence.length, id).toBeGreaterThan(0)
  }
})
