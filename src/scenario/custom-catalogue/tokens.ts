import { ownDrawIndex } from '../../market/catalogue/composition.js'
import type { TokenRecord } from '../../market/catalogue/schema.js'
import { assetFor, CONTRACT_DECIMALS, type RefuseKey } from './assets.js'
import type { CatalogueDraft, RejectAt } from './draft.js'
import type { TokenChange } from './schema.js'

const USUAL_SPREAD = 0.0005

export function applyTokens(
  draft: CatalogueDraft,
  network: string,
  changes: readonly TokenChange[],
  refuse: RejectAt,
): void {
  const [seen, removed] = [new Set<string>(), new Set<string>()]
  changes.forEach((change, index) => {
    const path = [network, 'tokens', index]
    if (seen.has(change.symbol)) refuse([...path, 'symbol'], `${change.symbol} is repeated: write it once`)
    // A removal may make room for another token of the same symbol.
    if (!change.remove || removed.has(change.symbol)) seen.add(change.symbol)
    if (change.remove) removed.add(change.symbol)
    applyToken(draft, network, change, (key, message) => refuse([...path, key], message))
  })
}

function applyToken(draft: CatalogueDraft, network: string, change: TokenChange, refuse: RefuseKey): void {
  const list = draft.tokens[network]
  const indexOf = (symbol: string) => list.findIndex((token) => token.symbol === symbol)
  const at = indexOf(change.symbol)
  const known: TokenRecord | undefined = list[at]
  if (change.remove) return void removeToken(list, at, change, refuse)
  const address = change.address ?? known?.address
  const decimals = change.decimals ?? known?.decimals
  if (address === undefined || decimals === undefined) {
    const key = address === undefined ? 'address' : 'decimals'
    return void refuse(key, `${key} is missing: write it, as ${change.symbol} is new on ${network}`)
  }
  const twin = list.find((other) => other !== known && isSame(other.address, address))
  if (twin !== undefined) return void refuse('address', `address is that of ${twin.symbol}: write another`)
  const asset = assetFor({ draft, network, change, decimals, refuse }, known?.asset)
  if (asset === undefined) return
  const { priceDecimals } = draft.assets[asset]
  if (decimals + priceDecimals > CONTRACT_DECIMALS)
    return void refuse(
      'decimals',
      `decimals is ${decimals}: write at most ${CONTRACT_DECIMALS - priceDecimals}, as a price of ${asset} has ${priceDecimals}`,
    )
  const synthetic = change.synthetic ?? known?.synthetic ?? false
  const priced = change.priced ?? (known?.priced !== false || change.price !== undefined)
  const spread = change.spread ?? (known === undefined ? USUAL_SPREAD : known.spreadBps / 10_000)
  const record: TokenRecord = {
    symbol: change.symbol,
    asset,
    address,
    decimals,
    ...(synthetic && { synthetic: true }),
    ...(!priced && { priced: false }),
    spreadBps: Number((spread * 10_000).toPrecision(12)),
    drawIndex: known?.drawIndex ?? ownDrawIndex(address),
  }
  const { before } = change
  if (before !== undefined && (before === change.symbol || indexOf(before) < 0))
    return void refuse('before', `no other token ${before}: write another one of this network`)
  moveMarkets(draft, network, known?.address ?? address, address)
  if (known !== undefined) list.splice(at, 1)
  const position = known === undefined ? list.length : at
  list.splice(before === undefined ? position : indexOf(before), 0, record)
}

function removeToken(list: TokenRecord[], at: number, change: TokenChange, refuse: RefuseKey): void {
  if (Object.keys(change).length > 2) return void refuse('remove', 'leave out all other keys with remove')
  if (at < 0) return void refuse('symbol', `no token ${change.symbol} to remove: leave it out`)
  list.splice(at, 1)
}

function moveMarkets(draft: CatalogueDraft, network: string, from: string, to: string): void {
  const moved = (address: string) => (isSame(address, from) ? to : address)
  draft.markets[network] = draft.markets[network].map((market) => ({
    ...market,
    indexToken: moved(market.indexToken),
    longToken: moved(market.longToken),
    shortToken: moved(market.shortToken),
  }))
}

/** Ignores case, which is only a checksum. */
export function isSame(a: string, b: string): boolean {
  return a.toLowerCase() === b.toLowerCase()
}
