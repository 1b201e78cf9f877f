/** The dashboard in the system's browser, for the tests of a `describe`. */
import type { Page } from 'playwright-core'
import { afterEach } from 'vitest'
import { type OpenPage, startBrowser } from './browser.js'
import { controlOf } from './control.js'
import type { Typed } from './simulator.js'

export const DASHBOARD = '/__sim/ui/'

/** `typed` are command-line options. After each test, pages are closed, and the world is reset unless `isShared`. */
export function startDashboard(typed: Typed = {}, { isShared = false } = {}) {
  const started = startBrowser(typed)
  afterEach(async () => {
    for (const context of started.browser.contexts()) await context.close()
    if (!isShared) await controlOf(started.simulator.url).post('/reset')
  })
  return {
    get simulator() {
      return started.simulator
    },
    get browser() {
      return started.browser
    },
    get control() {
      return controlOf(started.simulator.url)
    },
    open: started.open,
    /** Opens the dashboard and waits until it is fully rendered. */
    async openDashboard(
      path = DASHBOARD,
      options: Parameters<typeof started.open>[1] = {},
    ): Promise<OpenPage> {
      const opened = await started.open(path, options)
      await isLive(opened.page)
      return opened
    },
  }
}

export async function isLive(page: Page): Promise<void> {
  await page.locator('.connection.live').waitFor()
  await page.locator('#bases tbody tr').first().waitFor()
  await page.locator('.candle span').first().waitFor()
}

/** Visible text of an element. */
export const textOf = (page: Page, selector: string): Promise<string> => page.locator(selector).innerText()

/** Fill colours of the shapes below an element, such as `rgb(31, 119, 67)`. */
export async function coloursIn(page: Page, selector: string): Promise<Set<string>> {
  const fills = `[...document.querySelectorAll('${selector} path')].map((path) => getComputedStyle(path).fill)`
  return new Set((await page.evaluate(fills)) as string[])
}

/** The text in the scenario editor, once it has loaded. */
export async function editedText(page: Page): Promise<string> {
  return page.getByLabel('Scenario, YAML or JSON').innerText()
}

/** Replaces the text in the scenario editor. */
export async function writeScenario(page: Page, text: string): Promise<void> {
  await page.getByLabel('Scenario, YAML or JSON').press('Control+A')
  await page.keyboard.insertText(text)
}
