/**
 * Schema of the catalogue file: the source of types, validation and the published JSON Schema. apply.ts judges
 * whether the content makes sense.
 */
import * as z from 'zod'
import { MAX_BASES } from '../catalogue/bases.js'
import { duration, percent } from '../scenario/values.js'

const NAME_HINT = 'write a name: letters, digits, spaces and _ . - [ ], but not __proto__'
const name = z
  .string({ error: NAME_HINT })
  .regex(/^(?!__proto__$)[\w. [\]-]+$/, { error: NAME_HINT })
  .max(60, { error: 'write at most 60 characters' })

const ADDRESS_HINT = 'write an address in quotes: 0x and 40 hexadecimal digits'
const address = z.string({ error: ADDRESS_HINT }).regex(/^0x[0-9a-fA-F]{40}$/, { error: ADDRESS_HINT })

const LABEL_HINT = 'write small letters, digits and hyphens, a letter first'
const label = z
  .string({ error: LABEL_HINT })
  .regex(/^[a-z](-?[a-z0-9])*$/, { error: LABEL_HINT })
  .max(30, { error: 'write at most 30 characters' })

const HOST_HINT = 'write a host name: megaeth-api.example.com or the like'
const host = z.string({ error: HOST_HINT }).regex(/^[a-z0-9-]+(\.[a-z0-9-]+)+$/, { error: HOST_HINT })

const BLOCK_HINT = 'write a time from 10ms to 10m'
const MAX_HINT = `write at most ${MAX_BASES}`

/** `0.05%` is 0.0005. */
const share = (least: number, most: number, hint: string) =>
  percent.refine((fraction) => fraction >= least && fraction <= most, { error: hint })

const optional = <Schema extends z.ZodType>(schema: Schema, description: string) =>
  schema.optional().meta({ description })

const remove = optional(
  z.literal(true, { error: 'write true, or leave it out' }),
  'Takes it out of the catalogue',
)

const networkSchema = z
  .strictObject({
    chainId: optional(z.int().min(1), 'Of which signatures are; needed for a new one'),
    blockTime: optional(
      duration.refine((ms) => ms >= 10 && ms <= 600_000, { error: BLOCK_HINT }),
      'Mean time between blocks; 1s when left out',
    ),
    bases: optional(
      z.union([
        z.array(label).min(1, { error: 'write primary at least' }).max(MAX_BASES, { error: MAX_HINT }),
        z.record(label, host).refine((bases) => Object.keys(bases).length <= MAX_BASES, { error: MAX_HINT }),
      ]),
      'Base addresses, primary first: their names, or the host at which the live service has each; primary when left out',
    ),
    remove,
  })
  .meta({ tsName: 'NetworkInput', description: 'A network: a new one, or what changes of a known one' })

const tokenSchema = z
  .strictObject({
    symbol: name.meta({ description: 'Which token: a new one, or what changes of a known one' }),
    address: optional(address, 'Needed for a new one'),
    decimals: optional(z.int().min(0).max(30), 'Needed for a new one'),
    price: optional(z.number().min(1e-15).max(1e9), 'The level around which its price moves, in USD'),
    volatility: optional(
      share(0.0001, 5, 'write from 0.01% to 500%'),
      'Of a year: 80% when left out, 1% for one that is stable',
    ),
    spread: optional(
      share(0, 0.1, 'write from 0% to 10%'),
      'Usual distance from min to max price; 0.05% when left out',
    ),
    follows: optional(name, 'Moves exactly as that token or asset, at the ratio of their prices'),
    stable: optional(z.boolean(), 'Stays near its price'),
    kind: optional(name, 'What it moves with: altcoin when left out'),
    asset: optional(
      name,
      'The asset whose price it has; that of its symbol if neither price nor asset is given',
    ),
    priceDecimals: optional(
      z.int().min(0).max(30),
      'Decimals of the smallest price step in USD; some seven digits when left out',
    ),
    synthetic: optional(z.boolean(), 'Nothing is held on chain'),
    priced: optional(z.boolean(), 'Has a ticker; true when left out'),
    before: optional(
      name,
      'The token in front of which it stands; where it was, or at the end, when left out',
    ),
    remove,
  })
  .meta({ tsName: 'TokenInput', description: 'A token: a new one, or what changes of a known one' })

const DAY_HINT = 'write a day, such as "2026-01-31"'
const day = z
  .string({ error: DAY_HINT })
  .regex(/^\d{4}-\d{2}-\d{2}(T00:00:00(\.000)?Z)?$/, { error: DAY_HINT })
  .refine((day) => !Number.isNaN(Date.parse(day)), { error: DAY_HINT })

const tokenRef = z.string({ error: 'write the symbol of a token' }).max(60)

const MARKET_NAME_HINT = 'write a name such as ETH/USD [ETH-USDC], without control characters'
const marketName = z
  .string({ error: MARKET_NAME_HINT })
  .regex(/^[^\p{Cc}\p{Cf}]+$/u, { error: MARKET_NAME_HINT })
  .max(100)

const marketSchema = z
  .strictObject({
    indexToken: optional(tokenRef, 'Symbol or address; none for a market for swaps only'),
    longToken: optional(tokenRef, 'Symbol or address'),
    shortToken: optional(tokenRef, 'Symbol or address'),
    marketToken: optional(address, 'Its own address; one that follows from the three tokens when left out'),
    name: optional(marketName, 'ETH/USD [ETH-USDC] and the like when left out'),
    isListed: optional(z.boolean(), 'True when left out'),
    listingDate: optional(day, 'A day; unknown by default'),
    before: optional(
      address,
      'marketToken of the market in front of which it stands; where it was, or at the end, when left out',
    ),
    remove,
  })
  .meta({ tsName: 'MarketInput', description: 'A market: a new one, or what changes of a known one' })

const MAX_ENTRIES = 5000
const list = <Schema extends z.ZodType>(schema: Schema) =>
  z
    .array(schema)
    .max(MAX_ENTRIES, { error: `write at most ${MAX_ENTRIES}` })
    .optional()

const listsSchema = z
  .strictObject({
    tokens: list(tokenSchema).meta({ description: 'Tokens that come, change or go' }),
    markets: list(marketSchema).meta({ description: 'Markets that come, change or go' }),
  })
  .meta({ tsName: 'NetworkListsInput', description: 'What a network has' })

export const overlaySchema = z
  .object({
    $schema: optional(z.string().max(2000), 'Where an editor finds this schema'),
    networks: optional(z.record(label, networkSchema), 'Networks that come, change or go, by name'),
  })
  .catchall(listsSchema)

export type Overlay = z.output<typeof overlaySchema>
export type NetworkChange = z.output<typeof networkSchema>
export type TokenChange = z.output<typeof tokenSchema>
export type MarketChange = z.output<typeof marketSchema>

export function listsOf({ $schema, networks, ...lists }: Overlay) {
  return Object.entries(lists as Readonly<Record<string, z.output<typeof listsSchema>>>)
}
