/** The assets, and the candles of the chosen one: a page around the visible time, and the running one from the stream. */
import { computed, signal } from '@preact/signals'
import type { TimeSpan } from '../../../kit/svg/frame.js'
import { parseDuration } from '../../../kit/text/duration.js'
import { attempt, read } from '../api.js'
import type { AssetRow, CandleReply, MarketTick } from '../replies.js'
import { visibleSpan } from '../time/shown-time.js'
import { type Chosen, chosenMarket } from '../view.js'

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

export interface ShownCandles extends Chosen {
  /** Oldest first. */
  readonly candles: readonly CandleReply[]
  readonly decimals: number
  /** The end of the page, ms since 1970: it has no later candle. */
  readonly beforeMs: number
}

export const shownCandles = signal<ShownCandles | undefined>(undefined)

/** The server's limit, and more than a chart has pixels for. */
const PAGE_SIZE = 1000
/** Candles from the end of the visible time to the end of the page, as one may go either way. */
const AFTER = PAGE_SIZE / 4

/** The request that was sent last; replies to any other are stale. */
let asked = { beforeMs: 0, isPending: false }

const pageEndMs = ({ toMs }: TimeSpan) => toMs + AFTER * parseDuration(chosenMarket.peek().period)

/** Loads the page around the visible time. */
export async function load(): Promise<void> {
  const wanted = chosenMarket.peek()
  const beforeMs = pageEndMs(visibleSpan.peek())
  const mine = { beforeMs, isPending: true }
  asked = mine
  await attempt(async () => {
    const page = { limit: PAGE_SIZE, before: Math.ceil(beforeMs / 1000) }
    const { candles, decimals } = await read('/market/candles', { ...wanted, ...page })
    if (asked === mine) shownCandles.value = { ...wanted, candles, decimals, beforeMs }
  })
  mine.isPending = false
}

/** Loads another page where the visible time is near the end of the known one. */
export function loadFor(visible: TimeSpan): void {
  const now = shownCandles.peek()
  if (now === undefined) return
  const byMs = Math.abs(pageEndMs(visible) - asked.beforeMs)
  if (byMs > (AFTER / 2) * parseDuration(now.period)) void load()
}

/** Adds the running candle and its predecessor; reloads all where the clock has jumped. */
export function take({ candle, before, ...market }: MarketTick): void {
  const now = shownCandles.peek()
  if (candle === null || now === undefined || !isSameMarket(market, now)) return
  if (candle[0] * 1000 >= now.beforeMs) return
  const gap = candle[0] - (now.candles.at(-1)?.[0] ?? Number.NEGATIVE_INFINITY)
  if (gap >= 0 && gap * 1000 <= parseDuration(market.period)) {
    const news = before === null ? [candle] : [before, candle]
    const known = now.candles.filter(([seconds]) => seconds < news[0][0])
    shownCandles.value = { ...now, candles: [...known, ...news] }
  } else if (!asked.isPending) void load()
}

const isSameMarket = (a: Chosen, b: Chosen): boolean =>
  a.network === b.network && a.symbol === b.symbol && a.period === b.period
