/** What a token's price follows: an asset that is there, one that is changed, or one of its own. */
import type { AssetRecord } from '../catalogue/schema.js'
import { fractionDigits } from '../core/decimal.js'
import type { Draft } from './draft.js'
import type { TokenChange } from './schema.js'

const PRICE_KEYS = ['price', 'priceDecimals', 'volatility', 'stable', 'kind', 'follows'] as const
const USUAL_VOLATILITY = { stable: 0.01, other: 0.8 }

/** Raw token units cost USD x 10^(30 - decimals): a price has no more decimals than that leaves. */
export const CONTRACT_DECIMALS = 30
/** A price has some seven digits, in whole quanta. */
const LEAST_QUANTA = 1e6
const MOST_QUANTA = 1e11

/** Told what is wrong with a key of the change. */
export type RefuseKey = (key: keyof TokenChange, message: string) => void

interface Change {
  readonly draft: Draft
  readonly network: string
  readonly change: TokenChange
  /** The token's decimals. */
  readonly decimals: number
  readonly refuse: RefuseKey
}

/**
 * The name of the asset that a token has from now on, `current` being the one that it has. A change of one token moves no
 * price of another: an asset that others have too is left as it is, and the token gets one of its own. Where only its level
 * differs, that one follows the other. Undefined where the change is refused.
 */
export function assetFor(given: Change, current: string | undefined): string | undefined {
  const { draft, change, refuse } = given
  const written = PRICE_KEYS.filter((key) => change[key] !== undefined)
  if (change.asset !== undefined) {
    if (written.length > 0)
      return void refuse(written[0], `leave ${written[0]} out beside asset, whose price it has`)
    const asset = assetNamed(change.asset, given)
    if (asset === undefined)
      refuse('asset', `there is no asset ${change.asset}: write one that gmx-sim catalogue lists`)
    return asset
  }
  if (written.length === 0) {
    const own = current ?? (Object.hasOwn(draft.assets, change.symbol) ? change.symbol : undefined)
    if (own === undefined)
      refuse('price', 'price is missing: write what it costs in USD, or the asset whose price it has')
    return own
  }
  const isShared = current !== undefined && isUsedElsewhere(given, current)
  const record = recordFor(given, current, isShared && written.every((key) => LEVEL_KEYS.includes(key)))
  if (record === undefined) return undefined
  const name = current !== undefined && !isShared ? current : newName(given)
  draft.assets[name] = record
  return name
}

const LEVEL_KEYS: readonly string[] = ['price', 'priceDecimals']

function recordFor(given: Change, current: string | undefined, follows: boolean): AssetRecord | undefined {
  const { draft, change, decimals, refuse } = given
  const known = current === undefined ? undefined : draft.assets[current]
  const price = change.price ?? known?.priceUsd
  if (price === undefined) return void refuse('price', 'price is missing: write what it costs in USD')
  const priceDecimals = priceDecimalsOf(price, decimals, change.priceDecimals, known?.priceDecimals)
  if (priceDecimals === undefined)
    return void refuse(
      change.priceDecimals === undefined ? 'price' : 'priceDecimals',
      `${price} USD cannot be written with ${change.priceDecimals ?? `at most ${CONTRACT_DECIMALS - decimals}`} decimals: write fewer digits, or other decimals`,
    )
  const leader = leaderOf(given, current, follows ? (known?.follows ?? current) : undefined)
  if (leader === undefined) return undefined
  const level = { priceUsd: price, priceDecimals }
  if (leader !== '')
    return { ...level, annualVolatility: draft.assets[leader].annualVolatility, follows: leader }
  // What followed another has a life of its own once that is said.
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
  return { ...level, annualVolatility, ...(stable && { stable: true }), ...(kind && { kind }) }
}

/** The asset that it follows from now on, '' for none; undefined where that is refused. */
function leaderOf(given: Change, current: string | undefined, level: string | undefined): string | undefined {
  const { draft, change, refuse } = given
  if (change.follows === undefined) return level ?? ''
  for (const key of ['volatility', 'stable', 'kind'] as const)
    if (change[key] !== undefined)
      return void refuse(key, `leave ${key} out beside follows: it moves as ${change.follows} does`)
  const leader = assetNamed(change.follows, given)
  const isItself = change.follows === change.symbol || (leader === current && !isUsedElsewhere(given, leader))
  if (leader === undefined || isItself)
    return void refuse(
      'follows',
      `there is no other token or asset ${change.follows}: write one that there is`,
    )
  // Nothing follows a follower: both move as the one that it follows, each at the ratio of its price.
  return draft.assets[leader].follows ?? leader
}

/** The asset that a word means: by its own name, or by the symbol of a token of the network, then of any. */
function assetNamed(word: string, { draft, network }: Change): string | undefined {
  const inOrder = [...draft.tokens[network], ...Object.values(draft.tokens).flat()]
  const token = inOrder.find(({ symbol }) => symbol === word)
  return token?.asset ?? (Object.hasOwn(draft.assets, word) ? word : undefined)
}

/** Whether another token has the asset, or another asset follows it. */
function isUsedElsewhere({ draft, network, change }: Change, asset: string | undefined): boolean {
  const tokens = Object.entries(draft.tokens).flatMap(([name, list]) =>
    list.filter((token) => token.asset === asset && !(name === network && token.symbol === change.symbol)),
  )
  return tokens.length > 0 || Object.values(draft.assets).some(({ follows }) => follows === asset)
}

/** Its symbol, with the network behind it where an asset has that name already. */
function newName({ draft, network, change }: Change): string {
  return Object.hasOwn(draft.assets, change.symbol) ? `${change.symbol} on ${network}` : change.symbol
}

/** As many as were asked for or known, if they make whole quanta of it; else as many as give it some seven digits. */
function priceDecimalsOf(
  price: number,
  decimals: number,
  asked: number | undefined,
  known: number | undefined,
): number | undefined {
  const most = CONTRACT_DECIMALS - decimals
  const needed = fractionDigits(price)
  const fits = (places: number) =>
    places >= needed && places <= most && price * 10 ** places <= MOST_QUANTA * 10
  if (asked !== undefined) return fits(asked) ? asked : undefined
  if (known !== undefined && fits(known) && price * 10 ** known >= LEAST_QUANTA) return known
  const exponent = Math.floor(Math.log10(price))
  const digits = price / 10 ** exponent < 5 ? 7 : 6
  const places = Math.min(most, Math.max(digits - exponent, needed, 0))
  return fits(places) ? places : undefined
}
