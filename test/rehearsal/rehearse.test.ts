/** `rehearse()` in process: the whole of it, with tiny clients, and what is put right afterwards. */
import { setTimeout as sleep } from 'node:timers/promises'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { type RehearsedClient, type Report, UserError } from '../../src/entrypoints/index.js'
import { matchers } from '../../src/entrypoints/testing/matchers.js'
import { rehearse, timelinesOf } from '../support/timelines.js'
import { inProcess } from './clients/in-process.js'

const DOWN = {
  name: 'down',
  rules: [
    { id: 'down', match: { base: 'primary' }, when: { after: '5s', until: '25s' }, fault: { close: true } },
  ],
} as const
const QUICK = { warmUp: '5s', coolDown: '15s' } as const

/** Asks the bases in turn, once a second, and says what it acts on. */
const walking =
  (bases: readonly ('primary' | 'fallback')[]) =>
  async ({ baseUrl, fetch, observe, signal }: RehearsedClient): Promise<void> => {
    while (!signal.aborted) {
      for (const base of bases) {
        const reply = await fetch(`${baseUrl('arbitrum', base)}/prices/tickers`).catch(() => undefined)
        if (reply?.status !== 200) continue
        const rows = (await reply.json()) as { tokenSymbol: string; medianPrice: string }[]
        const price = rows.find(({ tokenSymbol }) => tokenSymbol === 'ETH')?.medianPrice
        if (price !== undefined) observe({ symbol: 'ETH', price, raw: true })
        break
      }
      await sleep(1000)
    }
  }

const verdictsOf = ({ scenarios: [{ checks }] }: Report) =>
  Object.fromEntries(checks.map(({ id, verdict }) => [id, verdict]))

afterEach(() => vi.useRealTimers())

describe('rehearse', () => {
  test('a client with a fallback passes, one without does not, and the report says why', async () => {
    const [good, bad] = [
      await rehearse({ scenarios: [DOWN], client: walking(['primary', 'fallback']), ...QUICK }),
      await rehearse({ scenarios: [DOWN], client: walking(['primary']), ...QUICK }),
    ]
    expect(verdictsOf(good)).toMatchObject({
      survives: 'pass',
      'answers-again': 'pass',
      'notices-stale': 'pass',
      'fails-back': 'pass',
      'leaves-dead-alone': 'fail',
      'gives-up': 'not exercised',
      'refuses-bad-data': 'not exercised',
    })
    expect([good.verdict, bad.verdict]).toEqual(['pass', 'fail'])
    expect(bad.score).toBeLessThan(good.score ?? 0)
    expect(verdictsOf(bad)['answers-again']).toBe('fail')
    expect(matchers.toPassRehearsal(good).pass).toBe(true)
    expect(matchers.toPassRehearsal(bad).message()).toContain(
      'keeps-serving, answers-again in down: 19 of 20 polls',
    )
  })

  test('phases, requests and observations are on the time line', async () => {
    const report = await rehearse({ scenarios: [DOWN], client: walking(['primary', 'fallback']), ...QUICK })
    const [timeline] = timelinesOf(report)
    expect(timeline.phases).toEqual([
      { name: 'warm-up', fromMs: 0, toMs: 5000 },
      { name: 'incident', fromMs: 5000, toMs: 30_000 },
      { name: 'recovery', fromMs: 30_000, toMs: 45_000 },
    ])
    expect(timeline.rules).toMatchObject([{ id: 'down', fromMs: 10_000, untilMs: 30_000, met: 'broken' }])
    const failed = timeline.requests.filter(({ fate }) => fate.met === 'broken')
    expect(
      failed.every(({ atMs, asked }) => atMs >= 10_000 && atMs < 30_000 && asked.base === 'primary'),
    ).toBe(true)
    expect(timeline.requests.map(({ n }) => n)).toEqual(timeline.requests.map((_request, index) => index + 1))
    expect(timeline.observations.length).toBe(timeline.requests.length - failed.length)
    expect(timeline.market).toMatchObject([{ symbol: 'ETH', network: 'arbitrum' }])
  })

  test('the same twice over', async () => {
    const once = () => rehearse({ scenarios: [DOWN], client: inProcess('walker'), seed: '7', ...QUICK })
    expect(await once()).toEqual(await once())
  })

  test('a client that throws or returns has not survived, unless it may return', async () => {
    const asking = async ({ baseUrl, fetch }: RehearsedClient) => {
      await fetch(`${baseUrl('arbitrum')}/ping`)
      await sleep(7000)
    }
    const done = await rehearse({ scenarios: [DOWN], client: asking, ...QUICK })
    const may = await rehearse({ scenarios: [DOWN], client: asking, mayExit: true, ...QUICK })
    const fallen = await rehearse({
      scenarios: [DOWN],
      client: async (given) => {
        await asking(given)
        throw new Error('out of ideas')
      },
      ...QUICK,
    })
    expect([done, may, fallen].map((report) => verdictsOf(report)['survives'])).toEqual([
      'fail',
      'pass',
      'fail',
    ])
    expect(fallen.scenarios[0].checks.find(({ id }) => id === 'survives')?.because).toContain('out of ideas')
    expect(fallen.scenarios[0].phases.map(({ name }) => name)).toEqual(['warm-up', 'incident'])
  })

  test('a client that never waits gains nothing: a request takes time', async () => {
    const report = await rehearse({
      scenarios: [DOWN],
      client: async ({ baseUrl, fetch, signal }) => {
        while (!signal.aborted) await fetch(`${baseUrl('arbitrum')}/ping`).catch(() => {})
      },
      ...QUICK,
    })
    expect(timelinesOf(report)[0].requests.length).toBeLessThanOrEqual(4501)
  })

  test('AbortSignal.timeout goes by the same time; afterwards all is as it was', async () => {
    const before = [setTimeout, Date, performance.now, AbortSignal.timeout]
    const report = await rehearse({
      scenarios: [{ rules: [{ when: { after: '1s', until: '9s' }, fault: { hang: true } }] }],
      client: async ({ baseUrl, fetch, signal }) => {
        while (!signal.aborted) {
          await fetch(`${baseUrl('arbitrum')}/ping`, { signal: AbortSignal.timeout(3000) }).catch(() => {})
          await sleep(500)
        }
      },
      ...QUICK,
    })
    const givesUp = report.scenarios[0].checks.find(({ id }) => id === 'gives-up')
    expect([givesUp?.verdict, givesUp?.measured]).toEqual(['pass', 2990])
    expect([setTimeout, Date, performance.now, AbortSignal.timeout]).toEqual(before)
  })

  test('who is still waiting at the end has not given up because it was ended', async () => {
    const report = await rehearse({
      scenarios: [{ rules: [{ when: { after: '2s', until: '4s' }, fault: { hang: true } }] }],
      client: async ({ baseUrl, fetch, signal }) => {
        while (!signal.aborted) {
          await fetch(`${baseUrl('arbitrum')}/ping`, { signal }).catch(() => {})
          await sleep(500)
        }
      },
      incident: '3s',
      warmUp: '5s',
      coolDown: '0ms',
    })
    expect(verdictsOf(report)['gives-up']).toBe('inconclusive')
  })

  test('what a scenario expects counts there', async () => {
    const expectations = {
      'fails-back': { good: '10ms', fails: '50ms' },
      'leaves-dead-alone': 'off',
    } as const
    const report = await rehearse({
      scenarios: [{ ...DOWN, expect: expectations }],
      client: walking(['primary', 'fallback']),
      ...QUICK,
    })
    expect(verdictsOf(report)).toMatchObject({ 'fails-back': 'fail' })
    expect(verdictsOf(report)).not.toHaveProperty('leaves-dead-alone')
  })

  test('fail-on: the same client by three measures', async () => {
    const by = async (failOn: 'must' | 'should' | number) =>
      (await rehearse({ scenarios: [DOWN], client: walking(['primary', 'fallback']), failOn, ...QUICK }))
        .verdict
    expect([await by('must'), await by('should'), await by(10), await by(100)]).toEqual([
      'pass',
      'fail',
      'pass',
      'fail',
    ])
  })

  test.each([
    ['no rules', { scenarios: ['flash-crash'] }, 'it has no rules'],
    ['no end', { scenarios: ['token-bucket'] }, 'rule bucket has no until'],
    ['no such scenario', { scenarios: ['primary-donw'] }, 'did you mean primary-down'],
    ['no such option', { warmup: '5s' }, 'did you mean warmUp?'],
    ['no duration', { warmUp: '5' }, 'warmUp cannot be read'],
  ])('a mistake is told: %s', async (_name, options, message) => {
    const told = rehearse({ client: async () => {}, ...options } as never)
    await expect(told).rejects.toThrow(UserError)
    await expect(told).rejects.toThrow(message)
  })

  test('timers that are fake already are no timers for a rehearsal', async () => {
    vi.useFakeTimers()
    await expect(rehearse({ scenarios: [DOWN], client: async () => {} })).rejects.toThrow(
      'they are fake already',
    )
  })
})
