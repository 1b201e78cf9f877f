/** The catalogue that `--write-catalogue` writes is read by gmx-sim, and mends what differed. */
import { expect, test } from 'vitest'
import { overlayFor, overlayText } from '../../src/compare/custom-catalogue.js'
import { listsIn } from '../../src/compare/lists.js'
import { loadCatalogue } from '../../src/market/catalogue/load.js'
import { loadOverlays } from '../../src/scenario/custom-catalogue/load.js'
import { listed, NEW_TOKEN } from './plants.js'
import { compared, found, observedOf, type Plant } from './support.js'

type Row = Record<string, unknown>

/** Returns the overlay for a change of both lists, and the differences that remain with it. */
async function mended(change: (tokens: Row[], markets: Row[]) => void) {
  const lists: { tokens: Row[]; markets: Row[] } = { tokens: [], markets: [] }
  const { answers } = await observedOf()
  lists.tokens = listed('tokens')(JSON.parse(answers['tokens']?.body ?? ''))
  lists.markets = listed('markets')(JSON.parse(answers['markets']?.body ?? ''))
  change(lists.tokens, lists.markets)
  const markets: Plant = (said) =>
    said.path === '/markets' ? { ...said, json: { markets: lists.markets } } : said
  const tokens: Plant = (said) =>
    said.path === '/tokens' ? { ...said, json: { tokens: lists.tokens } } : said
  const plant: Plant = (said, nowMs) => tokens(markets(said, nowMs), nowMs)
  const ours = loadCatalogue()
  const theirs = listsIn((await observedOf({ plant })).answers)
  const mending = overlayFor(theirs, ours.networks['avalanche'], new Set(ours.assets.keys()))
  const text = await overlayText(mending.overlay ?? {}, 'theirs', 'mine.yaml')
  const { networks } = await loadOverlays([text])
  const json = await overlayText(mending.overlay ?? {}, 'theirs', 'mine.JSON')
  expect((await loadOverlays([JSON.parse(json)])).networks).toEqual(networks)
  const left = found(await compared({ plant }, [text])).filter((line) =>
    /^(token|market|order) \| (tokens|markets)\b/.test(line),
  )
  return { ...mending, text, network: networks['avalanche'], left }
}

const rowOf = (rows: Row[], symbol: string) => rows.find((row) => row['symbol'] === symbol) as Row
const assetOf = (network: Awaited<ReturnType<typeof mended>>['network'], symbol: string) =>
  network.tokens.find((token) => token.symbol === symbol)?.asset

test('a token of another name keeps its price and its markets', async () => {
  const { network, notes, left, text } = await mended((tokens) => {
    rowOf(tokens, 'AVAX')['symbol'] = 'AVAX2'
  })
  expect([notes, left], text).toEqual([[], []])
  expect(assetOf(network, 'AVAX2')).toBe('AVAX')
  expect(network.tokens.some(({ symbol }) => symbol === 'AVAX')).toBe(false)
})

test('a symbol that passed to another address leaves the old one its markets', async () => {
  const { network, notes, left, text } = await mended((tokens) => {
    rowOf(tokens, 'AVAX')['symbol'] = 'AVAX_deprecated'
    tokens.splice(3, 0, { ...NEW_TOKEN, symbol: 'AVAX' })
  })
  expect([notes, left], text).toEqual([[], []])
  expect(assetOf(network, 'AVAX_deprecated')).toBe('AVAX')
  const users = network.markets.filter(({ index }) => index?.symbol === 'AVAX_deprecated')
  expect(users.length).toBeGreaterThan(0)
})

test('rows that the catalogue reader rejects are notes, with their markets', async () => {
  const { notes, text } = await mended((tokens, markets) => {
    tokens.push(
      { ...NEW_TOKEN, symbol: 'US₮0' },
      { ...NEW_TOKEN, address: `0x${'3'.repeat(40)}`, decimals: 'many' },
    )
    rowOf(tokens, 'AVAX')['symbol'] = 'AV\u0000AX'
    markets.push({
      ...markets[0],
      name: 'New',
      marketToken: `0x${'4'.repeat(40)}`,
      indexToken: NEW_TOKEN.address,
    })
  })
  expect(notes).toEqual([
    expect.stringContaining('the token AV'),
    expect.stringMatching(/^the token US₮0 is not in the catalogue: symbol is "US₮0": write a name/),
    expect.stringMatching(/^the token MYT is not in the catalogue: decimals is NaN/),
    'the market New is not in the catalogue: its indexToken is missing',
  ])
  expect(text).not.toMatch(/remove|MYT|New/)
})

test("added rows keep the source's order among existing and renamed ones", async () => {
  const { notes, left, text } = await mended((tokens, markets) => {
    rowOf(tokens, 'AVAX')['symbol'] = 'AVAX2'
    const addressAt = (digit: number) => `0x${String(digit).repeat(40)}`
    for (const [at, digit] of [
      [0, 3],
      [2, 4],
      [2, 5],
      [tokens.length - 1, 6],
    ] as const)
      tokens.splice(at, 0, { ...NEW_TOKEN, symbol: `T${digit}`, address: addressAt(digit) })
    for (const [at, digit] of [
      [0, 7],
      [1, 8],
      [markets.length - 1, 9],
    ] as const)
      markets.splice(at, 0, { ...markets.at(-1), name: `M${digit}`, marketToken: addressAt(digit) })
  })
  expect([notes, left], text).toEqual([[], []])
})
