/** Scenarios that change signatures, the dialect or the chain. */
import { afterEach, describe, expect, test } from 'vitest'
import { createChain } from '../../src/market/oracle/chain.js'
import { faultsOf, signedRow } from '../../src/market/oracle/verify.js'
import type { RunningSimulator } from '../../src/server/simulator.js'
import { catalogue } from '../support/prices.js'
import { load, oneRule, type Written } from '../support/scenario.js'
import { startTestSimulator } from '../support/simulator.js'

interface Row {
  [key: string]: unknown
  maxBlockHash: string
  maxBlockNumber: number
  maxBlockTimestamp: number
}

const AT = '2026-03-01T12:00:00Z'
let simulator: RunningSimulator | undefined
afterEach(async () => {
  await simulator?.stop()
  simulator = undefined
})

async function start(scenario: Written): Promise<RunningSimulator> {
  simulator = await startTestSimulator({ at: AT })
  load(simulator.session, scenario)
  return simulator
}

const rowsOf = async ({ url }: RunningSimulator, base = 'botanix'): Promise<Row[]> => {
  const reply = await fetch(`${url}/${base}/signed_prices/latest`)
  return ((await reply.json()) as { signedPrices: Row[] }).signedPrices
}
const faults = (row: Row) => faultsOf(signedRow.parse(row), Object.values(catalogue.networks))

describe('signature faults', () => {
  const OTHER_KEY = 'signature is by 0xa0Ee7A142d267C1f36714E4a8F75612F20a79720, not by 0x3C44'
  test.each([
    ['flipped', [/./, /./]],
    ['wrongSigner', [OTHER_KEY, /./]],
    // Properly signed, for blocks older than the contracts accept.
    ['staleBlocks', []],
    // The signature without block hash holds.
    ['reorgedHash', [/^signature is by/]],
  ])('%s', async (signature, expected) => {
    const rows = await rowsOf(await start(oneRule({ signature })))
    expect(rows).toHaveLength(4)
    const agesS = rows.map(({ maxBlockTimestamp }) => Date.parse(AT) / 1000 - maxBlockTimestamp)
    for (const age of agesS) expect(age >= 600).toBe(signature === 'staleBlocks')
    for (const row of rows)
      expect(faults(row)).toEqual(
        expected.map((part) =>
          typeof part === 'string' ? expect.stringContaining(part) : expect.stringMatching(part),
        ),
      )
  })

  test('the tokens of the reply are signed again, and other replies are left alone', async () => {
    const honest = await start({})
    const symbolsOf = async () => (await rowsOf(honest, 'avalanche')).map(({ tokenSymbol }) => tokenSymbol)
    const tickersOf = async () => (await fetch(`${honest.url}/botanix/prices/tickers`)).text()
    const before = [await symbolsOf(), await tickersOf()]
    load(honest.session, { rules: [{ fault: { signature: 'wrongSigner' } }] })
    expect([await symbolsOf(), await tickersOf()]).toEqual(before)
  })
})

describe('dialects', () => {
  const keysOf = async ({ url }: RunningSimulator) => {
    const [row] = (await (await fetch(`${url}/botanix/prices/tickers`)).json()) as object[]
    return Object.keys(row)
  }

  test('a rule switches from an instant on: the day the API changed', async () => {
    const started = await start({ rules: [{ when: { after: '10s' }, fault: { dialect: 'observed' } }] })
    expect(await keysOf(started)).toContain('medianPrice')
    started.session.clock.advance(10_000)
    const observed = 'tokenAddress tokenSymbol minPrice maxPrice updatedAt timestamp'
    expect((await keysOf(started)).join(' ')).toBe(observed)
  })
})

describe('reorg', () => {
  test('changes hashes above a height from its instant on, on the chosen bases only', async () => {
    const started = await start({
      events: [{ at: '30s', reorg: { depth: 3, network: 'botanix', base: ['fallback'] } }],
    })
    const hashAt = async (base: string) => (await rowsOf(started, base))[0]
    const [before, fallbackBefore] = [await hashAt('botanix'), await hashAt('botanix-fallback')]
    expect(fallbackBefore).toEqual(before)
    started.session.clock.advance(30_000)
    const [after, fallbackAfter] = [await hashAt('botanix'), await hashAt('botanix-fallback')]
    expect(fallbackAfter.maxBlockNumber).toBe(after.maxBlockNumber)
    expect(fallbackAfter.maxBlockTimestamp).toBe(after.maxBlockTimestamp)
    expect(fallbackAfter.maxBlockHash).not.toBe(after.maxBlockHash)
    for (const row of [after, fallbackAfter]) expect(faults(row)).toEqual([])
    expect((await rowsOf(started, 'avalanche-fallback'))[0].maxBlockHash).toBe(
      (await rowsOf(started, 'avalanche'))[0].maxBlockHash,
    )
  })

  test('blocks below it keep their hashes', () => {
    const chain = createChain({ low: 1, high: 2 }, 1, [{ atMs: 100_000, depth: 5 }])
    const heights = Array.from({ length: 12 }, (_, i) => 90 + i)
    const kept = heights.filter(
      (height) => chain.block(height, 99_999).hash === chain.block(height, 100_000).hash,
    )
    expect(kept).toEqual([90, 91, 92, 93, 94, 95])
  })
})
