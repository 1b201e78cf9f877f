import { call } from './api.js'
import { choose, chosen } from './chosen.js'
import type { Replies } from './replies.js'

/**
 * Replaces a chosen market that the server does not have by ETH, or the first asset, of the first network with prices.
 * Returns whether the choice has changed: retrying with the same one would never end.
 */
export async function chooseKnown(): Promise<boolean> {
  const { network, assets } = await call<Replies['GET /market/assets']>('GET', '/market/assets')
  const known = assets.find(({ symbol }) => symbol === 'ETH') ?? assets[0]
  const { network: before, symbol: asked } = chosen.peek()
  if (known === undefined || (network === before && known.symbol === asked)) return false
  choose({ network, symbol: known.symbol })
  return true
}
