/** Maps a fixture error back to the change in the catalogue file that caused it. */
import type { FixtureError } from '../../market/catalogue/fixture.js'
import type { MarketRecord } from '../../market/catalogue/schema.js'
import type { CatalogueDraft } from './draft.js'
import { type MarketChange, networkLists, type Overlay, type TokenChange } from './schema.js'
import { isSame } from './tokens.js'

export function locateError({ file, path }: FixtureError, draft: CatalogueDraft, overlay: Overlay) {
  const [network] = file.split('/')
  const [list, name] = path
  const key = path.length > 2 ? ` ${String(path[2])}` : ''
  const about = draft.tokens[network]?.[Number(name)]
  const market = draft.markets[network]?.[Number(name)]
  if (list === 'tokens' && about !== undefined)
    return {
      path: lastOf(overlay, 'tokens', ({ symbol }, home) => home === network && symbol === about.symbol),
      what: `${about.symbol}${key}`,
    }
  if (list === 'markets' && market !== undefined)
    return {
      path: lastOf(overlay, 'markets', (change, home) => home === network && isMeant(change, market)),
      what: `${market.name}${key}`,
    }
  const hasAsset = ({ symbol }: TokenChange, home: string) =>
    draft.tokens[home]?.some((token) => token.symbol === symbol && token.asset === name)
  return { path: lastOf(overlay, 'tokens', hasAsset), what: `the price of ${String(name)}${key}` }
}

function isMeant(change: MarketChange, { name, marketToken }: MarketRecord) {
  return change.name === name || isSame(change.marketToken ?? '', marketToken)
}

interface CatalogueChanges {
  readonly tokens: TokenChange
  readonly markets: MarketChange
}

function lastOf<List extends keyof CatalogueChanges>(
  overlay: Overlay,
  list: List,
  isIt: (change: CatalogueChanges[List], network: string) => boolean | undefined,
): PropertyKey[] {
  const places = networkLists(overlay).flatMap(([network, lists]) => {
    const changes = (lists[list] ?? []) as readonly CatalogueChanges[List][]
    const index = changes.findLastIndex((change) => isIt(change, network))
    return index < 0 ? [] : [[network, list, index]]
  })
  return places.at(-1) ?? Object.keys(overlay).slice(-1)
}
