/** The assets, and the candles of the chosen one: the newest, older ones on demand, and the running one from the stream. */
import { computed, signal } from '@preact/signals'
import type { TimeSpan } from '../../../kit/svg/frame.js'
import { attempt, read } from '../api.js'
import type { AssetRow, CandleReply, CandlesReply, MarketTick } from '../replies.js'
import { nowMs } from '../state.js'
import { CHART_PERIOD_SECONDS, type Chosen, chosenMarket, shownRange } from '../view.js'

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
  /** Whether the last one is running. */
  readonly isNewest: boolean
}

export const shownCandles = signal<ShownCandles | undefined>(undefined)

const AT_FIRST = 400
const PAGE_SIZE = 800
const MAX_KEPT = 5000

/** The pending request; replies to any other are stale. */
let asking: object | undefined
/** Whether no older candles exist. */
let isComplete = false

/** Loads the newest, or those around the range of the view where these are far from it. */
export async function load(): Promise<void> {
  const wanted = chosenMarket.peek()
  const range = shownRange.peek()
  const agoMs = range === undefined ? 0 : (nowMs.peek() ?? 0) - range.fromMs
  const pageMs = PAGE_SIZE * CHART_PERIOD_SECONDS[wanted.period] * 1000
  const isNewest = range === undefined || agoMs < pageMs
  const limit = agoMs < pageMs / 4 ? AT_FIRST : PAGE_SIZE
  const before = isNewest ? {} : { before: `${Math.ceil((range.fromMs + pageMs / 2) / 1000)}` }
  await askFor(wanted, { limit: `${limit}`, ...before }, ({ candles, decimals }) => {
    isComplete = candles.length < limit
    shownCandles.value = { ...wanted, candles, decimals, isNewest }
  })
}

/** Loads others where the known candles are far from a range, undefined for now; older ones near it load as they come into view. */
export function loadFor(range: TimeSpan | undefined): void {
  const now = shownCandles.peek()
  if (now === undefined || now.candles.length === 0) return
  const { candles, isNewest, period } = now
  const pageSeconds = PAGE_SIZE * CHART_PERIOD_SECONDS[period]
  const isBefore = range !== undefined && range.fromMs / 1000 < candles[0][0] - pageSeconds
  const isAfter = range === undefined || range.toMs / 1000 > candles[candles.length - 1][0]
  if (isBefore || (isAfter && !isNewest)) void load()
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

/** Adds the running candle and its predecessor; reloads all where the clock has jumped. */
export function take({ candle, before, ...market }: MarketTick): void {
  const now = shownCandles.peek()
  if (candle === null || !now?.isNewest || !isSameMarket(market, now)) return
  const gap = candle[0] - (now.candles.at(-1)?.[0] ?? Number.NEGATIVE_INFINITY)
  if (gap >= 0 && gap <= CHART_PERIOD_SECONDS[market.period]) {
    const news = before === null ? [candle] : [before, candle]
    const all = now.candles.filter(([seconds]) => seconds < news[0][0])
    // Old ones are dropped unless a range may show them.
    const known = shownRange.peek() === undefined ? all.slice(-MAX_KEPT) : all
    if (known.length < all.length) isComplete = false
    shownCandles.value = { ...now, candles: [...known, ...news] }
  } else if (asking === undefined) void load()
}

const isSameMarket = (a: Chosen, b: Chosen): boolean =>
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
    const reply = await read('/market/candles', { network, symbol, period, ...more })
    if (asking === mine) use(reply)
  })
  if (asking === mine) asking = undefined
}
