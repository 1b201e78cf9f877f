/** The fixture files: their shapes, ranges, and references to each other. */
import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import * as z from 'zod'
import { MAX_BASES, PRIMARY } from '../../../src/market/catalogue/bases.js'
import { CONTRACT_DECIMALS } from '../../../src/market/catalogue/composition.js'
import { fixtureFiles, loadCatalogue } from '../../../src/market/catalogue/load.js'
import { TRADING_HOURS, ZERO_ADDRESS } from '../../../src/market/catalogue/types.js'

const { kinds, assets, networks, tokens, markets, glvs } = fixtureFiles()
const NAMES = Object.keys(networks)
const built = loadCatalogue()

const hex = (digits: number) => z.string().regex(new RegExp(`^0x[0-9a-fA-F]{${digits}}$`))
/** The first label of hosts and paths. */
const label = z.string().regex(/^[a-z][a-z0-9-]*$/)
const host = z.string().regex(/^[a-z0-9-]+(\.[a-z0-9-]+)+$/)
const name = z.string().regex(/^[\w. [\]-]+$/)
const listed = {
  name: z.string().min(1),
  longToken: hex(40),
  shortToken: hex(40),
  isListed: z.literal(false).optional(),
  listingDate: z.iso.datetime({ precision: 3 }).optional(),
}

const file = (shape: z.ZodRawShape) => z.strictObject({ note: z.array(z.string()), ...shape })
const SHAPES = {
  assets: file({
    kinds: z.record(
      name,
      z.strictObject({
        loadings: z.record(name, z.number().min(-1).max(1)),
        hours: z.enum(TRADING_HOURS),
        jumps: z.number().min(-3).max(3),
      }),
    ),
    assets: z.record(
      name,
      z.strictObject({
        priceUsd: z.number().min(1e-15).max(1e9),
        priceDecimals: z.int().min(0).max(CONTRACT_DECIMALS),
        annualVolatility: z.number().min(0.0001).max(5),
        stable: z.literal(true).optional(),
        kind: name.optional(),
        follows: name.optional(),
        pair: z
          .strictObject({
            share: z.number().min(0.1).max(0.9).optional(),
            basisBps: z.number().min(0.1).max(100).optional(),
            yearlyGrowth: z.number().min(0).max(0.1).optional(),
            aroundTheClock: z.literal(true).optional(),
          })
          .optional(),
      }),
    ),
  }),
  networks: file({
    networks: z.record(
      label,
      z.strictObject({
        chainId: z.int().min(1),
        blockTimeSeconds: z.number().min(0.01).max(600),
        signer: z.strictObject({ privateKey: hex(64), address: hex(40) }),
        bases: z
          .record(label, z.union([host, z.array(host).min(1)]))
          .refine((bases) => PRIMARY in bases && Object.keys(bases).length <= MAX_BASES),
      }),
    ),
  }),
  tokens: file({
    tokens: z.array(
      z.strictObject({
        symbol: name,
        asset: name,
        address: hex(40),
        decimals: z.int().min(0).max(CONTRACT_DECIMALS),
        synthetic: z.literal(true).optional(),
        priced: z.literal(false).optional(),
        isRecent: z.literal(true).optional(),
        spreadBps: z.number().min(0).max(1000),
      }),
    ),
  }),
  markets: file({
    markets: z.array(
      z.strictObject({
        ...listed,
        marketToken: hex(40),
        indexToken: hex(40),
        isRecent: z.literal(true).optional(),
      }),
    ),
  }),
  glvs: file({
    glvs: z.array(
      z.strictObject({
        ...listed,
        glvToken: hex(40),
        today: z
          .strictObject({ markets: z.int().positive().optional(), holdings: z.number().min(0.1).max(1) })
          .optional(),
      }),
    ),
  }),
}

const FILES = [
  ['assets.json', SHAPES.assets],
  ['networks.json', SHAPES.networks],
  ...['arbitrum', 'avalanche', 'botanix'].flatMap((network) =>
    (['tokens', 'markets', 'glvs'] as const).map(
      (list) => [`${network}/${list}.json`, SHAPES[list]] as const,
    ),
  ),
] as const

test.each(FILES)('fixtures: %s has its shape, and values in range', (path, shape) => {
  const text = readFileSync(new URL(`../../../fixtures/${path}`, import.meta.url), 'utf8')
  expect(shape.safeParse(JSON.parse(text)).error?.issues ?? []).toEqual([])
})

test('fixtures: factors explain less than the whole variance of a kind', () => {
  expect(Object.keys(kinds)).toEqual(expect.arrayContaining(['stable', 'altcoin']))
  for (const { loadings } of Object.values(kinds))
    expect(Object.values(loadings).reduce((sum, loading) => sum + loading ** 2, 0)).toBeLessThan(1)
})

test('fixtures: an asset has a known kind, a price of whole quanta, and a leader that follows none', () => {
  for (const [name, { kind = 'altcoin', follows, pair: { share = 1 } = {}, ...asset }] of Object.entries(
    assets,
  )) {
    expect(kinds, name).toHaveProperty([kind])
    expect(built.assets.get(name)?.baseQuanta, name).toSatisfy(Number.isSafeInteger)
    if (follows === undefined) continue
    expect(asset.annualVolatility, name).toBeCloseTo(share * assets[follows].annualVolatility)
    expect(assets[follows].follows, name).toBeUndefined()
    expect([kind, asset.stable], name).toEqual(['altcoin', undefined])
  }
})

test.each(NAMES)(
  'fixtures: tokens and markets of %s refer to what is listed, and share no address',
  (network) => {
    const list = tokens[network]
    for (const { symbol, asset, decimals } of list) {
      expect(assets, symbol).toHaveProperty([asset])
      expect(decimals + assets[asset].priceDecimals, symbol).toBeLessThanOrEqual(CONTRACT_DECIMALS)
    }
    expect(new Set(list.map(({ symbol }) => symbol)).size).toBe(list.length)
    const addresses = list.map(({ address }) => address)
    for (const { name, indexToken, longToken, shortToken } of markets[network])
      for (const address of [longToken, shortToken, indexToken === ZERO_ADDRESS ? longToken : indexToken])
        expect(addresses, name).toContain(address)
    // Tokens include GLVs.
    for (const others of [addresses, glvs[network].map(({ glvToken }) => glvToken)]) {
      const all = markets[network].map(({ marketToken }) => marketToken).concat(others)
      expect(new Set(all.map((address) => address.toLowerCase())).size).toBe(all.length)
    }
  },
)
