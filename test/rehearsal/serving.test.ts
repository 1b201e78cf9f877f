/** Faults that leave a client without a usable price, in process: the check and its chart say the same. */
import { setTimeout as sleep } from 'node:timers/promises'
import { expect, test } from 'vitest'
import type { RehearsedClient, Report } from '../../src/entrypoints/index.js'
import { servingsOf, worstGap, worstOf } from '../../src/grading/serving.js'
import { rehearse, timelinesOf } from '../support/timelines.js'

type Base = 'primary' | 'fallback' | 'fallback-2'
const BASES: readonly Base[] = ['primary', 'fallback', 'fallback-2']
const RULES = { fault: { status: 500 }, when: { after: '5s', until: '7s' } } as const

/** Reads ETH from whatever it takes for tickers, which may throw. */
function ethIn(rows: unknown): number {
  const row = (rows as { tokenSymbol: string; medianPrice: string; oracleDecimals: number }[]).find(
    ({ tokenSymbol }) => tokenSymbol === 'ETH',
  )
  return Number(row?.medianPrice) / 10 ** (30 - 18 - (row?.oracleDecimals ?? 0))
}

/** Polls tickers once a second with `get`, and reports the price where it has one. */
const polling =
  (get: (given: RehearsedClient) => Promise<unknown>) =>
  async (given: RehearsedClient): Promise<void> => {
    while (!given.signal.aborted) {
      const price = await get(given)
        .then(ethIn)
        .catch(() => undefined)
      if (price !== undefined && !Number.isNaN(price)) given.observe({ symbol: 'ETH', price: String(price) })
      await sleep(1000)
    }
  }

const tickers = async ({ baseUrl, fetch, signal }: RehearsedClient, base: Base, timeoutMs?: number) => {
  const limit = timeoutMs === undefined ? signal : AbortSignal.any([signal, AbortSignal.timeout(timeoutMs)])
  return fetch(`${baseUrl('arbitrum', base)}/prices/tickers`, { signal: limit })
}

const checkOf = ({ scenarios }: Report, id: string) => {
  const check = scenarios[0].checks.find((one) => one.id === id)
  if (check === undefined) throw new Error(`there is no check ${id}`)
  return check
}

function expectSameInChart(report: Report): void {
  const worst = worstOf(servingsOf(timelinesOf(report)[0]))
  if (worst === undefined) throw new Error('nothing is drawn')
  const highest = Math.max(...worst.gaps.flatMap(({ curve }) => curve.map(([, lackMs]) => lackMs)))
  expect([highest, worstGap(worst)?.lackMs]).toEqual(Array(2).fill(checkOf(report, 'keeps-serving').measured))
}

test('a client without a timeout keeps an old price while two bases are healthy', async () => {
  const hanging = {
    match: { base: 'primary' },
    when: { after: '5s', until: '130s' },
    fault: { hang: true },
  } as const
  const client = polling(async (given) => {
    for (const base of BASES) {
      const reply = await tickers(given, base).catch(() => undefined)
      if (reply?.ok) return reply.json()
    }
    throw new Error('no base answered')
  })
  const report = await rehearse({ scenarios: [{ rules: [hanging] }], client, coolDown: '20s' })
  const check = checkOf(report, 'keeps-serving')
  expect(check.verdict, check.because).toBe('fail')
  expect(check.measured).toBeGreaterThan(100_000)
  expect(check.because).toMatch(
    /no usable arbitrum tickers for .* while .*fallback, fallback-2 were healthy.* timeout/,
  )
  expect(report.verdict).toBe('fail')
  expectSameInChart(report)
})

test.each([
  ['["x"]', { status: 200, body: ['x'] }],
  ['{}', { status: 200, body: {} }],
  ['[]', { status: 200, body: [] }],
  ['the JSON of an error', { status: 500, body: { error: 'no data' } }],
])('takes %s for tickers: no price for 50 s', async (_name, fault) => {
  const rule = { match: { base: 'primary' }, when: { after: '5s', until: '55s' }, fault } as const
  // The first reply that is JSON wins, whatever it says.
  const client = polling(async (given) => (await tickers(given, 'primary', 5000)).json())
  const report = await rehearse({ scenarios: [{ rules: [rule] }], client, coolDown: '20s' })
  const check = checkOf(report, 'keeps-serving')
  expect([check.verdict, report.verdict], check.because).toEqual(['fail', 'fail'])
  expect(check.measured).toBeGreaterThan(48_000)
  expectSameInChart(report)
})

test('a client that reports nothing is judged by good replies, which is said', async () => {
  const rule = {
    match: { base: 'primary' },
    when: { after: '5s', until: '55s' },
    fault: { status: 200, body: ['x'] },
  } as const
  const client = async (given: RehearsedClient) => {
    while (!given.signal.aborted) {
      await tickers(given, 'primary').then((reply) => reply.json())
      await sleep(1000)
    }
  }
  const check = checkOf(await rehearse({ scenarios: [{ rules: [rule] }], client }), 'keeps-serving')
  expect(check.verdict).toBe('fail')
  expect(check.because).toContain('weaker evidence')
})

test('backs off from every base for 89 s after a burst of 2 s', async () => {
  const client = polling(async (given) => {
    for (const base of BASES) {
      const reply = await tickers(given, base, 5000)
      if (reply.ok) return reply.json()
    }
    await sleep(89_000, undefined, { signal: given.signal })
    throw new Error('waited')
  })
  const report = await rehearse({ scenarios: [{ rules: [RULES] }], client, coolDown: '2m' })
  const check = checkOf(report, 'keeps-serving')
  expect([check.verdict, report.verdict], check.because).toEqual(['fail', 'fail'])
  expect(check.measured).toBeGreaterThan(80_000)
  expect(check.because).toContain('backoff')
  expectSameInChart(report)
})

test('fails over at once: pass, after a total outage as well', async () => {
  const client = polling(async (given) => {
    for (const base of BASES) {
      const reply = await tickers(given, base, 5000).catch(() => undefined)
      if (reply?.ok) return reply.json()
    }
    throw new Error('no base answered')
  })
  const report = await rehearse({ scenarios: [{ rules: [RULES] }, 'primary-down', 'blackout'], client })
  const checks = report.scenarios.flatMap(({ checks }) => checks.filter(({ id }) => id === 'keeps-serving'))
  expect(
    checks.map(({ verdict }) => verdict),
    JSON.stringify(checks),
  ).toEqual(['pass', 'pass', 'pass'])
})
