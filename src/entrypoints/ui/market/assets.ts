import { computed, signal } from '@preact/signals'
import { call } from '../api.js'
import { chosenMarket } from '../chosen-market.js'
import { attempt } from '../notices.js'
import type { AssetRow, ControlReplies } from '../replies.js'

export const assets = signal<readonly AssetRow[]>([])

/** Names in a scenario that move the chosen price: its symbol, its asset, the asset that this one follows. */
export const moversOfChosen = computed<ReadonlySet<string>>(() => {
  const { symbol } = chosenMarket.value
  const { asset = symbol, follows = null } = assets.value.find((known) => known.symbol === symbol) ?? {}
  return new Set(['*', symbol, asset, ...(follows === null ? [] : [follows])])
})

export async function loadAssets(network: string): Promise<void> {
  await attempt(async () => {
    const query = new URLSearchParams({ network })
    assets.value = (await call<ControlReplies['GET /market/assets']>('GET', `/market/assets?${query}`)).assets
  })
}
