/** The page in a real browser: it shows the APIs, asks nobody else for anything, and a request tried from it succeeds. */
import { describe, expect, test } from 'vitest'
import { ENDPOINTS } from '../../../src/api/endpoints/index.js'
import { axeFindings } from '../../support/axe.js'
import { type OpenPage, startBrowser } from '../../support/browser.js'
import { hasChromium } from '../../support/chromium.js'
import { installed } from '../../support/installed.js'

describe.skipIf(!hasChromium())('in Chromium', () => {
  const started = startBrowser()
  async function open(path: string, options?: Parameters<typeof started.open>[1]): Promise<OpenPage> {
    const opened = await started.open(path, options)
    await opened.page.locator('.swagger-ui .opblock').first().waitFor()
    return opened
  }

  test('lists every endpoint, requests only the simulator, logs no errors, and follows the colour scheme', async () => {
    const { page, asked, complaints } = await open('/__sim/docs')
    for (const { path } of ENDPOINTS)
      await page.locator(`.opblock-summary-path[data-path="${path}"]`).waitFor()
    expect(asked.filter((url) => !url.startsWith(`${started.simulator.url}/`))).toEqual([])
    expect(asked).toContain(`${started.simulator.url}/__sim/v1/openapi.json`)
    expect(complaints).toEqual([])
    const filter = () => page.evaluate('getComputedStyle(document.documentElement).filter')
    expect(await filter()).toBe('none')
    await page.emulateMedia({ colorScheme: 'dark' })
    expect(await filter()).toMatch(/^invert/)
    await page.close()
  })

  test.each(['/__sim/docs', '/__sim/docs/control'])(
    '%s: calls are in groups, without padlocks, with a way home, enough contrast, and no control in another',
    async (path) => {
      const { page } = await open(path, { bypassCSP: true })
      const groups = await page.locator('.opblock-tag').allInnerTexts()
      expect(groups).toEqual(
        path.endsWith('control')
          ? ['Server', 'Clock', 'Scenario', 'Market', 'Requests', 'Session']
          : ['Generation 1', 'Generation 2'],
      )
      expect(await page.locator('.authorization__btn').count()).toBe(0)
      if (installed('axe')) {
        const { violations } = await axeFindings(page)
        const laws = ['color-contrast', 'nested-interactive', 'select-name']
        expect(violations.filter(([rule]) => laws.includes(rule))).toEqual([])
      }
      await page.getByRole('link', { name: 'gmx-sim' }).click()
      await page.getByRole('heading', { name: 'Base addresses' }).waitFor()
      await page.close()
    },
  )

  test('an endpoint can be tried as written: every example is requested in `openapi/simulated.test.ts`', async () => {
    const { page, asked, complaints } = await open('/__sim/docs')
    const block = page.locator('#operations-Generation_1-candles')
    await block.locator('.opblock-summary-control').click()
    await block.getByRole('button', { name: 'Execute' }).click()
    await block.locator('.live-responses-table .response-col_status', { hasText: '200' }).waitFor()
    expect(asked.at(-1)).toContain(`${started.simulator.url}/arbitrum/prices/candles?`)
    expect(started.simulator.session.journal.count({ endpoint: 'candles', status: 200 })).toBe(1)
    expect(complaints).toEqual([])
    await page.close()
  })
})
