/** The candles that are looked at: those asked for, the older ones asked for later, and the running one as it comes. */
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

/** Undefined until the first have come. */
export const shown = signal<Shown | undefined>(undefined)

const AT_FIRST = 400
const AT_ONCE = 800

/** What is being asked for; what comes for anything else is too late. */
let asking: object | undefined
/** Whether there are none before those that are shown. */
let isComplete = false

/** Asks for the newest candles of what is chosen now. */
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

/** Asks for those before the oldest that is shown, unless there is none or something is being asked for. */
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
 * Takes the running candle; where it is a new one, the one before it is taken, too, as it has moved since it was last told. Where it does not go on from those that are shown, as the clock went back or a long way
 * forward, all are asked for anew.
 * @returns the candles to draw, none where it does not go on.
 */
export function take({ network, symbol, period, candle, before }: MarketChange): readonly Candle[] {
  const now = shown.peek()
  if (
    candle === null ||
    now === undefined ||
    network !== now.network ||
    symbol !== now.symbol ||
    period !== now.period
  )
    return []
  const last = now.candles.at(-1)
  const gap = last === undefined ? Number.POSITIVE_INFINITY : candle[0] - last[0]
  if (gap < 0 || gap > PERIOD_SECONDS[period]) {
    if (asking === undefined) void load()
    return []
  }
  // In place: a chart that draws one candle more need not draw all of them.
  const candles = now.candles as Candle[]
  const news = gap === 0 || before === null ? [candle] : [before, candle]
  candles.splice(gap === 0 || before !== null ? -1 : candles.length, 1, ...news)
  return news
}

function askFor({ network, symbol, period }: Chosen, more: Readonly<Record<string, string>>) {
  return call<Candles>('GET', `/market/candles?${new URLSearchParams({ network, symbol, period, ...more })}`)
}
