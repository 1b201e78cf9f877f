/** Every kind of difference that a comparison claims to see is planted, and seen alone; a simulator and itself differ in nothing. */
import { describe, expect, test } from 'vitest'
import { interfaceOf } from '../../src/api/endpoints/index.js'
import { KINDS } from '../../src/compare/report.js'
import { sampled } from '../support/runs.js'
import { PLANTED } from './planted.js'
import { each, NEW_TOKEN, rows } from './plants.js'
import { at, compared, found, type Plant } from './support.js'

describe('a simulator and itself differ in nothing', () => {
  const sources = [
    ['documented', 'arbitrum', {}],
    ['observed', 'arbitrum', {}],
    ['observed', 'avalanche', {}],
    ['observed', 'botanix', { quietHeaders: 'true', seed: '7' }],
  ] as const
  test.each(sampled(sources, 3))('%s dialect, %s, %j', async (dialect, network, settings) => {
    const comparison = await compared({ dialect, network, settings })
    expect(found(comparison)).toEqual([])
    expect(comparison).toMatchObject({ dialect, network, notes: [], asked: interfaceOf(1).length + 4 })
  })
})

describe('a base address of the second generation', () => {
  const second = { network: 'avalanche', prefix: 'avalanche-api-fallback' }

  test('it differs in nothing from itself', async () => {
    const comparison = await compared(second)
    expect(found(comparison)).toEqual([])
    expect(comparison).toMatchObject({ network: 'avalanche', notes: [], asked: interfaceOf(2).length + 4 })
  })

  test('a key gone', async () => {
    const plant = at(
      '/v1/tokens/info',
      each(rows, (row) => delete row['symbol']),
    )
    expect(found(await compared({ ...second, plant }))).toEqual(['key | api-tokens-info [].symbol | gone'])
  })
})

const PACES = [
  ['by 5 GETs a second', {}],
  ['by 50 GETs a second, over a round trip of 30 ms', { rate: 50, waysMs: [15] }],
] as const
describe.each(sampled(PACES, 2))('a planted difference is seen, and nothing else, %s', (_how, from) => {
  test.each(PLANTED)('%s', async (_fact, plant, seen) => {
    const all = found(await compared({ ...from, plant }))
    expect(all.length, all.join('\n')).toBe(1)
    expect(all[0]).toContain(seen)
  })
})

describe('a planted difference is seen', () => {
  test('every kind is planted', () => {
    const planted = new Set(PLANTED.map(([, , seen]) => seen.split(' | ')[0]))
    expect(KINDS.filter((kind) => !planted.has(kind))).toEqual([])
  })

  test('in the observed dialect: seconds for milliseconds', async () => {
    const plant = at(
      '/prices/tickers',
      each(rows, (row) => Object.assign(row, { updatedAt: row['timestamp'] })),
    )
    const all = found(await compared({ plant, dialect: 'observed' }))
    expect(all).toEqual([expect.stringContaining('unit | tickers [].updatedAt | s')])
  })
})

test.each(['etag', 'last-modified'])(
  '%s: that it is there is one difference, its values are none',
  async (name) => {
    const plant: Plant = (said, nowMs) => ({
      ...said,
      headers: { ...said.headers, [name]: `"${said.path} ${nowMs}"` },
    })
    const { differences } = await compared({ plant })
    expect(differences).toEqual([
      { kind: 'header', where: expect.stringMatching(`^${name} at .* more$`), theirs: 'there', ours: 'none' },
    ])
  },
)

test('a token added or missing everywhere is one difference', async () => {
  const catalogues = [{ avalanche: { tokens: [{ ...NEW_TOKEN, price: 2 }] } }]
  expect(found(await compared({ catalogues }))).toEqual(['token | tokens | new: MYT'])
  expect(found(await compared({}, catalogues))).toEqual(['token | tokens | gone: MYT'])
  expect(found(await compared({ catalogues }, catalogues))).toEqual([])
})
