import { call } from './api.js'
import { choose, chosenMarket } from './chosen-market.js'
import type { ControlReplies } from './replies.js'

/** Replaces an unknown market by ETH, or the first asset, of the first network with prices; false if that was chosen already. */
export async function chooseFallback(): Promise<boolean> {
  const { network, assets } = await call<ControlReplies['GET /market/assets']>('GET', '/market/assets')
  const known = assets.find(({ symbol }) => symbol === 'ETH') ?? assets[0]
  const { network: before, symbol: asked } = chosenMarket.peek()
  if (known === undefined || (network === before && known.symbol === asked)) return false
  choose({ network, symbol: known.symbol })
  return true
}
