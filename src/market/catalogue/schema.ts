/**
 * Strict schemas of the fixture files: unknown keys are errors, and every message says what to write. `composition.ts` checks the files
 * against each other.
 */

import type { Hex } from '../../kit/numbers/hex.js'
import * as z from '../../kit/zod.js'
import { MAX_BASES, PRIMARY } from './bases.js'
import { TRADING_HOURS } from './types.js'

const note = z.array(z.string('text'), 'a list of sentences').optional()
const address = text(/^0x[0-9a-fA-F]{40}$/, 'an address: 0x and 40 hexadecimal digits')
const hex = (digits: number) =>
  z.custom<Hex>(
    (given) => typeof given === 'string' && new RegExp(`^0x[0-9a-fA-F]{${digits}}$`).test(given),
    `0x and ${digits} hexadecimal digits`,
  )
/** The first label of hosts and paths. */
const label = text(/^[a-z][a-z0-9-]*$/, 'small letters, digits and hyphens')
const host = text(/^[a-z0-9-]+(\.[a-z0-9-]+)+$/, 'a host, such as "arbitrum-api.gmxinfra.io"')
const name = text(/^[\w. [\]-]+$/, 'a name of letters, digits, spaces and _ . - [ ]')

const asset = z.strictObject(
  {
    priceUsd: number(1e-15, 1e9),
    priceDecimals: integer(0, 30),
    annualVolatility: number(0.0001, 5),
    stable: only(true).optional(),
    kind: name.optional(),
    follows: name.optional(),
  },
  'an object',
)

const kind = z.strictObject(
  {
    loadings: z.record(name, number(-1, 1), 'an object of loadings by factor'),
    hours: z.enum(TRADING_HOURS, `one of ${TRADING_HOURS.join(', ')}`),
  },
  'an object',
)

const network = z.strictObject(
  {
    chainId: integer(1, Number.MAX_SAFE_INTEGER),
    blockTimeSeconds: number(0.01, 600),
    signer: z.strictObject({ privateKey: hex(64), address: hex(40) }, 'an object'),
    bases: z
      .record(label, host, 'an object of hosts by base')
      .refine((bases) => PRIMARY in bases && Object.keys(bases).length <= MAX_BASES, {
        error: `a ${PRIMARY} and at most ${MAX_BASES - 1} more`,
      }),
  },
  'an object',
)

const token = z.strictObject(
  {
    symbol: name,
    asset: name,
    address,
    decimals: integer(0, 30),
    synthetic: only(true).optional(),
    priced: only(false).optional(),
    spreadBps: number(0, 1000),
  },
  'an object',
)

const day = z.iso.datetime({ precision: 3, error: 'a day, such as "2024-07-31T00:00:00.000Z"' })

const market = z.strictObject(
  {
    name: text(/^.+$/, 'the name of a market'),
    marketToken: address,
    indexToken: address,
    longToken: address,
    shortToken: address,
    isListed: only(false).optional(),
    listingDate: day.optional(),
  },
  'an object',
)

const glv = z.strictObject(
  {
    name: text(/^.+$/, 'the name of a GLV'),
    glvToken: address,
    longToken: address,
    shortToken: address,
    isListed: only(false).optional(),
    listingDate: day.optional(),
  },
  'an object',
)

export const assetsFile = file({
  kinds: z.record(name, kind, 'an object of kinds by name'),
  assets: z.record(name, asset, 'an object of assets by name'),
})
export const networksFile = file({
  networks: z.record(label, network, 'an object of networks'),
})
export const tokensFile = file({ tokens: z.array(token, 'a list of tokens') })
export const marketsFile = file({ markets: z.array(market, 'a list of markets') })
/** Networks written as catalogue files, in the shapes of the other files: made by `npm run generate`. */
export const addedNetworksFile = file({
  assets: z.record(name, asset, 'an object of assets by name'),
  networks: z.record(label, network, 'an object of networks'),
  tokens: z.record(label, z.array(token), 'an object of tokens by network'),
  markets: z.record(label, z.array(market), 'an object of markets by network'),
  glvs: z.record(label, z.array(glv), 'an object of GLVs by network'),
})
export const glvsFile = file({ glvs: z.array(glv, 'a list of GLVs') })

/** Bases have a live host if the live service has them. */
export type NetworkRecord = Omit<z.infer<typeof network>, 'bases'> & {
  readonly bases: Readonly<Record<string, string | undefined>>
}
export type KindRecord = z.infer<typeof kind>
export type AssetRecord = z.infer<typeof asset>
export type TokenRecord = z.infer<typeof token> & { readonly drawIndex?: number }
export type MarketRecord = z.infer<typeof market>
export type GlvRecord = z.infer<typeof glv>

/** Content of the fixture files. */
export interface FixtureFiles {
  readonly kinds: Readonly<Record<string, KindRecord>>
  readonly assets: Readonly<Record<string, AssetRecord>>
  readonly networks: Readonly<Record<string, NetworkRecord>>
  readonly tokens: Readonly<Record<string, readonly TokenRecord[]>>
  readonly markets: Readonly<Record<string, readonly MarketRecord[]>>
  readonly glvs: Readonly<Record<string, readonly GlvRecord[]>>
}

function file<Shape extends z.core.$ZodLooseShape>(shape: Shape) {
  return z.strictObject({ note, ...shape }, 'an object')
}

function text(pattern: RegExp, hint: string) {
  return z.string(hint).regex(pattern, hint)
}

function integer(least: number, most: number) {
  const hint = `an integer from ${least} to ${most}`
  return z.int(hint).min(least, hint).max(most, hint)
}

function number(least: number, most: number) {
  const hint = `a number from ${least} to ${most}`
  return z.number(hint).min(least, hint).max(most, hint)
}

/** A flag that is omitted in its default state. */
function only<Value extends boolean>(value: Value) {
  return z.literal(value, `${value}, or leave the key out`)
}
