/** The dashboard in the system's browser, for the tests of a `describe`. */
import type { Locator, Page } from 'playwright-core'
import { afterEach, expect } from 'vitest'
import { type OpenPage, startBrowser } from './browser.js'
import { controlOf } from './control.js'
import type { Typed } from './simulator.js'
import { until } from './until.js'

export const DASHBOARD = '/__sim/ui/'

/** `typed` are command-line options. After each test, pages are closed, and the world is reset unless `isShared`. */
export function startDashboard(typed: Typed = {}, { isShared = false } = {}) {
  const started = startBrowser(typed)
  const opened: OpenPage[] = []
  afterEach(async () => {
    for (const context of started.browser.contexts()) await context.close()
    if (!isShared) await controlOf(started.simulator.url).post('/reset')
    expect(opened.splice(0).flatMap(({ complaints }) => complaints)).toEqual([])
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
    /** Opens the dashboard and waits until it is fully rendered. What it logs fails the test, unless that removes it. */
    async openDashboard(
      path = DASHBOARD,
      options: Parameters<typeof started.open>[1] = {},
    ): Promise<OpenPage> {
      const one = await started.open(path, {
        permissions: ['clipboard-read', 'clipboard-write'],
        ...options,
      })
      opened.push(one)
      await isLive(one.page)
      return one
    },
    /** Sends a request; resolves with its status, or `broken`. */
    ask: (path: string, headers: Record<string, string> = {}): Promise<number | 'broken'> =>
      fetch(`${started.simulator.url}${path}`, { headers }).then(
        async (reply) => {
          await reply.arrayBuffer()
          return reply.status
        },
        () => 'broken',
      ),
  }
}

export async function isLive(page: Page): Promise<void> {
  await page.locator('.connection.live').waitFor()
  await page.locator('#bases tbody tr').first().waitFor()
  await page.locator('.candle span').first().waitFor()
}

/** Visible text of an element. */
export const textOf = (page: Page, selector: string): Promise<string> => page.locator(selector).innerText()

/** Waits until an element shows these words among others, or a text like this. */
export async function shows(page: Page, selector: string, words: string | RegExp): Promise<void> {
  await until(async () => {
    const text = await textOf(page, selector)
    if (typeof words === 'string') expect(text).toContain(words)
    else expect(text).toMatch(words)
  })
}

export const hasCount = (of: Locator, count: number): Promise<void> =>
  until(async () => expect(await of.count()).toBe(count))

/** Waits until no dialog is open: only then do keys act on the page. */
export const isDialogGone = (page: Page): Promise<void> => hasCount(page.locator('dialog'), 0)

/** Waits until a text is in the clipboard, and empties it. */
export async function isCopied(page: Page, text: unknown): Promise<void> {
  await until(async () => expect(await page.evaluate('navigator.clipboard.readText()')).toEqual(text))
  await page.evaluate("navigator.clipboard.writeText('')")
}

/** Drags with the mouse, in steps as a hand does. */
export async function drag(page: Page, from: readonly [number, number], to: readonly [number, number]) {
  await page.mouse.move(...from)
  await page.mouse.down()
  await page.mouse.move(...to, { steps: 4 })
  await page.mouse.up()
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

/** Waits until the text in the editor has been checked, without an error. */
export const isChecked = (page: Page): Promise<void> => shows(page, '#problems', '✓ No errors')
