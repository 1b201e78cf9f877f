/** The page of examples/browser-candles in a real browser, at an origin of its own. */
import type { Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { type Browser, chromium, type Page } from 'playwright-core'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { type Simulator, startSimulator } from '../../src/index.js'
import { CHROMIUM, hasChromium } from '../support/chromium.js'
import { ROOT } from '../support/cli.js'

describe.skipIf(!hasChromium())('browser-candles', () => {
  let sim: Simulator
  let server: Server
  let browser: Browser
  let page: Page
  const problems: string[] = []

  beforeAll(async () => {
    const { serve } = await import(join(ROOT, 'examples/browser-candles/serve.js'))
    sim = await startSimulator()
    server = await serve(0)
    browser = await chromium.launch(CHROMIUM)
    page = await browser.newPage()
    page.on('console', (message) => void (message.type() === 'error' && problems.push(message.text())))
    page.on('pageerror', (error) => void problems.push(String(error)))
  })
  afterAll(async () => {
    await browser?.close()
    server?.close()
    await sim?.stop()
  })
  beforeEach(async () => {
    problems.length = 0
    await sim.reset()
  })

  /** What the page says once it has loaded from a base address. */
  async function open(api: string): Promise<string | null> {
    const { port } = server.address() as AddressInfo
    await page.goto(`http://127.0.0.1:${port}/?api=${encodeURIComponent(api)}`)
    const status = page.locator('#status')
    await status.filter({ hasNotText: 'Loading' }).waitFor()
    return status.textContent()
  }

  test('draws the candles of another origin', async () => {
    const { candles } = await sim.ask('arbitrum', 'candles', { tokenSymbol: 'ETH', period: '15m', limit: 40 })
    expect(await open(sim.baseUrl('arbitrum'))).toBe(`40 candles, last ${candles[0][4]} USD`)
    expect(await page.locator('.candle').count()).toBe(40)
    const falling = candles.filter(([, open, , , close]) => close < open)
    expect(await page.locator('.candle.down').count()).toBe(falling.length)
    expect(problems).toEqual([])
    expect(sim.journal.count({ endpoint: 'candles', status: 200 })).toBe(1)
  })

  test('reads an error of another origin, and says so', async () => {
    await sim.loadScenario({ rules: [{ fault: { status: 503 } }] })
    expect(await open(sim.baseUrl('avalanche', 'fallback'))).toBe('No candles: the price API answered 503')
    expect(await page.locator('.candle').count()).toBe(0)
  })

  test('says so when the connection breaks', async () => {
    await sim.loadScenario({ rules: [{ fault: { reset: 'before' } }] })
    expect(await open(sim.baseUrl('arbitrum'))).toBe('No candles: Failed to fetch')
  })
})
