/** The view: market, time, filter and open request. It is kept in the URL fragment, so that reloads, links and Back show the same. */
import { computed, signal } from '@preact/signals'
import type { TimeSpan } from '../../kit/svg/frame.js'
import type { MarketTick } from './replies.js'

export type ChartPeriod = MarketTick['period']

/** Shortest first. */
export const CHART_PERIODS: readonly ChartPeriod[] = ['1s', '5s', '15s', '1m', '5m', '15m', '1h', '4h', '1d']

export type ShownMarket = Pick<MarketTick, 'network' | 'symbol' | 'period'>

/** `auto` is the period that the visible time has room for. */
export interface Chosen extends Omit<ShownMarket, 'period'> {
  readonly period: ChartPeriod | 'auto'
}

/** `base` is a name such as `arbitrum-fallback`; `status` a number, `none` or FAILED; `client` the User-Agent header. */
export const FACET_KEYS = ['base', 'endpoint', 'status', 'rule', 'client', 'address'] as const
export type FacetKey = (typeof FACET_KEYS)[number]

/** Also a text in any column, and `scenario` or a length of time such as `1m` before now. */
const FILTER_KEYS = [...FACET_KEYS, 'text', 'since'] as const

/** Before a key of the filter, in the fragment. */
const ONLY = 'only.'

/** Every given key must be equal. */
export type ListFilter = { readonly [Key in (typeof FILTER_KEYS)[number]]?: string }

interface View {
  readonly market: Chosen
  /** Virtual ms since 1970; undefined to follow now. */
  readonly range: TimeSpan | undefined
  /** The instant whose responses the addresses show, virtual ms since 1970; undefined for the end of the range. */
  readonly at: number | undefined
  readonly part: 'requests' | 'clients'
  readonly filter: ListFilter
  /** The number of the request whose detail is open. */
  readonly request: number | undefined
}

const view = signal<View>(viewIn(location.hash))
addEventListener('popstate', () => {
  view.value = viewIn(location.hash)
})

export const chosenMarket = computed(() => view.value.market)
export const shownRange = computed(() => view.value.range)
export const chosenInstant = computed(() => view.value.at)
export const shownJournalPart = computed(() => view.value.part)
export const journalFilter = computed(() => view.value.filter)
export const openRequestNumber = computed(() => view.value.request)
/** The address of this page with its view. */
export const linkToView = computed(() => new URL(`#${fragmentOf(view.value)}`, location.href).href)

/** Back leaves a range, a filter and an open request, but does not return to each of them on the way. */
export function show(change: Partial<View>): void {
  const before = view.peek()
  const now = { ...before, ...change }
  const isStep =
    now.part !== before.part ||
    Object.keys(now.filter).join() !== Object.keys(before.filter).join() ||
    (now.range === undefined) !== (before.range === undefined) ||
    (now.request === undefined) !== (before.request === undefined)
  view.value = now
  history[isStep ? 'pushState' : 'replaceState'](null, '', `#${fragmentOf(now)}`)
}

export const choose = (change: Partial<Chosen>): void =>
  show({ market: { ...chosenMarket.peek(), ...change } })

const isoOf = (ms: number | undefined) => ms !== undefined && new Date(ms).toISOString()

function fragmentOf({ market, range, at, part, filter, request }: View): URLSearchParams {
  const filters = Object.entries(filter).map(([key, value]): [string, string] => [`${ONLY}${key}`, value])
  const fields = {
    ...market,
    from: isoOf(range?.fromMs),
    to: isoOf(range?.toMs),
    at: isoOf(at),
    show: part === 'clients' && part,
    ...Object.fromEntries(filters),
    request: request !== undefined && `${request}`,
  }
  return new URLSearchParams(Object.entries(fields).flatMap(([key, value]) => (value ? [[key, value]] : [])))
}

/** Parses a URL fragment; whether the asset exists, only the server knows. */
function viewIn(hash: string): View {
  const said = new URLSearchParams(hash.slice(1))
  const { network = 'arbitrum', symbol = 'ETH', ...others } = Object.fromEntries(said)
  const filters = FILTER_KEYS.map((key) => [key, others[`${ONLY}${key}`]])
  const request = Number(others['request'])
  const timeOf = (key: string) => Date.parse(others[key] ?? '')
  const [fromMs, toMs, atMs] = [timeOf('from'), timeOf('to'), timeOf('at')]
  return {
    market: {
      network,
      symbol,
      period: CHART_PERIODS.find((period) => period === others['period']) ?? 'auto',
    },
    range: fromMs < toMs ? { fromMs, toMs } : undefined,
    at: Number.isNaN(atMs) ? undefined : atMs,
    part: others['show'] === 'clients' ? 'clients' : 'requests',
    filter: Object.fromEntries(filters.filter(([, value]) => value !== undefined)),
    request: Number.isSafeInteger(request) && request > 0 ? request : undefined,
  }
}
