/**
 * Schema of the catalogue file: the source of types, validation and the published JSON Schema. apply.ts judges
 * whether the content makes sense.
 */

import * as z from 'zod'
import { MAX_BASES } from '../../market/catalogue/bases.js'
import { duration, instantFrom, optional, percent, textLike } from '../values.js'

const NAME_HINT = 'write a name: letters, digits, spaces and _ . - [ ], but not __proto__'
const name = textLike(/^(?!__proto__$)[\w. [\]-]+$/, NAME_HINT).max(60, {
  error: 'write at most 60 characters',
})

const address = textLike(/^0x[0-9a-fA-F]{40}$/, 'write an address in quotes: 0x and 40 hexadecimal digits')

const LABEL_HINT = 'write small letters, digits and hyphens, a letter first'
const label = textLike(/^[a-z](-?[a-z0-9])*$/, LABEL_HINT).max(30, { error: 'write at most 30 characters' })

const NETWORK_HINT = `${LABEL_HINT}; names that begin with x- are places for anchors`
const networkName = textLike(/^(?!x-)[a-z](-?[a-z0-9])*$/, NETWORK_HINT).max(30, {
  error: 'write at most 30 characters',
})

const host = textLike(/^[a-z0-9-]+(\.[a-z0-9-]+)+$/, 'write a host name: mynet-api.example.com or the like')
const hosts = z.union([host, z.array(host).min(1).max(5)])

const BLOCK_HINT = 'write a time from 10ms to 10m'
const MAX_HINT = `write at most ${MAX_BASES}`

/** Parses a percentage such as `0.05%` to 0.0005, within bounds. */
const share = (least: number, most: number, hint: string) =>
  percent.refine((fraction) => fraction >= least && fraction <= most, { error: hint })

const INSTANT = 'write an instant, such as 2026-03-01T12:00:00Z'
const instant = instantFrom(z.string({ error: INSTANT }), INSTANT).refine((at) => at !== 'now', {
  error: INSTANT,
})

const remove = optional(
  z.literal(true, { error: 'write true, or leave it out' }),
  'Removes it from the catalogue',
)

export const networkSchema = z
  .strictObject({
    chainId: optional(z.int().min(1), 'Chain id in signatures; required for a new network'),
    blockTime: optional(
      duration.refine((ms) => ms >= 10 && ms <= 600_000, { error: BLOCK_HINT }),
      'Mean time between blocks; default: 1s',
    ),
    bases: optional(
      z.union([
        z.array(label).min(1, { error: 'write primary at least' }).max(MAX_BASES, { error: MAX_HINT }),
        z.record(label, hosts).refine((bases) => Object.keys(bases).length <= MAX_BASES, { error: MAX_HINT }),
      ]),
      'Base addresses, primary first: names, or names with a host or hosts of the live service; default: primary',
    ),
    flags: optional(z.record(name, z.boolean()), 'Feature flags of the web app, over the usual ones'),
    remove,
  })
  .meta({ tsName: 'NetworkInput', description: 'A new network, or changes to a known one' })

export const tokenSchema = z
  .strictObject({
    symbol: name.describe('Symbol of a new or known token'),
    address: optional(address, 'Required for a new token'),
    decimals: optional(z.int().min(0).max(30), 'Required for a new token'),
    price: optional(z.number().min(1e-15).max(1e9), 'Price level in USD'),
    volatility: optional(
      share(0.0001, 5, 'write from 0.01% to 500%'),
      'Annual volatility; default: 80%, 1% for a stable token',
    ),
    spread: optional(
      share(0, 0.1, 'write from 0% to 10%'),
      'Typical distance from min to max price; default: 0.05%',
    ),
    follows: optional(name, 'Token or asset that it tracks exactly, at the ratio of their prices'),
    stable: optional(z.boolean(), 'Pegged to its price'),
    kind: optional(name, 'Group of assets that it correlates with; default: altcoin'),
    asset: optional(
      name,
      'Asset that determines its price; default without a price: the asset of its symbol',
    ),
    priceDecimals: optional(
      z.int().min(0).max(30),
      'Decimals of the smallest price step in USD; default: about seven significant digits',
    ),
    synthetic: optional(z.boolean(), 'Not held on chain'),
    priced: optional(z.boolean(), 'Has a ticker; default: true'),
    listedAt: optional(instant, 'Instant of its listing: candles and tickers begin then; default: always'),
    delistedAt: optional(instant, 'Instant from which the token and its markets are gone; default: never'),
    before: optional(name, 'Token that follows it in the list; default: position unchanged, or the end'),
    remove,
  })
  .meta({ tsName: 'TokenInput', description: 'A new token, or changes to a known one' })

const DAY_HINT = 'write a day, such as "2026-01-31"'
const day = textLike(/^\d{4}-\d{2}-\d{2}(T00:00:00(\.000)?Z)?$/, DAY_HINT).refine(
  (day) => !Number.isNaN(Date.parse(day)),
  { error: DAY_HINT },
)

const tokenRef = z.string({ error: 'write the symbol of a token' }).max(60)

const MARKET_NAME_HINT = 'write a name such as ETH/USD [ETH-USDC], without control characters'
const marketName = textLike(/^[^\p{Cc}\p{Cf}]+$/u, MARKET_NAME_HINT).max(100)

export const marketSchema = z
  .strictObject({
    indexToken: optional(tokenRef, 'Symbol or address; absent for a swap-only market'),
    longToken: optional(tokenRef, 'Symbol or address'),
    shortToken: optional(tokenRef, 'Symbol or address'),
    marketToken: optional(address, 'Address of the market token; default: derived from the three tokens'),
    name: optional(marketName, 'Default: such as ETH/USD [ETH-USDC]'),
    isListed: optional(z.boolean(), 'Default: true'),
    listingDate: optional(day, 'A day; default: unknown'),
    before: optional(
      address,
      'marketToken of the market that follows it in the list; default: position unchanged, or the end',
    ),
    remove,
  })
  .meta({ tsName: 'MarketInput', description: 'A new market, or changes to a known one' })

const MAX_ENTRIES = 5000
const list = <Schema extends z.ZodType>(schema: Schema) =>
  z
    .array(schema)
    .max(MAX_ENTRIES, { error: `write at most ${MAX_ENTRIES}` })
    .optional()

export const listsSchema = z
  .strictObject({
    tokens: list(tokenSchema).describe('Tokens to add, change or remove'),
    markets: list(marketSchema).describe('Markets to add, change or remove'),
  })
  .meta({ tsName: 'NetworkListsInput', description: 'Tokens and markets of a network' })

export const overlaySchema = z
  .object({
    $schema: optional(z.string().max(2000), 'Location of this schema, for editors'),
    networks: optional(z.record(networkName, networkSchema), 'Networks to add, change or remove, by name'),
  })
  .catchall(listsSchema)

export type Overlay = z.output<typeof overlaySchema>
export type NetworkChange = z.output<typeof networkSchema>
export type TokenChange = z.output<typeof tokenSchema>
export type MarketChange = z.output<typeof marketSchema>
