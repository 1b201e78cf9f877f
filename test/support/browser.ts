/** A simulator and the system's browser for the tests of a `describe`, after which both are stopped. */
import { type Browser, chromium, type Page } from 'playwright-core'
import { afterAll, beforeAll } from 'vitest'
import type { RunningSimulator } from '../../src/server/simulator.js'
import { CHROMIUM } from './chromium.js'
import { startTestSimulator, type Typed } from './simulator.js'

/** A page, with its requests and console output until it is closed. */
export interface OpenPage {
  readonly page: Page
  readonly asked: readonly string[]
  readonly complaints: readonly string[]
}

/** `typed` are command-line options. */
export function startBrowser(typed: Typed = {}) {
  let simulator: RunningSimulator
  let browser: Browser
  beforeAll(async () => {
    simulator = await startTestSimulator({ at: '2026-03-01T12:00:00Z', ...typed })
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
    get browser() {
      return browser
    },
    /** Opens a path of the simulator, or any URL. */
    async open(path: string, options: Parameters<Browser['newPage']>[0] = {}): Promise<OpenPage> {
      const page = await browser.newPage(options)
      const asked: string[] = []
      const complaints: string[] = []
      page.on('request', (request) => asked.push(request.url()))
      page.on('pageerror', (error) => complaints.push(error.message))
      page.on('console', (message) => complaints.push(message.text()))
      await page.goto(new URL(path, simulator.url).href)
      return { page, asked, complaints }
    },
  }
}
