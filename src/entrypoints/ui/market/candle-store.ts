/** The candles of the chosen market: the newest, older ones on demand, and the running one from the stream. */
import { signal } from '@preact/signals'
import { call } from '../api.js'
import { CHART_PERIOD_SECONDS, type Chosen, chosenMarket } from '../chosen-market.js'
import { attempt } from '../notices.js'
import type { CandleReply, CandlesReply, MarketTick } from '../replies.js'

export interface ShownCandles extends Chosen {
  /** Oldest first. */
  readonly candles: readonly CandleReply[]
  readonly decimals: number
}

export const shownCandles = signal<ShownCandles | undefined>(undefined)

const AT_FIRST = 400
const PAGE_SIZE = 800

/** The pending request; replies to any other are stale. */
let asking: object | undefined
/** Whether no older candles exist. */
let isComplete = false

export async function load(): Promise<void> {
  const wanted = chosenMarket.peek()
  await askFor(wanted, { limit: `${AT_FIRST}` }, ({ candles, decimals }) => {
    isComplete = candles.length < AT_FIRST
    shownCandles.value = { ...wanted, candles, decimals }
  })
}

export async function loadOlder(): Promise<void> {
  const now = shownCandles.peek()
  if (now === undefined || now.candles.length === 0 || isComplete || asking !== undefined) return
  const [[before]] = now.candles
  await askFor(now, { limit: `${PAGE_SIZE}`, before: `${before}` }, ({ candles }) => {
    const since = shownCandles.peek()
    if (since === undefined) return
    isComplete = candles.length < PAGE_SIZE
    shownCandles.value = { ...since, candles: [...candles, ...since.candles] }
  })
}

/** Adds the running candle and its predecessor; reloads all where the clock has jumped. Returns the candles to draw. */
export function take(change: MarketTick): readonly CandleReply[] {
  const { period, candle, before } = change
  const now = shownCandles.peek()
  if (candle === null || now === undefined || !isSameMarket(change, now)) return []
  const last = now.candles.at(-1)
  const gap = last === undefined ? Number.POSITIVE_INFINITY : candle[0] - last[0]
  if (gap < 0 || gap > CHART_PERIOD_SECONDS[period]) {
    if (asking === undefined) void load()
    return []
  }
  // In place, so that the chart draws only the new ones.
  const candles = now.candles as CandleReply[]
  const news = gap === 0 || before === null ? [candle] : [before, candle]
  candles.splice(gap === 0 || before !== null ? -1 : candles.length, 1, ...news)
  return news
}

export const isSameMarket = (a: Chosen, b: Chosen): boolean =>
  a.network === b.network && a.symbol === b.symbol && a.period === b.period

/** Passes the reply to `use`, unless another request was made meanwhile. */
async function askFor(
  { network, symbol, period }: Chosen,
  more: Readonly<Record<string, string>>,
  use: (reply: CandlesReply) => void,
): Promise<void> {
  const mine = {}
  asking = mine
  await attempt(async () => {
    const query = new URLSearchParams({ network, symbol, period, ...more })
    const reply = await call<CandlesReply>('GET', `/market/candles?${query}`)
    if (asking === mine) use(reply)
  })
  if (asking === mine) asking = undefined
}
