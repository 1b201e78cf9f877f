/** What the live service was recorded to send, key by key; see the contract's observed dialect. */
import { expect, test } from 'vitest'
import file from '../../../fixtures/feed-ids.json' with { type: 'json' }
import type { Endpoint } from '../../../src/api/endpoints/define.js'
import { ENDPOINTS } from '../../../src/api/endpoints/index.js'
import type { NetworkName } from '../../../src/market/catalogue/names.js'
import { NETWORKS } from '../../../src/market/catalogue/networks.js'
import type { Network } from '../../../src/market/catalogue/types.js'
import { feedIdOf } from '../../../src/market/oracle/report.js'
import type { Session } from '../../../src/session/session.js'
import { ask, sessionAt } from '../../support/ask.js'
import { askBase } from '../../support/coherence.js'
import { catalogue, documented } from '../../support/prices.js'
import { exampleOf } from '../../support/simulator.js'

const { feedIds } = file
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

/** A reply without rows of what only the observed dialect lists, and of vaults that hold other markets in it. */
function older<Value>(network: NetworkName, value: Value): Value {
  const listed = new Set(namesIn(documented(network)))
  const { glvs } = catalogue.networks[network]
  const holders = glvs.filter(({ today }) => today !== undefined)
  const recent = [
    ...namesIn(catalogue.networks[network]).filter((name) => !listed.has(name)),
    ...holders.map(({ glvToken }) => glvToken),
  ]
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

interface ObservedTicker {
  tokenAddress: string
  minPrice: string
  maxPrice: string
  updatedAt: number
  timestamp: number
}

const signedPricesOf = async (session: Session, network: NetworkName) =>
  (await ask<{ signedPrices: ObservedSignedPrice[] }>(session, network, 'signed-prices')).signedPrices

test('tickers: six keys in their order, timestamp in s, full prices', async () => {
  const session = await sessionAt(AT, { dialect: 'observed', priceFormat: 'compacted' })
  const rows = await ask<ObservedTicker[]>(session, 'arbitrum', 'tickers')
  for (const row of rows) {
    expect(Object.keys(row).join(' ')).toBe('tokenAddress tokenSymbol minPrice maxPrice updatedAt timestamp')
    expect(row.timestamp).toBe(Date.parse('2026-03-01T12:34:56Z') / 1000)
  }
  const full = await ask(await sessionAt(AT, { dialect: 'observed' }), 'arbitrum', 'tickers')
  expect(rows).toEqual(full)
})

test.each(['.000', '.299', '.789'])(
  'tickers at %s s: updatedAt is one of three instants of the last pull cycle, in ms',
  async (fraction) => {
    const at = Date.parse(`2026-03-01T12:34:56${fraction}Z`)
    const session = await sessionAt(at, { dialect: 'observed' })
    const instants = async () =>
      (await ask<ObservedTicker[]>(session, 'arbitrum', 'tickers')).map(({ updatedAt }) => updatedAt)
    const before = await instants()
    expect(new Set(before).size).toBe(3)
    for (const instant of before) expect([instant <= at, instant > at - 700]).toEqual([true, true])
    session.clock.advance(300)
    for (const [index, instant] of (await instants()).entries())
      expect(instant).toBeGreaterThanOrEqual(before[index])
  },
)

test('signed prices: 28 keys in their order, unique ids', async () => {
  const rows = await signedPricesOf(await sessionAt(AT, { dialect: 'observed' }), 'arbitrum')
  for (const row of rows) {
    expect(Object.keys(row).join(' ')).toBe(SIGNED_KEYS)
    expect(row.createdAt).toBe('2026-03-01T12:34:56.000Z')
  }
  expect(new Set(rows.map(({ id }) => id)).size).toBe(rows.length)
})

test.each(NETWORKS)('blob on %s: an ABI payload whose report holds the prices', async (network) => {
  const rows = await signedPricesOf(await sessionAt(AT, { dialect: 'observed' }), network)
  for (const row of rows) {
    const token = catalogue.networks[network].tokens.find(({ symbol }) => symbol === row.tokenSymbol)
    const { report, rs, ss } = decodeBlob(row.blob)
    expect([rs, ss]).toEqual([6, 6])
    const toE18 = (full: string) => (BigInt(full) * 10n ** BigInt(token?.decimals as number)) / 10n ** 12n
    expect(report[0] >> 240n).toBe(3n)
    const feedId = feedIdOf(token as NonNullable<typeof token>)
    if (feedId !== undefined) expect(report[0]).toBe(BigInt(feedId))
    expect(report.slice(1, 3)).toEqual([BigInt(row.minBlockTimestamp), BigInt(row.minBlockTimestamp)])
    expect([report[7], report[8]]).toEqual([toE18(row.minPriceFull), toE18(row.maxPriceFull)])
    expect(report[6] >= report[7] && report[6] <= report[8]).toBe(true)
  }
})

test('the blob differs by token, seed and second', async () => {
  const blobsAt = async (at: number, seed: string) => {
    const rows = await signedPricesOf(await sessionAt(at, { dialect: 'observed', seed }), 'botanix')
    return rows.slice(0, 2).map(({ blob }) => blob)
  }
  const first = await blobsAt(AT, '1')
  expect(new Set([...first, ...(await blobsAt(AT + 1000, '1')), ...(await blobsAt(AT, '11'))]).size).toBe(6)
  expect(await blobsAt(AT, '1')).toEqual(first)
})

const OTHERS = (ENDPOINTS as readonly Endpoint[]).filter(({ observed }) => observed === undefined)

test('every other endpoint of the first generation says the same in both dialects', async () => {
  const network = 'avalanche'
  const [observed, usual] = [await sessionAt(AT, { dialect: 'observed' }), await sessionAt(AT)]
  for (const endpoint of OTHERS.filter(({ generation = 1 }) => generation === 1)) {
    const [, search = ''] = exampleOf(endpoint, network).split('?')
    const replyOf = async (session: Session) =>
      older(network, await ask(session, network, endpoint.id, search))
    expect(await replyOf(observed), endpoint.id).toEqual(await replyOf(usual))
  }
})

test('the second generation has the digits of the dialect, and else says the same', async () => {
  const network = 'avalanche'
  const [observed, usual] = [await sessionAt(AT, { dialect: 'observed' }), await sessionAt(AT)]
  for (const endpoint of OTHERS.filter(({ generation, takes }) => generation === 2 && takes === undefined)) {
    const [, search = ''] = exampleOf(endpoint, network).split('?')
    const replyOf = (session: Session) => askBase(session, network, 'api', endpoint.id, search)
    expectClose(await replyOf(observed), await replyOf(usual), endpoint.id)
  }
})

/** Equal but for what a price moves that has digits below its quantum. */
function expectClose(value: unknown, to: unknown, where: string): void {
  const isNumber = (part: unknown) =>
    typeof part === 'string'
      ? /^-?[0-9]{6,}$/.test(part)
      : typeof part === 'number' && !Number.isInteger(part)
  if (isNumber(value) || isNumber(to))
    expect(Math.abs(Number(value) - Number(to)), where).toBeLessThanOrEqual(Math.abs(Number(to)) * 1e-4)
  else if (typeof value === 'object' && value !== null && typeof to === 'object' && to !== null) {
    expect(Object.keys(value), where).toEqual(Object.keys(to))
    for (const [name, part] of Object.entries(value))
      expectClose(part, (to as Record<string, unknown>)[name], `${where} ${name}`)
  } else expect(value, where).toEqual(to)
}

test.each(['2024-01-01T00:00:00Z', '2026-03-01T12:34:56Z', '2026-11-27T00:00:00Z'])(
  'significant digits of prices on Arbitrum at %s: as recorded',
  async (at) => {
    const session = await sessionAt(Date.parse(at), { dialect: 'observed' })
    const tickers = await ask<ObservedTicker[]>(session, 'arbitrum', 'tickers')
    const prices = tickers.flatMap(({ minPrice, maxPrice }) => [minPrice, maxPrice])
    const counts = prices.map((price) => price.replace(/0+$/, '').length).sort((a, b) => a - b)
    expect([counts[counts.length >> 1], counts.at(-1)]).toEqual([12, 19])
    const ofQuantum = counts.filter((count) => count <= 8)
    expect(ofQuantum.length / counts.length).toBeLessThan(0.1)
    for (const { minPrice, maxPrice } of tickers)
      expect(BigInt(minPrice)).toBeLessThanOrEqual(BigInt(maxPrice))
  },
)

test('feed ids: those of all tokens of which GMX publishes a stream', () => {
  const fed = NETWORKS.map((network) => {
    const { tokens } = catalogue.networks[network]
    return [network, tokens.filter((token) => feedIdOf(token) !== undefined).length]
  })
  expect(Object.fromEntries(fed)).toEqual({ arbitrum: 115, avalanche: 18, botanix: 3, megaeth: 4 })
  const ids = Object.values(feedIds)
  expect(ids.length).toBe(115)
  expect(new Set(ids).size).toBe(ids.length)
  for (const id of ids) expect(id).toMatch(/^0x0003[0-9a-f]{60}$/)
  const { tokens } = catalogue.networks.botanix
  const idOf = (symbol: string) =>
    feedIdOf({ symbol, asset: tokens.find((token) => token.symbol === symbol)?.asset ?? '' })
  expect(idOf('pBTC')).toBe(feedIds.BTC)
  expect(idOf('stBTC')).toBe(feedIds.stBTC)
  expect(feedIdOf({ symbol: 'constructor', asset: 'toString' })).toBeUndefined()
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
