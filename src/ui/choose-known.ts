/** What to look at where the address of the page names a market that this server does not have. */
import { call } from './api.js'
import { choose, chosen } from './chosen.js'
import type { Replies } from './replies.js'

/**
 * Chooses ETH, or whatever comes first, of the first network that prices anything. Returns whether another market is looked
 * at now: asking the same again would not end.
 */
export async function chooseKnown(): Promise<boolean> {
  const { network, assets } = await call<Replies['GET /market/assets']>('GET', '/market/assets')
  const known = assets.find(({ symbol }) => symbol === 'ETH') ?? assets[0]
  const { network: before, symbol: asked } = chosen.peek()
  if (known === undefined || (network === before && known.symbol === asked)) return false
  choose({ network, symbol: known.symbol })
  return true
}
