/** The chosen market. It is kept in the URL fragment, so that reloads and links show the same. */
import { signal } from '@preact/signals'
import type { MarketTick } from './replies.js'

type Period = MarketTick['period']

export const CHART_PERIOD_SECONDS: Readonly<Record<Period, number>> = {
  '1m': 60,
  '5m': 300,
  '15m': 900,
  '1h': 3600,
  '4h': 14_400,
  '1d': 86_400,
}
export const CHART_PERIODS = Object.keys(CHART_PERIOD_SECONDS) as Period[]

export interface Chosen {
  readonly network: string
  readonly symbol: string
  readonly period: Period
}

const USUAL: Chosen = { network: 'arbitrum', symbol: 'ETH', period: '1m' }

export const chosenMarket = signal<Chosen>(chosenIn(location.hash))

export function choose(change: Partial<Chosen>): void {
  chosenMarket.value = { ...chosenMarket.peek(), ...change }
  history.replaceState(null, '', `#${new URLSearchParams({ ...chosenMarket.peek() })}`)
}

/** Parses a URL fragment; whether the asset exists, only the server knows. */
function chosenIn(hash: string): Chosen {
  const said = new URLSearchParams(hash.slice(1))
  const period = CHART_PERIODS.find((period) => period === said.get('period'))
  return {
    network: said.get('network') ?? USUAL.network,
    symbol: said.get('symbol') ?? USUAL.symbol,
    period: period ?? USUAL.period,
  }
}
