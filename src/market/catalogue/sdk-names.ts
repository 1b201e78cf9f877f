/** Names of tokens and markets in the second generation: those of the official SDK. */
import file from '../../../fixtures/sdk-tokens.json' with { type: 'json' }
import { memoised } from '../../kit/maps.js'
import type { CatalogueMarket, CatalogueToken, Network } from './types.js'

/** A row of the SDK's configuration of tokens. */
interface SdkRecord {
  readonly name: string
  readonly symbol: string
  readonly address: string
  readonly decimals: number
  /** Symbol of the asset as markets name it, if another. */
  readonly baseSymbol?: string
  readonly isNative?: boolean
  readonly isWrapped?: boolean
  readonly isStable?: boolean
  readonly isSynthetic?: boolean
  readonly isPlatformToken?: boolean
  readonly isTempHidden?: boolean
  readonly categories?: readonly string[]
  /** Display of small prices: `k` and 1000 name a thousand PEPE. */
  readonly visualPrefix?: string
  readonly visualMultiplier?: number
  /** Without a price and without a token of the catalogue. */
  readonly isConfigOnly?: boolean
}

export interface SdkToken extends SdkRecord {
  /** The token with its price; that of the wrapped one for the native one. */
  readonly token: CatalogueToken | undefined
}

type NamedNetwork = Pick<Network, 'chainId' | 'tokens'>

const RECORDS: Readonly<Record<string, readonly SdkRecord[]>> = file.tokens

/** Tokens of a network as the second generation lists them: in the SDK's order, then those that the SDK lacks. */
export const sdkTokensOf = memoised(({ chainId, tokens }: NamedNetwork): readonly SdkToken[] => {
  const records = RECORDS[chainId] ?? []
  const at = new Map(tokens.map((token) => [token.address, token]))
  const wrapped = records.find(({ isWrapped }) => isWrapped)?.address ?? ''
  const rows = records.flatMap((record) => {
    const token = at.get(record.isNative ? wrapped : record.address)
    return token === undefined && !record.isConfigOnly ? [] : [{ ...record, token }]
  })
  const configured = new Set(rows.map(({ address }) => address))
  const taken = new Set(rows.map(({ symbol }) => symbol))
  const others = tokens.filter(({ address }) => !configured.has(address))
  return [...rows, ...others.map((token) => ownRecord(token, taken))]
})

/** A token that the SDK lacks keeps its symbol, unless the SDK means another by it. */
function ownRecord(token: CatalogueToken, taken: ReadonlySet<string>): SdkToken {
  const { address, decimals, stable, synthetic } = token
  const symbol = taken.has(token.symbol) ? `${token.symbol}_deprecated` : token.symbol
  const kind = { ...(stable && { isStable: true }), ...(synthetic && { isSynthetic: true }) }
  return { name: token.symbol, symbol, address, decimals, ...kind, token }
}

const sdkTokenAt = memoised(
  (network: NamedNetwork) => new Map(sdkTokensOf(network).map((row) => [row.address, row])),
)

/** Names of a market as the SDK computes them: `ETH/USD [WETH-USDC]`, `SWAP-ONLY [USDC-USDT]`. */
export function marketNamesOf(
  { index, long, short }: Pick<CatalogueMarket, 'index' | 'long' | 'short'>,
  network: NamedNetwork,
): Pick<CatalogueMarket, 'sdkName' | 'baseSymbol'> {
  const rowOf = ({ address }: CatalogueToken) => sdkTokenAt(network).get(address) as SdkToken
  const pool = `[${rowOf(long).symbol}-${rowOf(short).symbol}]`
  if (index === undefined) return { sdkName: `SWAP-ONLY ${pool}`, baseSymbol: undefined }
  const { symbol, baseSymbol = symbol, visualPrefix = '' } = rowOf(index)
  return { sdkName: `${visualPrefix}${baseSymbol}/USD ${pool}`, baseSymbol }
}

/** The tokens of a symbol: the SDK's, else the first generation's. */
export function tokensNamed(symbol: string, network: Network): readonly CatalogueToken[] {
  const named = sdkTokensOf(network).flatMap((row) => (row.symbol === symbol && row.token ? [row.token] : []))
  return named.length > 0 ? named : network.tokens.filter((token) => token.symbol === symbol)
}
