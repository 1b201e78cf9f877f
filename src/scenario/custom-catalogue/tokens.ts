import { fractionDigits } from '../../kit/numbers/decimal.js'
import { CONTRACT_DECIMALS, isSameAddress, ownDrawIndex } from '../../market/catalogue/composition.js'
import type { AssetRecord, TokenListing, TokenRecord } from '../../market/catalogue/types.js'
import { nextSecond } from '../events.js'
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
  const list = draft.tokens[network]!
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
  const twin = list.find((other) => other !== known && isSameAddress(other.address, address))
  if (twin !== undefined) return void refuse('address', `address is that of ${twin.symbol}: write another`)
  const asset = assetFor({ draft, network, change, decimals, refuse }, known?.asset)
  if (asset === undefined) return
  const { priceDecimals } = draft.assets[asset]!
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
    ...listingOf(change, known?.listing),
  }
  const { before } = change
  if (before !== undefined && (before === change.symbol || indexOf(before) < 0))
    return void refuse('before', `no other token ${before}: write another one of this network`)
  moveMarkets(draft, network, known?.address ?? address, address)
  if (known !== undefined) list.splice(at, 1)
  const position = known === undefined ? list.length : at
  list.splice(before === undefined ? position : indexOf(before), 0, record)
}

function listingOf(
  { listedAt, delistedAt }: TokenChange,
  known?: TokenListing,
): Pick<TokenRecord, 'listing'> {
  if ((known ?? listedAt ?? delistedAt) === undefined) return {}
  const from = listedAt !== undefined && { fromSeconds: nextSecond(Number(listedAt)) }
  const until = delistedAt !== undefined && { untilSeconds: nextSecond(Number(delistedAt)) }
  return { listing: { ...known, ...from, ...until } }
}

function removeToken(list: TokenRecord[], at: number, change: TokenChange, refuse: RefuseKey): void {
  if (Object.keys(change).length > 2) return void refuse('remove', 'leave out all other keys with remove')
  if (at < 0) return void refuse('symbol', `no token ${change.symbol} to remove: leave it out`)
  list.splice(at, 1)
}

function moveMarkets(draft: CatalogueDraft, network: string, from: string, to: string): void {
  const moved = (address: string) => (isSameAddress(address, from) ? to : address)
  draft.markets[network] = draft.markets[network]!.map((market) => ({
    ...market,
    indexToken: moved(market.indexToken),
    longToken: moved(market.longToken),
    shortToken: moved(market.shortToken),
  }))
}

const PRICE_KEYS = ['price', 'priceDecimals', 'volatility', 'stable', 'kind', 'follows'] as const
const USUAL_VOLATILITY = { stable: 0.01, other: 0.8 }

/** Range of quanta for prices of about seven digits. */
const MIN_QUANTA = 1e6
const MAX_QUANTA = 1e11

export type RefuseKey = (key: keyof TokenChange, message: string) => void

interface Change {
  readonly draft: CatalogueDraft
  readonly network: string
  readonly change: TokenChange
  readonly decimals: number
  readonly refuse: RefuseKey
}

/**
 * Returns the asset of a token, `current` being its present one; undefined if refused. A change of one token moves no
 * price of another: a shared asset stays, and the token gets its own, which follows the shared one if only its level
 * differs.
 */
function assetFor(given: Change, current: string | undefined): string | undefined {
  const { draft, change, refuse } = given
  const written = PRICE_KEYS.filter((key) => change[key] !== undefined)
  if (change.asset !== undefined) {
    if (written.length > 0)
      return void refuse(written[0]!, `leave ${written[0]} out: asset determines the price`)
    const asset = assetNamed(change.asset, given)
    if (asset === undefined)
      refuse('asset', `unknown asset ${change.asset}: write one from gmx-sim catalogue`)
    return asset
  }
  if (written.length === 0) {
    const own = current ?? (Object.hasOwn(draft.assets, change.symbol) ? change.symbol : undefined)
    if (own === undefined) refuse('price', 'price is missing: write a price in USD, or an asset')
    return own
  }
  const isShared = current !== undefined && isUsedElsewhere(given, current)
  const isLevel = written.every((key) => LEVEL_KEYS.includes(key))
  const record = recordFor(given, current, isLevel && (isShared ? 'shared' : 'own'))
  if (record === undefined) return undefined
  const name = current !== undefined && !isShared ? current : newName(given)
  draft.assets[name] = record
  return name
}

const LEVEL_KEYS: readonly string[] = ['price', 'priceDecimals']

/** `level`: whose asset it is, where nothing but the level of its price differs. */
function recordFor(
  given: Change,
  current: string | undefined,
  level: 'shared' | 'own' | false,
): AssetRecord | undefined {
  const { draft, change, decimals, refuse } = given
  const known = current === undefined ? undefined : draft.assets[current]
  const price = change.price ?? known?.priceUsd
  if (price === undefined) return void refuse('price', 'price is missing: write a price in USD')
  const priceDecimals = priceDecimalsOf(price, decimals, change.priceDecimals, known?.priceDecimals)
  if (priceDecimals === undefined)
    return void refuse(
      change.priceDecimals === undefined ? 'price' : 'priceDecimals',
      `${price} USD cannot be written with ${change.priceDecimals ?? `at most ${CONTRACT_DECIMALS - decimals}`} decimals: write fewer digits, or other decimals`,
    )
  const priced = { priceUsd: price, priceDecimals }
  if (level === 'own' && known?.follows !== undefined) return { ...known, ...priced }
  const leader = leaderOf(given, current, level === 'shared' ? (known?.follows ?? current) : undefined)
  if (leader === undefined) return undefined
  if (leader !== '') {
    const followed = change.follows === undefined ? current : assetNamed(change.follows, given)
    return { ...priced, ...followerOf(draft, leader, followed ?? leader) }
  }
  // A follower becomes independent once `follows` is overridden.
  const own = known?.follows === undefined || change.follows === undefined ? known : undefined
  const stable = change.stable ?? own?.stable ?? false
  const kind = change.kind ?? (change.stable === undefined ? own?.kind : undefined)
  if (kind !== undefined && !Object.hasOwn(draft.kinds, kind))
    return void refuse(
      'kind',
      `there is no kind ${kind}: write one of ${Object.keys(draft.kinds).join(', ')}`,
    )
  const usual = stable ? USUAL_VOLATILITY.stable : USUAL_VOLATILITY.other
  const keeps = change.stable === undefined || change.stable === (own?.stable ?? false)
  const annualVolatility = change.volatility ?? (keeps ? own?.annualVolatility : undefined) ?? usual
  return { ...priced, annualVolatility, ...(stable && { stable: true }), ...(kind && { kind }) }
}

/** Facts of a follower of `leader` that makes all moves of `followed`, which is the leader or another follower. */
function followerOf(
  { assets }: CatalogueDraft,
  leader: string,
  followed: string,
): Pick<AssetRecord, 'annualVolatility' | 'follows' | 'pair'> {
  const { annualVolatility, pair } = assets[followed]!
  return { annualVolatility, follows: leader, ...(pair && { pair: { basisOf: followed, ...pair } }) }
}

/** The asset to follow, '' for none; undefined if refused. */
function leaderOf(given: Change, current: string | undefined, level: string | undefined): string | undefined {
  const { draft, change, refuse } = given
  if (change.follows === undefined) return level ?? ''
  for (const key of ['volatility', 'stable', 'kind'] as const)
    if (change[key] !== undefined)
      return void refuse(
        key,
        `leave ${key} out: follows determines it, as the token moves with ${change.follows}`,
      )
  const leader = assetNamed(change.follows, given)
  const isItself = change.follows === change.symbol || (leader === current && !isUsedElsewhere(given, leader))
  if (leader === undefined || isItself)
    return void refuse('follows', `no other token or asset ${change.follows}: write one that exists`)
  // Chains of followers are flattened: both follow the same asset, each at the ratio of its price.
  return draft.assets[leader]!.follows ?? leader
}

/** Resolves an asset by the symbol of a token of the network, of any network, or by its own name. */
function assetNamed(word: string, { draft, network }: Change): string | undefined {
  const inOrder = [...draft.tokens[network]!, ...Object.values(draft.tokens).flat()]
  const token = inOrder.find(({ symbol }) => symbol === word)
  return token?.asset ?? (Object.hasOwn(draft.assets, word) ? word : undefined)
}

function isUsedElsewhere({ draft, network, change }: Change, asset: string | undefined): boolean {
  const tokens = Object.entries(draft.tokens).flatMap(([name, list]) =>
    list.filter((token) => token.asset === asset && !(name === network && token.symbol === change.symbol)),
  )
  return tokens.length > 0 || Object.values(draft.assets).some(({ follows }) => follows === asset)
}

function newName({ draft, network, change }: Change): string {
  return Object.hasOwn(draft.assets, change.symbol) ? `${change.symbol} on ${network}` : change.symbol
}

/** Returns the given or known decimals if they yield whole quanta, else enough for about seven digits. */
function priceDecimalsOf(
  price: number,
  decimals: number,
  requested: number | undefined,
  known: number | undefined,
): number | undefined {
  const most = CONTRACT_DECIMALS - decimals
  const needed = fractionDigits(price)
  const fits = (places: number) =>
    places >= needed && places <= most && price * 10 ** places <= MAX_QUANTA * 10
  if (requested !== undefined) return fits(requested) ? requested : undefined
  if (known !== undefined && fits(known) && price * 10 ** known >= MIN_QUANTA) return known
  const exponent = Math.floor(Math.log10(price))
  const digits = price / 10 ** exponent < 5 ? 7 : 6
  const places = Math.min(most, Math.max(digits - exponent, needed, 0))
  return fits(places) ? places : undefined
}
