/**
 * Plots the market: `npm run market:plots` writes one self-contained HTML file, and the picture of docs/price-model.md. Inspect
 * them after any change to src/market/price.
 */
import { mkdirSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'
import { parseArgs } from 'node:util'
import { importBundled } from './import-bundled.js'
import { bars, candlesticks, lines, matrix, page, sheet } from './svg.js'

const { values } = parseArgs({
  options: {
    to: { type: 'string', default: 'dist/market-plots.html' },
    picture: { type: 'string', default: 'docs/price-model.svg' },
  },
})
/** @type {typeof import('./realism/index.js')} */
const lab = await importBundled('tools/realism/index.ts')
const SEEDS = ['gmx-sim', '1', '42']
const SHOWN = 160
const ETH_DECIMALS = 4

/** @type {string[]} */
const plots = []
for (const period of /** @type {const} */ (['1m', '1h', '1d']))
  for (const seed of SEEDS) {
    const candles = lab.pricesOf(seed, 'ETH').candles(period, lab.AT, SHOWN)
    plots.push(candlesticks(`ETH in USD, ${period}, seed ${seed}`, candles, 10 ** ETH_DECIMALS))
  }

const samples = new Map(lab.ASSETS.map((asset) => [asset, lab.sampleOf(lab.pricesOf('gmx-sim', asset))]))
for (const asset of /** @type {const} */ (['BTC', 'PEPE'])) {
  const daily = /** @type {import('./realism/sample.js').Sample} */ (samples.get(asset)).returns['1d']
  plots.push(lines(`${asset}, daily log-returns of 20 years`, [daily.subarray(-7305)]))
  const monthly = Array.from(
    { length: daily.length - 30 },
    (_, n) => lab.deviation(daily.subarray(n, n + 30)) * Math.sqrt(365.25),
  )
  plots.push(lines(`${asset}, volatility of 30 days, per year`, [monthly.slice(-7305)], 0))
}

const pool = new lab.Pool()
for (const seed of SEEDS) lab.measureSeed(seed, new Map(), pool)
for (const [bin, law] of Object.entries(lab.EXTREME_LAWS)) {
  const ratios = lab.ratiosOf(pool.of(bin), law)
  plots.push(bars(`High or low by ${bin}, over the arcsine law`, ratios, 1))
}
plots.push(
  bars(
    'Mean absolute 1 s return by second of the minute',
    lab.ratiosOf(pool.of('1s by second'), ones(60)),
    1,
  ),
  bars('Mean absolute 1 m return by minute of the hour', byMinute(), 1),
)
for (const period of /** @type {const} */ (['1m', '1h', '1d'])) {
  const rows = [...samples.values()].map(({ returns }) =>
    [...samples.values()].map((other) => lab.correlation(returns[period], other.returns[period])),
  )
  plots.push(matrix(`Correlations of ${period} returns`, [...samples.keys()], rows))
}

mkdirSync(dirname(values.to), { recursive: true })
writeFileSync(values.to, page('The market of gmx-sim', plots))
writeFileSync(
  values.picture,
  sheet('The market of gmx-sim', [plots[3], plots[6], plots[9], plots[10], plots[13], plots[16]], 2),
)
console.log(`${values.to}, ${values.picture}`)

/** @param {number} count */
function ones(count) {
  return new Array(count).fill(1)
}

function byMinute() {
  const counts = pool.of('1m by minute, count')
  return lab.ratiosOf(
    pool.of('1m by minute').map((sum, n) => sum / counts[n]),
    ones(60),
  )
}
