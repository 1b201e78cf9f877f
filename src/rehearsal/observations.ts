/** Prices that a client reports acting on, matched to replies. */
import type { NetworkName } from '../catalogue/bases.js'
import type { Catalogue } from '../catalogue/types.js'
import { UserError } from '../core/errors.js'
import { getOrCreate } from '../core/maps.js'
import { nearest } from '../scenario/read/hints.js'
import type { ObservedPrice } from '../session/recorder.js'
import { usdOf } from './contents.js'
import type { Content, Observation, Timeline } from './timeline.js'

const homesBy = new WeakMap<Catalogue, ReadonlyMap<string, readonly NetworkName[]>>()

function homesIn(catalogue: Catalogue): ReadonlyMap<string, readonly NetworkName[]> {
  return getOrCreate(homesBy, catalogue, () => {
    const homes = new Map<string, NetworkName[]>()
    for (const network of catalogue.bases.networks)
      for (const { symbol, priced } of catalogue.networks[network].tokens)
        if (priced) getOrCreate(homes, symbol, () => []).push(network)
    return homes
  })
}

/** Converts a client's report; throws a UserError for an unpriced symbol. */
export function toObservation(
  { symbol, price, raw = false, network }: ObservedPrice,
  catalogue: Catalogue,
  atMs: number,
  client: number,
): Observation {
  const homes = homesIn(catalogue)
  const home = network ?? homes.get(symbol)?.[0]
  if (home === undefined || !homes.get(symbol)?.includes(home)) {
    const known = [...homes].flatMap(([name, networks]) =>
      network === undefined || networks.includes(network) ? [name] : [],
    )
    const meant = nearest(symbol, known)
    throw new UserError(
      `there is no token with a price of that name${network === undefined ? '' : ` on ${network}`}`,
      symbol.slice(0, 40),
      meant === undefined ? 'write a symbol of /tokens' : `did you mean ${meant}?`,
    )
  }
  const usd = raw ? usdOf(catalogue, home, symbol, price) : price.trim() === '' ? Number.NaN : Number(price)
  return { atMs, symbol, price: usd, client, ...(network && { network }) }
}

/** Age up to which data are fresh; the bound of `notices-stale`. */
export const FRESH_MS = 15_000

export interface Match {
  /** `unknown`: in no earlier reply. */
  readonly reading: 'good' | 'stale' | 'partial' | 'poisoned' | 'unknown'
  /** Age of the data when used; null for an unknown reply. */
  readonly ageMs: number | null
  readonly content: Content | null
}

/** Matches observations to replies. The best with the price counts: sound, partial, poisoned, then the newest. */
export function matchesOf({ contents, observations }: Pick<Timeline, 'contents' | 'observations'>): Match[] {
  if (observations.length === 0) return []
  const symbols = new Set(observations.map(({ symbol }) => symbol))
  const tellers = new Map<string, Content[]>()
  for (const content of contents)
    for (const symbol of symbols)
      for (const price of content.prices.get(symbol) ?? []) {
        const known = getOrCreate(tellers, keyOf(symbol, price), () => [])
        if (known.at(-1) !== content) known.push(content)
      }
  return observations.map((observation) => {
    const { symbol, price, network, atMs } = observation
    const fitting = (tellers.get(keyOf(symbol, price)) ?? []).filter(
      (content) => content.sentMs <= atMs && (network === undefined || content.network === network),
    )
    const [kindest] = fitting.sort((a, b) => unkindness(a) - unkindness(b) || b.asOfMs - a.asOfMs)
    if (kindest === undefined) return { reading: 'unknown', ageMs: null, content: null }
    const ageMs = Math.max(0, atMs - kindest.asOfMs)
    return { reading: kindest.flaw ?? (ageMs > FRESH_MS ? 'stale' : 'good'), ageMs, content: kindest }
  })
}

function unkindness({ flaw }: Content): number {
  return flaw === null ? 0 : flaw === 'partial' ? 1 : 2
}

/** Ten digits exceed any price's, and survive rounding errors. */
function keyOf(symbol: string, price: number): string {
  return `${symbol} ${Number.isFinite(price) ? price.toPrecision(10) : 'none'}`
}
