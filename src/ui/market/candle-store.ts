/** The candles of the chosen market: the newest, older ones on demand, and the running one from the stream. */
import { signal } from '@preact/signals'
import { act } from '../acting.js'
import { call } from '../api.js'
import { type Chosen, chosen, PERIOD_SECONDS } from '../chosen.js'
import type { Candle, Candles, MarketChange } from '../replies.js'

export interface Shown extends Chosen {
  /** Oldest first. */
  readonly candles: readonly Candle[]
  /** Of the price in USD. */
  readonly decimals: number
}

/** Undefined until the first reply. */
export const shown = signal<Shown | undefined>(undefined)

const AT_FIRST = 400
const AT_ONCE = 800

/** The pending request; replies to any other are stale. */
let asking: object | undefined
/** Whether no older candles exist. */
let isComplete = false

export async function load(): Promise<void> {
  const wanted = chosen.peek()
  const mine = {}
  asking = mine
  await act(async () => {
    const { candles, decimals } = await askFor(wanted, { limit: `${AT_FIRST}` })
    if (asking !== mine) return
    isComplete = candles.length < AT_FIRST
    shown.value = { ...wanted, candles, decimals }
  })
  if (asking === mine) asking = undefined
}

export async function loadOlder(): Promise<void> {
  const now = shown.peek()
  if (now === undefined || now.candles.length === 0 || isComplete || asking !== undefined) return
  const mine = {}
  asking = mine
  await act(async () => {
    const [[before]] = now.candles
    const { candles } = await askFor(now, { limit: `${AT_ONCE}`, before: `${before}` })
    const since = shown.peek()
    if (asking !== mine || since === undefined) return
    isComplete = candles.length < AT_ONCE
    shown.value = { ...since, candles: [...candles, ...since.candles] }
  })
  if (asking === mine) asking = undefined
}

/**
 * Adds the running candle, and the final values of its predecessor where it is new. Loads all candles again where the clock has jumped.
 * Returns the candles to draw.
 */
export function take(change: MarketChange): readonly Candle[] {
  const { period, candle, before } = change
  const now = shown.peek()
  if (candle === null || now === undefined || !isSameMarket(change, now)) return []
  const last = now.candles.at(-1)
  const gap = last === undefined ? Number.POSITIVE_INFINITY : candle[0] - last[0]
  if (gap < 0 || gap > PERIOD_SECONDS[period]) {
    if (asking === undefined) void load()
    return []
  }
  // In place, so that the chart draws only the new ones.
  const candles = now.candles as Candle[]
  const news = gap === 0 || before === null ? [candle] : [before, candle]
  candles.splice(gap === 0 || before !== null ? -1 : candles.length, 1, ...news)
  return news
}

export const isSameMarket = (a: Chosen, b: Chosen): boolean =>
  a.network === b.network && a.symbol === b.symbol && a.period === b.period

function askFor({ network, symbol, period }: Chosen, more: Readonly<Record<string, string>>) {
  return call<Candles>('GET', `/market/candles?${new URLSearchParams({ network, symbol, period, ...more })}`)
}
