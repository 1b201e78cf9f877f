/** A simulator and the system's browser for the tests of a `describe`; both end with them. */
import { type Browser, chromium, type Page } from 'playwright-core'
import { afterAll, beforeAll } from 'vitest'
import type { RunningSimulator } from '../../src/simulator.js'
import { CHROMIUM } from './chromium.js'
import { startTestSimulator } from './simulator.js'

/** A page, and all that it asked for or said on its console until it is closed. */
export interface OpenPage {
  readonly page: Page
  readonly asked: readonly string[]
  readonly complaints: readonly string[]
}

export function startBrowser() {
  let simulator: RunningSimulator
  let browser: Browser
  beforeAll(async () => {
    simulator = await startTestSimulator({ at: '2026-03-01T12:00:00Z' })
    browser = await chromium.launch(CHROMIUM)
  })
  afterAll(async () => {
    await browser?.close()
    await simulator?.stop()
  })
  return {
    get simulator() {
      return simulator
    },
    async open(path: string, options: Parameters<Browser['newPage']>[0] = {}): Promise<OpenPage> {
      const page = await browser.newPage(options)
      const asked: string[] = []
      const complaints: string[] = []
      page.on('request', (request) => asked.push(request.url()))
      page.on('pageerror', (error) => complaints.push(error.message))
      page.on('console', (message) => complaints.push(message.text()))
      await page.goto(`${simulator.url}${path}`)
      return { page, asked, complaints }
    },
  }
}
