/** The dashboard in the system's browser, for the tests of a `describe`. */
import type { Page } from 'playwright-core'
import { type OpenPage, startBrowser } from './browser.js'
import { controlOf } from './control.js'
import type { Typed } from './simulator.js'

export const DASHBOARD = '/__sim/ui/'

export function startDashboard(typed: Typed = {}) {
  const started = startBrowser(typed)
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

/** Colours on the canvases below an element. */
export async function coloursIn(page: Page, selector: string): Promise<Set<string>> {
  const colours =
    (await page.evaluate(`[...document.querySelectorAll('${selector} canvas')].flatMap((canvas) => {
    if (canvas.width === 0 || canvas.height === 0) return []
    const { data } = canvas.getContext('2d').getImageData(0, 0, canvas.width, canvas.height)
    const found = new Set()
    for (let at = 0; at < data.length; at += 4)
      found.add('#' + [...data.slice(at, at + 3)].map((part) => part.toString(16).padStart(2, '0')).join(''))
    return [...found]
  })`)) as string[]
  return new Set(colours)
}
