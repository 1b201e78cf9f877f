/** Replies that the prices are from on which a client says it acted. */
import { getOrCreate } from '../core/maps.js'
import type { Content, Timeline } from './timeline.js'

/** So old may data be that is called good; the bound of `notices-stale`. */
export const FRESH_MS = 15_000

export interface Match {
  /** `unknown`: in no reply that was sent before. */
  readonly reading: 'good' | 'stale' | 'partial' | 'poisoned' | 'unknown'
  /** The age of the data when the client acted; null where the reply is not known. */
  readonly ageMs: number | null
  readonly content: Content | null
}

/**
 * Which reply each observation is from. Where its price was in several, the kindest reading counts: a sound reply before
 * one that is partial, that before a poisoned one, and the youngest of its kind.
 */
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

/** Ten digits: more than any price has, fewer than arithmetic loses. */
function keyOf(symbol: string, price: number): string {
  return `${symbol} ${Number.isFinite(price) ? price.toPrecision(10) : 'none'}`
}
