import { isSameAddress } from '../../market/catalogue/composition.js'
import type { MarketRecord, TokenRecord } from '../../market/catalogue/types.js'
import { ZERO_ADDRESS } from '../../market/catalogue/types.js'
import { syntheticTokenAddress } from '../../market/oracle/address.js'
import { suggestion } from '../read/hints.js'
import type { CatalogueDraft, RejectAt } from './draft.js'
import type { MarketChange, TokenChange } from './schema.js'

const NO_INDEX = 'none'
const SIDES = ['indexToken', 'longToken', 'shortToken'] as const

type RefuseKey = (key: keyof MarketChange, message: string) => void

export function applyMarkets(
  draft: CatalogueDraft,
  network: string,
  changes: readonly MarketChange[],
  refuse: RejectAt,
): void {
  changes.forEach((change, index) => {
    const path = [network, 'markets', index]
    applyMarket(draft, network, change, (key, message) => refuse([...path, key], message))
  })
}

function applyMarket(draft: CatalogueDraft, network: string, change: MarketChange, refuse: RefuseKey): void {
  const list = draft.markets[network]!
  const tokens = addressesOf(change, draft.tokens[network]!, refuse)
  if (tokens === undefined) return
  const matches = list.filter((market) => isMeant(market, change, tokens))
  if (matches.length > 1)
    return void refuse('marketToken', `${matches.length} markets have these tokens: write marketToken, too`)
  const [known] = matches
  if (change.remove) {
    if (known === undefined) return void refuse('remove', 'no such market to remove: leave it out')
    return void list.splice(list.indexOf(known), 1)
  }
  const all = { ...known, ...tokens }
  for (const side of SIDES)
    if (all[side] === undefined) return void refuse(side, `${side} is missing: write the symbol of a token`)
  const { indexToken, longToken, shortToken } = all as Required<Sides>
  const { chainId } = draft.networks[network]!
  const marketToken =
    change.marketToken ?? known?.marketToken ?? marketTokenOf(chainId, indexToken, longToken, shortToken)
  const isTaken =
    list.some((other) => other !== known && isSameAddress(other.marketToken, marketToken)) ||
    draft.tokens[network]!.some((token) => isSameAddress(token.address, marketToken)) ||
    draft.glvs[network]!.some((glv) => isSameAddress(glv.glvToken, marketToken))
  if (isTaken)
    return void refuse(
      'marketToken',
      `${marketToken} is the address of another market or token: write another`,
    )
  const day = change.listingDate ?? known?.listingDate
  const isListed = change.isListed ?? known?.isListed ?? true
  const record: MarketRecord = {
    name: change.name ?? known?.name ?? marketName(indexToken, longToken, shortToken, draft.tokens[network]!),
    marketToken,
    indexToken,
    longToken,
    shortToken,
    ...(!isListed && { isListed: false }),
    ...(day !== undefined && { listingDate: new Date(Date.parse(day)).toISOString() }),
  }
  const position = known === undefined ? list.length : list.indexOf(known)
  if (known !== undefined) list.splice(position, 1)
  const { before } = change
  const next =
    before === undefined ? position : list.findIndex((other) => isSameAddress(other.marketToken, before))
  if (next < 0) return void refuse('before', `no other market ${before}: write another one of this network`)
  list.splice(next, 0, record)
}

type Sides = Partial<Record<(typeof SIDES)[number], string>>

function addressesOf(
  change: MarketChange,
  tokens: readonly TokenRecord[],
  refuse: RefuseKey,
): Sides | undefined {
  const sides: Sides = {}
  for (const side of SIDES) {
    const word = change[side]
    if (word === undefined) continue
    const isNone = side === 'indexToken' && (word === NO_INDEX || word === ZERO_ADDRESS)
    const token = tokens.find(({ symbol, address }) => symbol === word || isSameAddress(address, word))
    if (token === undefined && !isNone) {
      const symbols = tokens.map(({ symbol }) => symbol)
      const hint = suggestion(word, symbols, 'write the symbol of a token of this network')
      return void refuse(side, `unknown token ${word}: ${hint}`)
    }
    sides[side] = token?.address ?? ZERO_ADDRESS
  }
  return sides
}

/** Matches by address, by name if no token is given, else by all three tokens. */
function isMeant(market: MarketRecord, { marketToken, name }: MarketChange, tokens: Sides): boolean {
  if (marketToken !== undefined) return isSameAddress(market.marketToken, marketToken)
  if (SIDES.every((side) => tokens[side] === undefined)) return market.name === name
  return SIDES.every((side) => tokens[side] !== undefined && isSameAddress(market[side], tokens[side]))
}

/** Named as in the live service: `ETH/USD [ETH-USDC]`, `SWAP-ONLY [USDC-USDT]`. */
function marketName(index: string, long: string, short: string, tokens: readonly TokenRecord[]): string {
  const symbolAt = (address: string) =>
    tokens.find((token) => isSameAddress(token.address, address))?.symbol ?? '?'
  const pair = index === ZERO_ADDRESS ? 'SWAP-ONLY' : `${symbolAt(index)}/USD`
  return `${pair} [${symbolAt(long)}-${symbolAt(short)}]`
}

export function refuseMarketAddresses(
  { markets }: CatalogueDraft,
  network: string,
  changes: readonly { readonly address?: string | undefined }[],
  refuse: RejectAt,
): void {
  for (const [index, { address }] of changes.entries()) {
    const market = markets[network]!.find(({ marketToken }) => isSameAddress(marketToken, address ?? ''))
    const path = [network, 'tokens', index, 'address']
    if (market !== undefined) refuse(path, `address is that of the market ${market.name}: write another`)
  }
}

/** Refuses a token's removal that leaves a listed market without it. `before` are the tokens before the changes. */
export function removeOrphans(
  { tokens, markets }: CatalogueDraft,
  network: string,
  before: readonly TokenRecord[],
  changes: readonly TokenChange[],
  refuse: RejectAt,
): void {
  for (const [index, { symbol, remove }] of changes.entries()) {
    const address = remove && before.find((token) => token.symbol === symbol)?.address
    if (!address || tokens[network]!.some((token) => isSameAddress(token.address, address))) continue
    const isOf = (market: MarketRecord) => SIDES.some((side) => isSameAddress(market[side], address))
    // A delisted market goes with its token.
    markets[network] = markets[network]!.filter((market) => market.isListed !== false || !isOf(market))
    const market = markets[network].find(isOf)
    if (market !== undefined)
      refuse(
        [network, 'tokens', index],
        `${symbol} is in the market ${market.name}: remove that too, by { marketToken: "${market.marketToken}", remove: true }`,
      )
  }
}

/** Default address of a market, derived from chain and tokens. */
function marketTokenOf(chainId: number, index: string, long: string, short: string): string {
  const tokens = [index, long, short].map((address) => address.toLowerCase()).join(' ')
  return syntheticTokenAddress(chainId, `gmx-sim market of ${tokens}`)
}
