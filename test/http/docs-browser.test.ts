/** The page in a real browser: it shows the APIs, asks nobody else for anything, and a request tried from it succeeds. */
import { type Browser, chromium as engine, type Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { ENDPOINTS } from '../../src/endpoints/index.js'
import type { RunningSimulator } from '../../src/simulator.js'
import { CHROMIUM, hasChromium } from '../support/chromium.js'
import { startTestSimulator } from '../support/simulator.js'

describe.skipIf(!hasChromium())('in Chromium', () => {
  let simulator: RunningSimulator
  let browser: Browser
  beforeAll(async () => {
    simulator = await startTestSimulator({ at: '2026-03-01T12:00:00Z' })
    browser = await engine.launch(CHROMIUM)
  })
  afterAll(async () => {
    await browser?.close()
    await simulator?.stop()
  })

  /** The page at `path`, and all that it asked for or complained about until it is closed. */
  async function open(path: string): Promise<{ page: Page; asked: string[]; complaints: string[] }> {
    const page = await browser.newPage()
    const asked: string[] = []
    const complaints: string[] = []
    page.on('request', (request) => asked.push(request.url()))
    page.on('pageerror', (error) => complaints.push(error.message))
    page.on('console', (message) => {
      if (['error', 'warning'].includes(message.type())) complaints.push(message.text())
    })
    await page.goto(`${simulator.url}${path}`)
    await page.locator('.swagger-ui .opblock').first().waitFor()
    return { page, asked, complaints }
  }

  test('it lists every endpoint, asks only the simulator, and complains about nothing', async () => {
    const { page, asked, complaints } = await open('/__sim/docs')
    for (const { path } of ENDPOINTS)
      await page.locator(`.opblock-summary-path[data-path="${path}"]`).waitFor()
    expect(asked.filter((url) => !url.startsWith(`${simulator.url}/`))).toEqual([])
    expect(asked).toContain(`${simulator.url}/__sim/v1/openapi.json`)
    expect(complaints).toEqual([])
    await page.close()
  })

  test.each(ENDPOINTS.map(({ id, path }) => [id, path]))('%s can be tried as it stands', async (id, path) => {
    const { page, asked, complaints } = await open(`/__sim/docs#/default/${id}`)
    await page.getByRole('button', { name: 'Execute' }).click()
    await page.locator('.live-responses-table .response-col_status', { hasText: '200' }).waitFor()
    expect(asked.at(-1)).toMatch(new RegExp(`^${simulator.url}/arbitrum${path}(\\?|$)`))
    expect(simulator.session.journal.count({ endpoint: id, status: 200 })).toBe(1)
    expect(complaints).toEqual([])
    await page.close()
  })

  test('the clock can be moved, with the body that is suggested', async () => {
    const { page, complaints } = await open('/__sim/docs/control#/default/postClockAdvance')
    await page.getByRole('button', { name: 'Execute' }).click()
    await page.locator('.live-responses-table .response-col_status', { hasText: '200' }).waitFor()
    expect(new Date(simulator.session.nowMs()).toISOString()).toBe('2026-03-01T12:05:00.000Z')
    expect(complaints).toEqual([])
    await page.close()
  })
})
