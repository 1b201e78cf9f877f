/** Replies about liquidity, and the values that follow from other endpoints. */
import { expect } from 'vitest'
import type { Replies } from '../../src/entrypoints/testing/replies.js'
import type { NetworkName } from '../../src/market/catalogue/names.js'
import type { WireTicker } from './ask.js'
import { askBase, type Instant } from './coherence.js'
import { catalogue, documented } from './prices.js'

export const DAY = 86_400
const GRID = 5
export const DAYS = { '7d': 7, '30d': 30 } as const

export type WireApy = Replies['apy']['reply']
export type WireInfo = Replies['markets-info']['reply']['markets'][number]
export type WireGlv = Replies['glvs-info']['reply']['glvs'][number]
export type WirePerformance = Replies['performance-annualized']['reply'][number]
export type WireSnapshots = Replies['performance-snapshots']['reply'][number]

/** Queries a session at a second, on the 5 s grid of market states. */
export function at({ session, network, base }: Instant, seconds: number) {
  const asked = <Body>(id: string, search = ''): Promise<Body> => {
    session.clock.set({ atMs: seconds * 1000 })
    return askBase<Body>(session, network, base, id, search)
  }
  return {
    ask: asked,
    async market(address: string): Promise<WireInfo> {
      const { markets } = await asked<{ markets: WireInfo[] }>('markets-info')
      return markets.find(({ marketToken }) => marketToken === address) as WireInfo
    },
    /** USD prices of tokens by address. */
    async prices(): Promise<(address: string) => number> {
      const tickers = await asked<WireTicker[]>('tickers')
      const { tokens } = catalogue.networks[network]
      const decimals = new Map(tokens.map((token) => [token.address, token.decimals]))
      return (address) => {
        const row = tickers.find(({ tokenAddress }) => tokenAddress === address)
        return Number(row?.medianPrice) / 10 ** (30 - (decimals.get(address) ?? 0))
      }
    },
  }
}

const tokenAt = (network: string, address: string) =>
  catalogue.networks[network].tokens.find((token) => token.address === address)

/** Value of the pool in USD, and the number of its market tokens. */
export function worthOf(network: string, info: WireInfo, price: (address: string) => number) {
  let usd = 0
  for (const side of ['long', 'short'] as const) {
    const address = info[`${side}Token`] as string
    const amount =
      Number(info[`poolAmount${side === 'long' ? 'Long' : 'Short'}`]) /
      10 ** (tokenAt(network, address)?.decimals ?? 0)
    usd += amount * price(address)
  }
  return { usd, tokens: usd / tokenValueOf(network, info, price) }
}

/** USD value of a market token, whatever is in the pool: half a dollar of each token at the catalogue's prices. */
function tokenValueOf(
  network: string,
  { longToken, shortToken }: Pick<WireInfo, 'longToken' | 'shortToken'>,
  price: (address: string) => number,
): number {
  const grown = (address: string) =>
    price(address) / (catalogue.assets.get(tokenAt(network, address)?.asset as string)?.priceUsd as number)
  return (grown(longToken) + grown(shortToken)) / 2
}

/** Aligns to the 5 s grid of market states. */
export const gridOf = (seconds: number) => Math.floor(seconds / GRID) * GRID
/** Number of such periods per year. */
export const annual = (days: number) => 365 / days
export const marketsOf = (network: string) => documented(network as NetworkName).markets
/** Performances have 12 decimals: 1 plus one near -1 is no more exact than that. */
const LAST_DIGIT = 1e-12
/** Asserts equality up to a relative error. */
export const close = (seen: number, wanted: number, digits = 6) =>
  expect(Math.abs(seen - wanted), `${seen} beside ${wanted}`).toBeLessThan(
    wanted * 10 ** -digits + LAST_DIGIT,
  )
