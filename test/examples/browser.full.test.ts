/** The page of examples/browser-candles in a real browser, at an origin of its own. */
import type { Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { type Simulator, startSimulator } from '../../src/entrypoints/index.js'
import { openPage, sharedBrowser } from '../support/browser.js'
import { hasChromium } from '../support/chromium.js'
import { ROOT } from '../support/cli.js'
import { PATIENCE_MS } from '../support/patience.js'

/** The page asks once a second; the rest is for a busy machine. */
const UNTIL = { timeout: PATIENCE_MS, interval: 100 }

describe.skipIf(!hasChromium())('browser-candles', () => {
  let sim: Simulator
  let server: Server
  let page: Page
  let problems: string[]

  beforeAll(async () => {
    const { serve } = await import(join(ROOT, 'examples/browser-candles/serve.js'))
    sim = await startSimulator()
    server = await serve(0)
    const opened = await openPage(await sharedBrowser(), 'about:blank')
    page = opened.page
    problems = opened.complaints
  })
  afterAll(async () => {
    await page?.context().close()
    server?.close()
    await sim?.stop()
  })
  beforeEach(async () => {
    problems.length = 0
    await sim.reset()
  })

  /** Returns the text of the page after it has loaded from a base address. */
  async function open(api: string): Promise<string | null> {
    const { port } = server.address() as AddressInfo
    await page.goto(`http://127.0.0.1:${port}/?api=${encodeURIComponent(api)}`)
    const status = page.locator('#status')
    await status.filter({ hasNotText: 'Loading' }).waitFor()
    return status.textContent()
  }

  const lastPrice = async () => Number.parseFloat((await page.locator('#last').textContent()) ?? '')
  const texts = (selector: string) => page.locator(selector).allTextContents()
  const axisPrices = async () => (await texts('.price')).filter((text) => text !== '').map(Number)

  test('draws the candles of another origin, with a price axis and a time axis', async () => {
    expect(await open(sim.baseUrl('arbitrum'))).toMatch(/^Live\. Last price at 00:00:00 UTC\.$/)
    const { candles } = await sim.ask('arbitrum', 'candles', { tokenSymbol: 'ETH', period: '1m', limit: 60 })
    const shown = await page
      .locator('.candle')
      .evaluateAll((all) => all.map((one) => Number(one.dataset['seconds'])))
    expect(shown).toEqual(candles.map(([seconds]) => seconds).reverse())
    expect(await lastPrice()).toBe(candles[0][4])
    const prices = await axisPrices()
    expect(prices.length).toBeGreaterThan(2)
    expect(Math.max(...prices)).toBeLessThan(Math.max(...candles.map(([, , high]) => high)) * 1.01)
    expect(Math.min(...prices)).toBeGreaterThan(Math.min(...candles.map(([, , , low]) => low)) * 0.99)
    expect(await texts('.time')).toContain('23:30')
    expect(problems).toEqual([])
  })

  test.each([
    ['a connection that breaks', { reset: 'before' as const }, 'Failed to fetch'],
    ['a price of zero', { poison: 'zero' as const }, 'invalid prices or candles'],
    ['a web page', { malformed: 'html' as const }, 'Unexpected token'],
  ])('keeps its candles through %s, and recovers', async (_name, fault, words) => {
    await open(sim.baseUrl('arbitrum'))
    const status = page.locator('#status')
    await sim.loadScenario({ rules: [{ match: { endpoint: ['tickers', 'candles'] }, fault }] })
    await expect.poll(() => status.textContent(), UNTIL).toContain(words)
    expect(await status.textContent()).toMatch(/Showing the last ones received\.$/)
    expect(await page.locator('.candle').count()).toBe(60)
    await sim.loadScenario(undefined)
    await expect.poll(() => status.textContent(), UNTIL).toMatch(/^Live/)
  })
})
