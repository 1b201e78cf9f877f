/** Clients of the price stream, rehearsed in virtual time against the four scenarios. */
import { setTimeout as sleep } from 'node:timers/promises'
import { expect, test } from 'vitest'
import type { RehearsedClient } from '../../src/entrypoints/index.js'
import { rehearse, timelinesOf } from '../support/timelines.js'

/** Rules of GMX's web app. */
const EXPIRED_MS = 10_000
const CANDLE_MS = 2000
const POLL_MS = 1000
const POLLS_WHILE_LIVE = 5
const PAUSES = { firstMs: 500, mostMs: 10_000 }

interface Habits {
  /** Subscribes again after a drop. */
  readonly renews?: boolean
  /** Trusts frames for ever while its socket is open, and never reads REST then. */
  readonly trusts?: boolean
  /** Replaces the check of a frame. */
  readonly takes?: 'everything'
}

type Prices = Readonly<Record<string, { readonly minPrice: string }>>

/** The web app's way to prices and candles. Reports the price of ETH that it would show, once a second. */
const webApp =
  ({ renews = true, trusts = false, takes }: Habits = {}) =>
  async ({ baseUrl, fetch, WebSocket, observe, signal }: RehearsedClient): Promise<void> => {
    const base = baseUrl('arbitrum', 'api')
    const bars = { frames: 0, reads: 0, untilMs: 0 }
    let shown: Prices = {}
    let tokens = 0
    let liveUntilMs = 0
    let isOpen = false
    let pauseMs = PAUSES.firstMs
    const connect = (isFirst: boolean): void => {
      if (signal.aborted) return
      const socket = new WebSocket(`${base.replace(/^http/, 'ws')}/v1/stream`)
      socket.onopen = () => {
        isOpen = true
        if (isFirst || renews) socket.send('{"op":"subscribe","channels":["prices","candles:ETH:1m"]}')
      }
      socket.onmessage = ({ data }) => {
        const frame = JSON.parse(data)
        pauseMs = PAUSES.firstMs
        const ageMs = takes === undefined ? frame.serverTs - (frame.originTs ?? 0) : 0
        if (frame.ch === 'candles:ETH:1m') bars.frames++
        if (frame.ch === 'candles:ETH:1m') bars.untilMs = Date.now() + CANDLE_MS - ageMs
        if (frame.ch !== 'prices' || ageMs >= EXPIRED_MS) return
        const isWhole = Object.keys(frame.data).length >= tokens
        shown = takes === undefined ? { ...shown, ...frame.data } : frame.data
        if (isWhole || takes !== undefined) liveUntilMs = Date.now() + EXPIRED_MS - ageMs
      }
      socket.onclose = () => {
        isOpen = false
        if (takes === undefined) setTimeout(() => connect(false), pauseMs)
        pauseMs = Math.min(2 * pauseMs, PAUSES.mostMs)
      }
    }
    connect(true)
    const usual = await (await fetch(`${base}/v1/tokens`)).json()
    const [eth] = (usual as { symbol: string; address: string }[]).filter(({ symbol }) => symbol === 'WETH')
    for (let poll = 0; !signal.aborted; poll++) {
      const isLive = Date.now() < liveUntilMs || (trusts && isOpen)
      if (!isLive || (!trusts && poll % POLLS_WHILE_LIVE === 0)) {
        const reply = await fetch(`${base}/v1/prices/tickers`)
        if (reply.ok) shown = (await reply.json()) as Prices
        tokens = Object.keys(shown).length
      }
      if (Date.now() >= bars.untilMs) {
        await fetch(`${base}/v1/prices/ohlcv?symbol=ETH&timeframe=1m&limit=1`)
        bars.reads++
      }
      const price = shown[eth.address]?.minPrice
      observe({ symbol: 'ETH', price: price === undefined ? '' : String(Number(price) / 1e30) })
      await sleep(POLL_MS)
    }
  }

const SCENARIOS = ['stream-silent', 'stream-drops', 'stream-stale', 'stream-partial'] as const
const play = (habits: Habits, scenarios: readonly string[] = SCENARIOS) =>
  rehearse({ scenarios, client: webApp(habits), coolDown: '30s' })

const judgedIn = ({ scenarios }: Awaited<ReturnType<typeof play>>) =>
  Object.fromEntries(
    scenarios.map(({ name, verdict, checks }) => [
      name,
      [
        verdict,
        ...checks.filter(({ verdict }) => verdict === 'fail' || verdict === 'warn').map(({ id }) => id),
      ],
    ]),
  )

test("a client with the web app's rules passes, and its frames and drops are on the time line", async () => {
  const report = await play({})
  expect(judgedIn(report)).toEqual(Object.fromEntries(SCENARIOS.map((name) => [name, ['pass']])))
  const [silent, drops] = timelinesOf(report)
  expect(silent.streams).toMatchObject([
    { closedBy: null, faults: [{ fate: { rule: 'silence', met: 'silent' } }] },
  ])
  const frames = silent.streams?.[0].frames.map(({ atMs }) => atMs) ?? []
  const [rule] = silent.rules
  expect(frames.length).toBeGreaterThan(20)
  expect(frames.filter((ms) => ms >= rule.fromMs && ms < (rule.untilMs ?? 0))).toEqual([])
  expect(
    drops.streams?.map(({ closedBy, subscriptions }) => [closedBy, subscriptions.at(-1)?.channels]),
  ).toEqual(
    ['server', 'server', 'server', 'server', null].map((side) => [side, ['prices', 'candles:ETH:1m']]),
  )
})

test.each<[string, Habits, Readonly<Record<string, readonly string[]>>]>([
  [
    'trusts a silent stream',
    { trusts: true },
    {
      'stream-silent': ['fail', 'keeps-serving', 'notices-stale', 'notices-silence'],
      'stream-stale': ['pass', 'keeps-serving', 'notices-stale'],
    },
  ],
  ['never subscribes again', { renews: false }, { 'stream-drops': ['fail', 'resubscribes'] }],
  [
    'takes every frame, and never connects again',
    { takes: 'everything' },
    { 'stream-drops': ['fail', 'resubscribes'], 'stream-stale': ['pass', 'notices-stale'] },
  ],
])('a client that %s is found out', async (_name, habits, expected) => {
  expect(judgedIn(await play(habits, Object.keys(expected)))).toEqual(expected)
})

test('the drill plays the streams to a client that opened one', async () => {
  const listening = async ({ baseUrl, WebSocket, signal }: RehearsedClient) => {
    new WebSocket(`${baseUrl('arbitrum', 'api').replace(/^http/, 'ws')}/v1/stream`)
    await new Promise((resolve) => signal.addEventListener('abort', resolve))
  }
  const { scenarios } = await rehearse({ client: listening })
  const names = scenarios.map(({ name }) => name).filter((name) => name.startsWith('stream-'))
  expect(names).toEqual(['stream-silent', 'stream-drops'])
})
