/**
 * Given prices: a year of recorded minutes, from the file of an exchange to memory, and the cost of queries compared with seeded
 * prices. A separate process reads the file, so that its memory is measured alone.
 */
import { execFile } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { interleaved, median, medianRatio, processorMs } from './rounds.js'
import { atMost, beside } from './table.js'

const YEAR_MINUTES = 525_600
const START_SECONDS = Date.parse('2025-01-01T00:00:00Z') / 1000
const ROUNDS = 3
const MAX_MS = 2000
const MAX_MEGABYTES = 60
/** By what the prices are. Between points, JavaScript draws what WebAssembly draws for seeded ones. */
const MAX_RATIO = { recorded: 1.5, 'between points': 2 }
/** Alternating queries compared with consecutive ones; CPU caches hold two worlds less well than one. */
const MAX_RATIO_IN_TURN = 2
/** Queries to each session per round. */
const TURNS = 20
const LIMITS = { warmUp: 10, rounds: 40, budgetMs: 6000, clockMs: processorMs }
const LOAD = fileURLToPath(new URL('load-candles.js', import.meta.url))

/**
 * The seeded minutes of another market in the format of an exchange: twelve columns without a header, times in µs.
 * @param {import('./bundle.js').Internals} internals
 */
function yearOfMinutes({ loadCatalogue, createAssetPrices, createPriceProcess }) {
  const asset = loadCatalogue().assets.get('BTC')
  if (asset === undefined) throw new Error('there is no BTC')
  const { open, high, low, close } = createAssetPrices(createPriceProcess('recorded', asset)).finished('1m', {
    first: START_SECONDS / 60,
    count: YEAR_MINUTES,
  })
  const text = (/** @type {number} */ quanta) => (quanta / 10 ** asset.priceDecimals).toFixed(8)
  const lines = Array.from({ length: YEAR_MINUTES }, (_, n) => {
    const micros = (START_SECONDS + 60 * n) * 1e6
    const prices = [open[n], high[n], low[n], close[n]].map(text).join()
    return `${micros},${prices},8.21827000,${micros + 59_999_999},768978.00631760,2631,3.95157000,369757.32652890,0`
  })
  return `${lines.join('\n')}\n`
}

/** @param {import('./bundle.js').Internals} internals */
export async function measureGivenPrices(internals) {
  const folder = mkdtempSync(join(tmpdir(), 'gmx-sim-bench-'))
  try {
    const file = join(folder, 'year.csv')
    writeFileSync(file, yearOfMinutes(internals))
    const loads = []
    for (let round = 0; round < ROUNDS; round++) {
      const { stdout } = await promisify(execFile)(process.execPath, ['--expose-gc', LOAD, file])
      loads.push(JSON.parse(stdout))
    }
    const [ms, megabytes] = [loads.map(({ ms }) => ms), loads.map(({ megabytes }) => megabytes)]
    const collected = await internals.readCandleFile(file, wantedOf('BTC', internals))
    return [
      atMost(
        '525,600 recorded candles of 1m, from CSV',
        { value: median(ms), least: Math.min(...ms), unit: 'ms' },
        { most: MAX_MS },
      ),
      atMost(
        '525,600 recorded candles of 1m, memory at the peak',
        { value: median(megabytes), least: Math.min(...megabytes), unit: 'MB' },
        { most: MAX_MEGABYTES },
      ),
      ...(await measureAsking(internals, collected)),
      await measureInTurn(internals, collected),
    ]
  } finally {
    rmSync(folder, { recursive: true })
  }
}

/**
 * @param {string} name
 * @param {import('./bundle.js').Internals} internals
 */
function wantedOf(name, { loadCatalogue }) {
  const { priceDecimals = 0 } = loadCatalogue().assets.get(name) ?? {}
  return { name, priceDecimals, periodSeconds: undefined }
}

/**
 * Each round queries another time of the year.
 * @param {import('./bundle.js').Internals} internals
 * @param {import('../src/market/candle-import/collect.js').Collected} collected
 */
async function measureAsking(
  { loadCatalogue, createAssetPrices, createPriceModel, createPriceProcess, withPath },
  { candles },
) {
  const asset = loadCatalogue().assets.get('BTC')
  if (asset === undefined) throw new Error('there is no BTC')
  const seeded = () => createPriceProcess('given', asset)
  const last = START_SECONDS + 60 * (YEAR_MINUTES - 1)
  const between = /** @type {const} */ ('bridge')
  const points = [
    { second: START_SECONDS + 7, quanta: 9_000_000 },
    { second: last, quanta: 11_000_000 },
  ]
  /** @param {import('../src/market/price/recorded.js').PricePath} path */
  const given = (path) => withPath(seeded(), createPriceModel('given', asset), path)
  const contenders = [
    seeded(),
    given({ kind: 'candles', candles, shiftSeconds: 0 }),
    given({ kind: 'points', between, points }),
  ].map(createAssetPrices)
  const questions = [
    {
      name: '10,000 candles of 1m',
      ask: (
        /** @type {import('../src/market/price/prices.js').AssetPrices} */ prices,
        /** @type {number} */ at,
      ) => prices.candles('1m', at, 10_000),
    },
    {
      name: '60 ticks, each of another minute',
      ask: (
        /** @type {import('../src/market/price/prices.js').AssetPrices} */ prices,
        /** @type {number} */ at,
      ) => {
        for (let n = 0; n < 60; n++) prices.tickAt(at + 61 * n)
      },
    },
  ]
  const rows = []
  for (const { name, ask } of questions) {
    const runs = contenders.map((prices) => ({
      run: (/** @type {unknown} */ _, /** @type {number} */ round) =>
        ask(prices, START_SECONDS + 86_400 * (20 + (((round + 50) * 7) % 300)) + 4321),
    }))
    const [plain, recorded, bridged] = await interleaved(runs, LIMITS)
    for (const [what, times] of /** @type {const} */ ([
      ['recorded', recorded],
      ['between points', bridged],
    ]))
      rows.push(
        beside(
          `${name}, ${what}`,
          {
            value: median(times),
            other: median(plain),
            ratio: medianRatio(times, plain),
            unit: 'ms',
            otherName: 'seeded',
          },
          { most: MAX_RATIO[what] },
        ),
      )
  }
  return rows
}

/**
 * Two sessions of one file with a hundred gaps, as in most years: whether the cache of one evicts that of the other.
 * @param {import('./bundle.js').Internals} internals
 * @param {import('../src/market/candle-import/collect.js').Collected} collected
 */
async function measureInTurn({ loadCatalogue, createWorldsBySeed }, { candles }) {
  const [run] = candles.runs
  const rows = run.rows.slice()
  const row = rows.length / run.count
  for (let n = 1; n <= 100; n++) rows.fill(Number.NaN, row * 5000 * n, row * (5000 * n + 30))
  const holed = { ...candles, runs: [{ ...run, rows }] }
  const worldsOf = createWorldsBySeed({ catalogue: loadCatalogue(), priceFormat: 'full' })
  const paths = new Map([
    ['BTC', { kind: /** @type {const} */ ('candles'), candles: holed, shiftSeconds: 0 }],
  ])
  const session = () => worldsOf('given', { paths, prices: new Map(), reorgs: [] }).worldOf
  const both = [session(), session()]
  /** @param {import('../src/market/world/types.js').WorldOf} worldOf */
  const ask = (worldOf, /** @type {number} */ at) => {
    const world = worldOf('arbitrum')
    const token = world.tokenBySymbol('BTC')
    if (token === undefined) throw new Error('there is no BTC')
    world.pricesOf(token).prices.candles('1m', at, 100)
    world.quotes(at)
  }
  const atOf = (/** @type {number} */ round) =>
    START_SECONDS + 86_400 * (20 + (((round + 50) * 7) % 300)) + 4321
  const turns = Array.from({ length: TURNS }, (_, turn) => 60 * turn)
  const [inTurn, oneByOne] = await interleaved(
    [
      {
        run: (_, round) => {
          for (const turn of turns) for (const worldOf of both) ask(worldOf, atOf(round) + turn)
        },
      },
      {
        run: (_, round) => {
          for (const worldOf of both) for (const turn of turns) ask(worldOf, atOf(round) + turn)
        },
      },
    ],
    LIMITS,
  )
  return beside(
    'two sessions with a year of candles, asked in turn',
    {
      value: median(inTurn),
      other: median(oneByOne),
      ratio: medianRatio(inTurn, oneByOne),
      unit: 'ms',
      otherName: 'one by one',
    },
    { most: MAX_RATIO_IN_TURN },
  )
}
