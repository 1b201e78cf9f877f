/** What to look at where the address of the page names a market that this server does not have. */
import { call } from './api.js'
import { choose } from './chosen.js'
import type { Asset, BaseState } from './types.js'

/** Chooses ETH of the first network, or whatever comes first there. */
export async function chooseKnown(): Promise<void> {
  const { bases } = await call<{ bases: readonly BaseState[] }>('GET', '/bases')
  const [{ network }] = bases
  const { assets } = await call<{ assets: readonly Asset[] }>('GET', `/market/assets?network=${network}`)
  const { symbol } = assets.find(({ symbol }) => symbol === 'ETH') ?? assets[0]
  choose({ network, symbol })
}
