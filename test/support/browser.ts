/** A simulator and the system's browser for the tests of a `describe`, after which the simulator is stopped and all pages are closed. */
import { type Browser, chromium, type Page } from 'playwright-core'
import { afterAll, beforeAll } from 'vitest'
import type { RunningSimulator } from '../../src/server/simulator.js'
import { CHROMIUM } from './chromium.js'
import { PROGRAM_MS } from './patience.js'
import { startTestSimulator, type Typed } from './simulator.js'

/** A page, with its requests and console output until it is closed. */
export interface OpenPage {
  readonly page: Page
  readonly asked: readonly string[]
  readonly complaints: string[]
}

let launched: Promise<Browser> | undefined

/** The browser that the files of a worker share, which ends with the worker. */
export const sharedBrowser = (): Promise<Browser> => {
  launched ??= chromium.launch({ ...CHROMIUM, timeout: PROGRAM_MS })
  return launched
}

/** Opens a URL in a context of its own. */
export async function openPage(
  browser: Browser,
  url: string,
  options: Parameters<Browser['newPage']>[0] = {},
): Promise<OpenPage> {
  const page = await browser.newPage(options)
  page.setDefaultTimeout(PROGRAM_MS)
  const asked: string[] = []
  const complaints: string[] = []
  page.on('request', (request) => asked.push(request.url()))
  page.on('pageerror', (error) => complaints.push(error.message))
  page.on('console', (message) => complaints.push(message.text()))
  await page.goto(url)
  return { page, asked, complaints }
}

/** `typed` are command-line options. */
export function startBrowser(typed: Typed = {}) {
  let simulator: RunningSimulator
  let browser: Browser
  beforeAll(async () => {
    simulator = await startTestSimulator({ at: '2026-03-01T12:00:00Z', ...typed })
    browser = await sharedBrowser()
  })
  afterAll(async () => {
    for (const context of browser?.contexts() ?? []) await context.close()
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
    open: (path: string, options?: Parameters<Browser['newPage']>[0]): Promise<OpenPage> =>
      openPage(browser, new URL(path, simulator.url).href, options),
  }
}
