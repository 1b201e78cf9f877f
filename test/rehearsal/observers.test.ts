/** Prices reported in process: rounded, invented, absent, or from bodies without data. */
import { setTimeout as sleep } from 'node:timers/promises'
import { expect, test } from 'vitest'
import {
  type RehearsedClient,
  type Report,
  rehearse,
  type ScenarioInput,
} from '../../src/entrypoints/index.js'
import { toText } from '../../src/rehearsal/reporters/text.js'

interface Row {
  readonly tokenSymbol: string
  readonly medianPrice: string
  readonly oracleDecimals: number
}

/** Polls the primary once a second and reports what `report` makes of the body; null reports nothing. */
const reporting =
  (report: (body: unknown, count: number) => unknown) =>
  async ({ baseUrl, fetch, observe, signal }: RehearsedClient): Promise<void> => {
    for (let count = 0; !signal.aborted; count++) {
      const body = await fetch(`${baseUrl('arbitrum')}/prices/tickers`).then(
        (reply) => reply.json(),
        () => undefined,
      )
      const price = report(body, count)
      if (price !== undefined) observe({ symbol: 'ETH', price: price as string })
      await sleep(1000)
    }
  }

function eth(body: unknown): number | undefined {
  if (!Array.isArray(body)) return undefined
  const row = (body as Row[]).find(({ tokenSymbol }) => tokenSymbol === 'ETH')
  return row && Number(row.medianPrice) / 10 ** (30 - 18 - row.oracleDecimals)
}

const during = (fault: object, match: object = { base: 'primary' }): ScenarioInput =>
  ({ rules: [{ match, when: { after: '1s', until: '20s' }, fault }] }) as ScenarioInput
const OMIT_BTC = during({ partial: { omit: ['BTC'] } })

async function judged(scenario: ScenarioInput, report: Parameters<typeof reporting>[0]) {
  const run: Report = await rehearse({
    scenarios: [scenario],
    client: reporting(report),
    warmUp: '5s',
    coolDown: '10s',
  })
  const check = run.scenarios[0].checks.find(({ id }) => id === 'refuses-bad-data')
  return { run, verdict: check?.verdict, because: check?.because ?? '', measured: check?.measured }
}

test.each([2, 1, 0])('rounded to %s decimals', async (decimals) => {
  const { verdict, run } = await judged(OMIT_BTC, (body) => eth(body)?.toFixed(decimals))
  expect(verdict).toBe('pass')
  expect(run.scenarios[0].observations).toMatchObject({ unmatched: 0 })
})

test.each([
  ['null', null],
  ['an empty text', ''],
  ['NaN', Number.NaN],
])('%s for a price', async (_name, nothing) => {
  const { verdict, because } = await judged(during({ status: 503 }), (body) => eth(body) ?? nothing)
  expect(verdict, because).toBe('fail')
})

test.each([
  ['an error', { status: 500, body: { ETH: { price: 1500 } } }],
  ['another shape', { status: 200, body: { data: [{ symbol: 'ETH', price: '1500' }] } }],
  ['text that is JSON', { status: 200, body: '1500' }],
])('1500 USD from the body of %s', async (_name, fault) => {
  const { verdict, because } = await judged(during(fault), (body) => eth(body) ?? '1500')
  expect(verdict, because).toBe('fail')
  expect(because).toContain('not one of this endpoint')
})

test('prices that appear in no reply are counted, and too many leave nothing to judge', async () => {
  const few = await judged(OMIT_BTC, (body, count) => (count === 3 ? '9' : eth(body)))
  expect(few.verdict).toBe('pass')
  expect(toText(few.run)).toContain('1 of 35 prices appears in no reply')
  const many = await judged(OMIT_BTC, (body, count) => (count % 2 === 0 ? '9' : eth(body)))
  expect(many.verdict).toBe('not observable')
  expect(many.because).toContain('18 of 35 prices appear in no reply')
  // Judged by replies instead.
  const serving = many.run.scenarios[0].checks.find(({ id }) => id === 'keeps-serving')
  expect([serving?.verdict, serving?.because]).toEqual(['pass', expect.stringContaining('weaker evidence')])
})
