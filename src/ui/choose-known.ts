/** What to look at where the address of the page names a market that this server does not have. */
import { call } from './api.js'
import { choose, chosen } from './chosen.js'
import type { Asset, BaseState } from './types.js'

/** Chooses ETH of the first network, or whatever comes first there. */
export async function chooseKnown(): Promise<void> {
  const { bases } = await call<{ bases: readonly BaseState[] }>('GET', '/bases')
  const [{ network }] = bases
  const { assets } = await call<{ assets: readonly Asset[] }>('GET', `/market/assets?network=${network}`)
  const { symbol } = assets.find(({ symbol }) => symbol === 'ETH') ?? assets[0]
  const { network: before, symbol: asked } = chosen.peek()
  // It was refused for another reason: asking the same again would not end.
  if (network !== before || symbol !== asked) choose({ network, symbol })
}
