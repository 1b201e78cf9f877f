/**
 * Schema of the catalogue file: the source of types, validation and the published JSON Schema. apply.ts judges
 * whether the content makes sense.
 */
import * as z from 'zod'
import { MOST_BASES } from '../catalogue/bases.js'
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

const REMOVE_HINT = 'write true, or leave it out'
const remove = z
  .literal(true, { error: REMOVE_HINT })
  .optional()
  .meta({ description: 'Takes it out of the catalogue' })

const BLOCK_HINT = 'write a time from 10ms to 10m'
const MOST_HINT = `write at most ${MOST_BASES}`

/** `0.05%` is 0.0005. */
const share = (least: number, most: number, hint: string) =>
  percent.refine((fraction) => fraction >= least && fraction <= most, { error: hint })

const networkSchema = z
  .strictObject({
    chainId: z.int().min(1).optional().meta({ description: 'Of which signatures are; needed for a new one' }),
    blockTime: duration
      .refine((ms) => ms >= 10 && ms <= 600_000, { error: BLOCK_HINT })
      .optional()
      .meta({ description: 'Mean time between blocks; 1s when left out' }),
    bases: z
      .union([
        z.array(label).min(1, { error: 'write primary at least' }).max(MOST_BASES, { error: MOST_HINT }),
        z
          .record(label, host)
          .refine((bases) => Object.keys(bases).length <= MOST_BASES, { error: MOST_HINT }),
      ])
      .optional()
      .meta({
        description:
          'Base addresses, primary first: their names, or the host at which the live service has each; primary when left out',
      }),
    remove,
  })
  .meta({ tsName: 'NetworkInput', description: 'A network: a new one, or what changes of a known one' })

const tokenSchema = z
  .strictObject({
    symbol: name.meta({ description: 'Which token: a new one, or what changes of a known one' }),
    address: address.optional().meta({ description: 'Needed for a new one' }),
    decimals: z.int().min(0).max(30).optional().meta({ description: 'Needed for a new one' }),
    price: z
      .number()
      .min(1e-15)
      .max(1e9)
      .optional()
      .meta({ description: 'The level around which its price moves, in USD' }),
    volatility: share(0.0001, 5, 'write from 0.01% to 500%')
      .optional()
      .meta({ description: 'Of a year: 80% when left out, 1% for one that is stable' }),
    spread: share(0, 0.1, 'write from 0% to 10%')
      .optional()
      .meta({ description: 'Usual distance from min to max price; 0.05% when left out' }),
    follows: name
      .optional()
      .meta({ description: 'Moves exactly as that token or asset, at the ratio of their prices' }),
    stable: z.boolean().optional().meta({ description: 'Stays near its price' }),
    kind: name.optional().meta({ description: 'What it moves with: altcoin when left out' }),
    asset: name.optional().meta({
      description: 'Whose price it has; that of its own symbol when neither price nor asset is written',
    }),
    priceDecimals: z
      .int()
      .min(0)
      .max(30)
      .optional()
      .meta({ description: 'Decimals of the smallest price step in USD; some seven digits when left out' }),
    synthetic: z.boolean().optional().meta({ description: 'Nothing is held on chain' }),
    priced: z.boolean().optional().meta({ description: 'Has a ticker; true when left out' }),
    before: name.optional().meta({
      description: 'The token in front of which it stands; where it was, or at the end, when left out',
    }),
    remove,
  })
  .meta({ tsName: 'TokenInput', description: 'A token: a new one, or what changes of a known one' })

const DAY_HINT = 'write a day, such as "2026-01-31"'
const tokenRef = z.string({ error: 'write the symbol of a token' }).max(60)

const MARKET_NAME_HINT = 'write a name such as ETH/USD [ETH-USDC], without control characters'

const marketSchema = z
  .strictObject({
    indexToken: tokenRef
      .optional()
      .meta({ description: 'Symbol or address; none for a market for swaps only' }),
    longToken: tokenRef.optional().meta({ description: 'Symbol or address' }),
    shortToken: tokenRef.optional().meta({ description: 'Symbol or address' }),
    marketToken: address
      .optional()
      .meta({ description: 'Its own address; one that follows from the three tokens when left out' }),
    name: z
      .string({ error: MARKET_NAME_HINT })
      .regex(/^[^\p{Cc}\p{Cf}]+$/u, { error: MARKET_NAME_HINT })
      .max(100)
      .optional()
      .meta({ description: 'ETH/USD [ETH-USDC] and the like when left out' }),
    isListed: z.boolean().optional().meta({ description: 'True when left out' }),
    listingDate: z
      .string({ error: DAY_HINT })
      .regex(/^\d{4}-\d{2}-\d{2}(T00:00:00(\.000)?Z)?$/, { error: DAY_HINT })
      .refine((day) => !Number.isNaN(Date.parse(day)), { error: DAY_HINT })
      .optional()
      .meta({ description: 'A day; not told when left out' }),
    before: address.optional().meta({
      description:
        'marketToken of the market in front of which it stands; where it was, or at the end, when left out',
    }),
    remove,
  })
  .meta({ tsName: 'MarketInput', description: 'A market: a new one, or what changes of a known one' })

const MOST_ENTRIES = 5000
const list = <Schema extends z.ZodType>(schema: Schema) =>
  z
    .array(schema)
    .max(MOST_ENTRIES, { error: `write at most ${MOST_ENTRIES}` })
    .optional()

const listsSchema = z
  .strictObject({
    tokens: list(tokenSchema).meta({ description: 'Tokens that come, change or go' }),
    markets: list(marketSchema).meta({ description: 'Markets that come, change or go' }),
  })
  .meta({ tsName: 'NetworkListsInput', description: 'What a network has' })

export const overlaySchema = z
  .object({
    $schema: z.string().max(2000).optional().meta({ description: 'Where an editor finds this schema' }),
    networks: z
      .record(label, networkSchema)
      .optional()
      .meta({ description: 'Networks that come, change or go, by name' }),
  })
  .catchall(listsSchema)

export type Overlay = z.output<typeof overlaySchema>
export type NetworkChange = z.output<typeof networkSchema>
export type TokenChange = z.output<typeof tokenSchema>
export type MarketChange = z.output<typeof marketSchema>

export function listsOf({ $schema, networks, ...lists }: Overlay) {
  return Object.entries(lists as Readonly<Record<string, z.output<typeof listsSchema>>>)
}
