/** The page as it opens from disk in a real browser: light and dark, by mouse and by keyboard. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { Browser } from 'playwright-core'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { writeHtml } from '../../../src/rehearsal/reporters/html.js'
import { axeFindings } from '../../support/axe.js'
import { openPage, sharedBrowser } from '../../support/browser.js'
import { hasChromium } from '../../support/chromium.js'
import { installed } from '../../support/installed.js'
import { HARMFUL, REPORT, TIMELINES } from './sample.js'

test('data is never markup', () => {
  const html = writeHtml(REPORT, TIMELINES)
  expect(html).not.toContain(HARMFUL)
  expect(html).not.toContain('<img')
  expect(html.match(/<\/script>/g)).toHaveLength(1)
})

test('a rehearsal without requests renders a page', () => {
  const [timeline] = TIMELINES
  const empty = { ...timeline, requests: [], contents: [], observations: [], phases: [], market: [] }
  const html = writeHtml({ ...REPORT, scenarios: [REPORT.scenarios[0]] }, [empty])
  expect(html.split('<script>')[0]).not.toMatch(/NaN|Infinity|undefined/)
})

describe.skipIf(!hasChromium())('in Chromium', () => {
  let browser: Browser
  let folder: string
  let url: string
  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'gmx-sim-page-'))
    const path = join(folder, 'report.html')
    writeFileSync(path, writeHtml(REPORT, TIMELINES))
    url = pathToFileURL(path).href
    browser = await sharedBrowser()
  })
  afterEach(async () => {
    for (const context of browser.contexts()) await context.close()
  })
  afterAll(() => rmSync(folder, { recursive: true, force: true }))

  const open = () => openPage(browser, url, { viewport: { width: 1280, height: 800 } })

  test('marks, checks and links lead to requests; nothing is requested or logged', async () => {
    const { page, asked, complaints } = await open()
    // A link unfolds the scenario and the check, whose evidence is marked in the lanes.
    await page.locator('.changes a').first().click()
    const check = page.locator('#s0-retry-after')
    await check.locator('.row').first().waitFor()
    expect(await check.locator('.row').count()).toBe(5)
    const marked = await page
      .locator('#s0 .lane-group .marked')
      .evaluateAll((marks) => marks.flatMap((mark) => (mark.getAttribute('data-n') ?? '').split(' ')))
    expect(marked).toEqual(expect.arrayContaining(['22', '23', '24', '25', '221']))
    expect(await page.locator('#s0-retry-ratio').isVisible()).toBe(false)
    const lane = page.locator('[data-lane="arbitrum"]').first()
    await lane.locator('.mark').first().hover()
    expect(await page.locator('#status').textContent()).toMatch(
      /^#1 at 12:00:00.000 UTC \(\+0:00.0\): GET \/prices\/tickers.*200 ok in 4 ms/,
    )
    await lane.locator('.mark').first().focus()
    await page.keyboard.press('ArrowRight')
    expect(await page.locator('#status').textContent()).toMatch(/^#2 at 12:00:01.000 UTC/)
    await page.keyboard.press('Escape')
    expect(await page.locator('.marked').count()).toBe(0)
    expect(asked.filter((asked) => !asked.startsWith('data:'))).toEqual([url])
    expect(complaints).toEqual([])
  })

  test.skipIf(!installed('axe'))('nothing in it keeps people out, light or dark', async () => {
    const { page } = await open()
    await page.locator('#s0, #s0 details').evaluateAll((all) => {
      for (const details of all) details.setAttribute('open', '')
    })
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme })
      const { violations, passes } = await axeFindings(page)
      expect(violations).toEqual([])
      expect(passes).toBeGreaterThan(20)
    }
  })

  test.each([1280, 390])(
    '%i px: a scenario that is opened needs no scrolling from side to side',
    async (width) => {
      const { page } = await open()
      await page.setViewportSize({ width, height: 800 })
      await page.locator('#s0 > summary').click()
      expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(width)
    },
  )
})
