import { afterEach, expect, test } from 'vitest'
import type { RunningSimulator } from '../../../src/server/simulator.js'
import { oneRule, startUnder, type Written } from '../../support/scenario.js'
import { startTestSimulator } from '../../support/simulator.js'

const AT = Date.parse('2026-03-01T12:00:20.450Z')
const PATHS = [
  '/prices/tickers',
  '/signed_prices/latest',
  '/prices/candles?tokenSymbol=BTC&period=1m&limit=3',
]

const running: RunningSimulator[] = []
afterEach(async () => {
  await Promise.all(running.splice(0).map((simulator) => simulator.stop()))
})

const textOf = async ({ url }: RunningSimulator, path: string, base = 'botanix') =>
  (await fetch(`${url}/${base}${path}`)).text()

async function honestAt(atMs: number): Promise<RunningSimulator> {
  const simulator = await startTestSimulator({ at: new Date(atMs).toISOString() })
  running.push(simulator)
  return simulator
}

async function staleAt(fault: Written, more?: Written): Promise<RunningSimulator> {
  const simulator = await startUnder(oneRule(fault, more), { at: new Date(AT).toISOString() })
  running.push(simulator)
  return simulator
}

test.each(PATHS)('%s: the reply and its instant are of an earlier time', async (path) => {
  const [late, earlier, now] = [
    await staleAt({ stale: '16s' }),
    await honestAt(AT - 16_000),
    await honestAt(AT),
  ]
  expect(await textOf(late, path)).toBe(await textOf(earlier, path))
  expect(await textOf(late, path)).not.toBe(await textOf(now, path))
  const said = async ({ url }: RunningSimulator) =>
    (await fetch(`${url}/botanix${path}`)).headers.get('x-gmx-sim-at')
  expect(await said(late)).toBe(await said(earlier))
})

test("frozen: data is frozen from the rule's first firing", async () => {
  const frozen = await staleAt({ stale: 'frozen' }, { when: { after: '10s' } })
  const then = await textOf(await honestAt(AT + 12_000), PATHS[0])
  const tickers = () => textOf(frozen, PATHS[0])
  expect(await tickers()).toBe(await textOf(await honestAt(AT), PATHS[0]))
  frozen.session.clock.advance(12_000)
  expect(await tickers()).toBe(then)
  frozen.session.clock.advance(3_600_000)
  expect(await tickers()).toBe(then)
})
