/** What the live service was recorded to send, key by key; see the contract's observed dialect. */
import { describe, expect, test } from 'vitest'
import type { Endpoint } from '../../../src/api/endpoints/define.js'
import { ENDPOINTS } from '../../../src/api/endpoints/index.js'
import type { NetworkName } from '../../../src/market/catalogue/names.js'
import { NETWORKS } from '../../../src/market/catalogue/networks.js'
import type { Network } from '../../../src/market/catalogue/types.js'
import { ask, sessionAt, type WireTicker } from '../../support/ask.js'
import { catalogue, documented } from '../../support/prices.js'
import { exampleOf } from '../../support/simulator.js'

const AT = Date.parse('2026-03-01T12:34:56.789Z')

const SIGNED_KEYS =
  'id minBlockNumber minBlockHash oracleDecimals tokenSymbol tokenAddress minPrice maxPrice signer signature ' +
  'signatureWithoutBlockHash createdAt minBlockTimestamp oracleKeeperKey maxBlockTimestamp maxBlockNumber maxBlockHash ' +
  'maxPriceFull minPriceFull oracleKeeperRecordId oracleKeeperFetchType oracleType blob isValid invalidReason ' +
  'marketStatus feedVersion stalenessSeconds'

interface ObservedSignedPrice {
  id: string
  tokenAddress: string
  tokenSymbol: string
  createdAt: string
  minPriceFull: string
  maxPriceFull: string
  minBlockTimestamp: number
  blob: string
}

/** A reply without rows of what only the observed dialect lists, and of others by name. */
function older<Value>(network: NetworkName, value: Value, others: readonly string[] = []): Value {
  const listed = new Set(namesIn(documented(network)))
  const recent = [...namesIn(catalogue.networks[network]).filter((name) => !listed.has(name)), ...others]
  const isRecent = (row: unknown) => recent.some((name) => Object.values(row ?? {}).includes(name))
  const pruned = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.filter((row) => !isRecent(row)).map(pruned)
    if (typeof value !== 'object' || value === null) return value
    const kept = Object.entries(value).filter(([key]) => !recent.includes(key))
    return Object.fromEntries(kept.map(([key, item]) => [key, pruned(item)]))
  }
  return pruned(value) as Value
}

const namesIn = ({ tokens, markets }: Pick<Network, 'tokens' | 'markets'>) => [
  ...tokens.flatMap(({ address, symbol }) => [address, symbol]),
  ...markets.map(({ marketToken }) => marketToken),
]

describe.each(NETWORKS)('observed on %s', (network) => {
  test('tickers: six keys in their order, updatedAt in ms, timestamp in s, full prices', async () => {
    const observed = await ask<Record<string, unknown>[]>(
      await sessionAt(AT, { dialect: 'observed', priceFormat: 'compacted' }),
      network,
      'tickers',
    )
    const rows = await ask<WireTicker[]>(await sessionAt(AT), network, 'tickers')
    expect(older(network, observed)).toEqual(
      rows.map(({ tokenAddress, tokenSymbol, minPrice, maxPrice }) => ({
        tokenAddress,
        tokenSymbol,
        minPrice,
        maxPrice,
        updatedAt: Date.parse('2026-03-01T12:34:56.600Z'),
        timestamp: Date.parse('2026-03-01T12:34:56Z') / 1000,
      })),
    )
    expect(Object.keys(observed[0])).toEqual(
      'tokenAddress tokenSymbol minPrice maxPrice updatedAt timestamp'.split(' '),
    )
  })

  test('signed prices: 28 keys in their order, the same prices as the tickers', async () => {
    const session = await sessionAt(AT, { dialect: 'observed' })
    const { signedPrices } = await ask<{ signedPrices: ObservedSignedPrice[] }>(
      session,
      network,
      'signed-prices',
    )
    const tickers = await ask<WireTicker[]>(session, network, 'tickers')
    expect(
      signedPrices.map(({ tokenAddress, minPriceFull, maxPriceFull }) => [
        tokenAddress,
        minPriceFull,
        maxPriceFull,
      ]),
    ).toEqual(tickers.map(({ tokenAddress, minPrice, maxPrice }) => [tokenAddress, minPrice, maxPrice]))
    for (const row of signedPrices) {
      expect(Object.keys(row)).toEqual(SIGNED_KEYS.split(' '))
      expect(row.createdAt).toBe('2026-03-01T12:34:56.000Z')
    }
    expect(new Set(signedPrices.map(({ id }) => id)).size).toBe(signedPrices.length)
  })

  test('blob: an ABI payload whose report holds the prices', async () => {
    const session = await sessionAt(AT, { dialect: 'observed' })
    const { signedPrices } = await ask<{ signedPrices: ObservedSignedPrice[] }>(
      session,
      network,
      'signed-prices',
    )
    for (const row of signedPrices) {
      const token = catalogue.networks[network].tokens.find(({ symbol }) => symbol === row.tokenSymbol)
      const { report, rs, ss } = decodeBlob(row.blob)
      expect([rs, ss]).toEqual([6, 6])
      const toE18 = (full: string) => (BigInt(full) * 10n ** BigInt(token?.decimals as number)) / 10n ** 12n
      expect(report[0] >> 240n).toBe(3n)
      expect(report.slice(1, 3)).toEqual([BigInt(row.minBlockTimestamp), BigInt(row.minBlockTimestamp)])
      expect([report[7], report[8]]).toEqual([toE18(row.minPriceFull), toE18(row.maxPriceFull)])
      expect(report[6] >= report[7] && report[6] <= report[8]).toBe(true)
    }
    const [one, other] = signedPrices
    expect(one.blob).not.toBe(other?.blob)
  })

  test('every other endpoint says the same in both dialects', async () => {
    const sessions = [await sessionAt(AT, { dialect: 'observed' }), await sessionAt(AT)]
    // They hold such markets.
    const vaults = catalogue.networks[network].glvs.map(({ glvToken }) => glvToken)
    for (const endpoint of ENDPOINTS as readonly Endpoint[]) {
      const { id } = endpoint
      if (endpoint.observed !== undefined) continue
      const [, search = ''] = exampleOf(endpoint).split('?')
      const [observed, usual] = await Promise.all(sessions.map((one) => ask(one, network, id, search)))
      expect(older(network, observed, vaults), id).toEqual(older(network, usual, vaults))
    }
  })
})

test('apy without a period is of 7 days, and in the observed dialect of 30', async () => {
  for (const [dialect, period] of [
    ['documented', '7d'],
    ['observed', '30d'],
  ]) {
    const session = await sessionAt(AT, { dialect })
    const of = (search: string) => ask(session, 'botanix', 'apy', search)
    expect(await of('')).toEqual(await of(`period=${period}`))
    expect(await of('')).not.toEqual(await of(`period=${period === '7d' ? '30d' : '7d'}`))
  }
})

test('the blob differs by seed and second', async () => {
  const blobAt = async (at: number, seed: string) => {
    const session = await sessionAt(at, { dialect: 'observed', seed })
    return (await ask<{ signedPrices: ObservedSignedPrice[] }>(session, 'botanix', 'signed-prices'))
      .signedPrices[0].blob
  }
  const blobs = [await blobAt(AT, '1'), await blobAt(AT + 1000, '1'), await blobAt(AT, '11')]
  expect(new Set(blobs).size).toBe(3)
  expect(await blobAt(AT, '1')).toBe(blobs[0])
})

/** (bytes32[3], bytes, bytes32[], bytes32[], bytes32), read by offsets as a contract would. */
function decodeBlob(blob: string): { report: bigint[]; rs: number; ss: number } {
  const bytes = Buffer.from(blob.slice(2), 'hex')
  const word = (at: number) => BigInt(`0x${bytes.subarray(at, at + 32).toString('hex')}`)
  const [reportAt, rsAt, ssAt] = [3, 4, 5].map((index) => Number(word(index * 32)))
  const length = Number(word(reportAt))
  const report = Array.from({ length: length / 32 }, (_, i) => word(reportAt + 32 + i * 32))
  expect(bytes.length).toBe(ssAt + 32 + Number(word(ssAt)) * 32)
  return { report, rs: Number(word(rsAt)), ss: Number(word(ssAt)) }
}
