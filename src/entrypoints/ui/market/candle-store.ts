/** The assets, and the candles of the chosen one: a page around the visible time, and the running one from the stream. */
import { computed, signal } from '@preact/signals'
import type { TimeSpan } from '../../../kit/svg/frame.js'
import type { CandleSeries } from '../../../kit/svg/price-scale.js'
import { parseDuration } from '../../../kit/text/duration.js'
import { attempt, read } from '../api.js'
import type { AssetRow, MarketTick } from '../replies.js'
import { shownMarket, visibleSpan } from '../time/shown-time.js'
import { chosenMarket, type ShownMarket } from '../view.js'

export const assets = signal<readonly AssetRow[]>([])

/** Names in a scenario that move the chosen price: its symbol, its asset, the asset that this one follows. */
export const moversOfChosen = computed<ReadonlySet<string>>(() => {
  const { symbol } = chosenMarket.value
  const { asset = symbol, follows = null } = assets.value.find((known) => known.symbol === symbol) ?? {}
  return new Set(['*', symbol, asset, ...(follows === null ? [] : [follows])])
})

export async function loadAssets(network: string): Promise<void> {
  await attempt(async () => {
    assets.value = (await read('/market/assets', { network })).assets
  })
}

export interface ShownCandles extends ShownMarket, CandleSeries {
  /** The end of the page, ms since 1970: it has no later candle. */
  readonly beforeMs: number
}

export const shownCandles = signal<ShownCandles | undefined>(undefined)

/** The server's limit. */
const PAGE_SIZE = 1000
/** Least number of candles before and after the visible ones. */
const MIN_AROUND = 100

interface Page extends TimeSpan {
  isPending: boolean
}

/** The request that was sent last; replies to any other are stale. */
let asked: Page = { fromMs: 0, toMs: 0, isPending: false }

/** The visible time, and a part of the same length before and after it, or `share` of that. */
function around({ fromMs, toMs }: TimeSpan, share = 1): TimeSpan {
  const periodMs = parseDuration(shownMarket.peek().period)
  const aroundMs = Math.max(toMs - fromMs, MIN_AROUND * periodMs) * share
  return { fromMs: fromMs - aroundMs, toMs: toMs + aroundMs }
}

/** Loads the page around the visible time, or as much of that as fits. */
export async function load(): Promise<void> {
  const wanted = shownMarket.peek()
  const visible = visibleSpan.peek()
  const periodMs = parseDuration(wanted.period)
  const whole = around(visible)
  const count = Math.ceil((whole.toMs - whole.fromMs) / periodMs)
  const isCut = count > PAGE_SIZE
  const beforeMs = isCut ? visible.toMs + periodMs : whole.toMs
  const mine = { ...(isCut ? around(visible, 0.6) : whole), isPending: true }
  asked = mine
  await attempt(async () => {
    const page = { limit: Math.min(count, PAGE_SIZE), before: Math.ceil(beforeMs / 1000) }
    const { candles, decimals } = await read('/market/candles', { ...wanted, ...page })
    if (asked === mine) shownCandles.value = { ...wanted, periodMs, candles, decimals, beforeMs, isCut }
  })
  mine.isPending = false
}

/** Loads another page where the visible time is near the end of the known one. */
export function loadFor(visible: TimeSpan): void {
  const { fromMs, toMs } = around(visible, 0.5)
  if (shownCandles.peek() !== undefined && (fromMs < asked.fromMs || toMs > asked.toMs)) void load()
}

/** Adds the running candle and its predecessor; reloads all where the clock has jumped. */
export function take({ candle, before, ...market }: MarketTick): void {
  const now = shownCandles.peek()
  if (candle === null || now === undefined || !isSameMarket(market, now)) return
  if (candle[0] * 1000 >= now.beforeMs) return
  const gap = candle[0] - (now.candles.at(-1)?.[0] ?? Number.NEGATIVE_INFINITY)
  if (gap >= 0 && gap * 1000 <= now.periodMs) {
    const news = before === null ? [candle] : [before, candle]
    const [from] = before ?? candle
    const known = now.candles.filter(([seconds]) => seconds < from)
    shownCandles.value = { ...now, candles: [...known, ...news] }
  } else if (!asked.isPending) void load()
}

const isSameMarket = (a: ShownMarket, b: ShownMarket): boolean =>
  a.network === b.network && a.symbol === b.symbol && a.period === b.period
