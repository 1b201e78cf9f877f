/**
 * The picture of README.md: the dashboard while two clients meet an outage during a crash of five assets. `npm run docs:dashboard` takes it in light and dark with
 * Debian's chromium. Market and incident are reproducible; inspect the picture before committing, as fonts and timing are not.
 */
import { existsSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { chromium } from 'playwright-core'
import { bundleIfChanged } from './bundle.js'
import { importBundled } from './import-bundled.js'

const IMAGES = fileURLToPath(new URL('../docs/images/', import.meta.url))
const CHROMIUM = process.env['GMX_SIM_TEST_CHROMIUM'] ?? '/usr/bin/chromium-headless-shell'
const SIZE = { width: 1280, height: 1000 }
/** The incident begins at 12:00, and is over with half of the recovery. */
const SECONDS = 200
const POLL_SECONDS = 4
const SHOWN = 'from=2026-03-01T11:57:00Z&to=2026-03-01T12:04:30Z'
/** Falls by so little that the ordinary volatility before and after them is visible. */
const SCENARIO = `
name: crash-and-outage
rules:
  - id: throttle
    match: { network: arbitrum, base: primary, endpoint: [tickers, signed-prices] }
    when: { after: 20s, until: 60s }
    fault: { status: 429, retryAfter: 2s }
  - id: dead
    match: { network: arbitrum, base: primary }
    when: { after: 60s, until: 140s }
    fault: { hang: true }
  - id: lagging-fallback
    match: { base: fallback, endpoint: tickers }
    when: { until: 170s }
    fault: { stale: 6s, delay: { median: 300ms, p95: 900ms } }
events:
  - { asset: [BTC, ETH, SOL], at: 15s, move: -2.4%, over: 40s, recover: { to: -0.9%, after: 15s, over: 3m } }
  - { asset: [AVAX, ARB], at: 20s, move: -3.5%, over: 50s, recover: { to: -1.6%, after: 15s, over: 3m } }
`

if (!existsSync(CHROMIUM)) {
  process.stderr.write(
    `there is no ${CHROMIUM}: install chromium-headless-shell, or set GMX_SIM_TEST_CHROMIUM\n`,
  )
  process.exit(1)
}
await bundleIfChanged()
const { startSimulator } = await importBundled('src/entrypoints/index.ts')
const sim = await startSimulator({ clock: { mode: 'frozen', at: '2026-03-01T12:00:00Z' }, port: 8650 })
const browser = await chromium.launch({ executablePath: CHROMIUM, args: ['--no-sandbox', '--disable-gpu'] })
try {
  await playOutage()
  for (const colorScheme of /** @type {const} */ (['light', 'dark'])) await take(colorScheme)
} finally {
  await browser.close()
  await sim.stop()
}

/** A dApp and a bot poll, and fail over to the fallback. */
async function playOutage() {
  // Warms up, as first replies take longer than the clients' timeouts.
  for (const path of ['prices/tickers', 'signed_prices/latest'])
    await fetch(`${sim.baseUrl('arbitrum')}/${path}`)
  sim.journal.clear()
  await sim.loadScenario(SCENARIO)
  for (let second = 0; second < SECONDS; second += POLL_SECONDS) {
    await Promise.all([ask('my-dapp/1.4', 'prices/tickers'), ask('trading-bot/2.0', 'signed_prices/latest')])
    await sim.clock.advance(`${POLL_SECONDS}s`)
  }
}

/**
 * @param {string} userAgent
 * @param {string} path
 */
async function ask(userAgent, path) {
  // The primary hangs for a while; the fallback is slow but answers.
  for (const [base, patienceMs] of /** @type {const} */ ([
    ['primary', 300],
    ['fallback', 5000],
  ])) {
    try {
      const reply = await fetch(`${sim.baseUrl('arbitrum', base)}/${path}`, {
        headers: { 'user-agent': userAgent },
        signal: AbortSignal.timeout(patienceMs),
      })
      await reply.text()
      if (reply.ok) return
    } catch {
      // Fails over.
    }
  }
}

/** @param {'light' | 'dark'} colorScheme */
async function take(colorScheme) {
  const page = await browser.newPage({ viewport: SIZE, colorScheme })
  await page.goto(`${sim.url}/__sim/ui/#network=arbitrum&symbol=ETH&${SHOWN}`)
  await page.locator('.connection.live').waitFor()
  await page.locator('.candle span').first().waitFor()
  await page.locator('#journal [data-n]').first().waitFor()
  await page.locator('.candles path').first().waitFor()
  await page.locator('.lanes .mark').first().waitFor()
  await page.screenshot({ path: `${IMAGES}dashboard-${colorScheme}.png` })
  await page.close()
}
