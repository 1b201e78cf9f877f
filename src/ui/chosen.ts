/** Which market is looked at. It stands behind the `#` of the address, so that a reload or a link shows the same. */
import { signal } from '@preact/signals'

export const PERIODS = ['1m', '5m', '15m', '1h', '4h', '1d'] as const
export type Period = (typeof PERIODS)[number]

export interface Chosen {
  readonly network: string
  readonly symbol: string
  readonly period: Period
}

const USUAL: Chosen = { network: 'arbitrum', symbol: 'ETH', period: '1m' }

export const chosen = signal<Chosen>(chosenIn(location.hash))

export function choose(change: Partial<Chosen>): void {
  chosen.value = { ...chosen.peek(), ...change }
  history.replaceState(null, '', `#${new URLSearchParams({ ...chosen.peek() })}`)
}

/** What an address says, as far as it makes sense; whether there is such an asset the server knows. */
function chosenIn(hash: string): Chosen {
  const said = new URLSearchParams(hash.slice(1))
  const period = PERIODS.find((period) => period === said.get('period'))
  return {
    network: said.get('network') ?? USUAL.network,
    symbol: said.get('symbol') ?? USUAL.symbol,
    period: period ?? USUAL.period,
  }
}
