/** Whether all people can use the dashboard and its dialogs, in both schemes and two widths. */
import { describe, expect, test } from 'vitest'
import { axeFindings } from '../../support/axe.js'
import { hasChromium } from '../../support/chromium.js'
import { DASHBOARD, startDashboard, writeScenario } from '../../support/dashboard.js'
import { installed } from '../../support/installed.js'
import { until } from '../../support/until.js'

describe.skipIf(!hasChromium() || !installed('axe'))('dashboard, axe', () => {
  const started = startDashboard()

  test.each([
    [1280, 'light'],
    [1280, 'dark'],
    [400, 'light'],
    [400, 'dark'],
  ] as const)(
    '%i px, %s: lanes, list, detail, clients, library, editor and dialogs keep nobody out',
    async (width, colorScheme) => {
      await started.control.post('/reset')
      await started.control.put('/scenario', { use: 'primary-outage' })
      await started.control.post('/clock/advance', { by: '15s' })
      for (const base of ['arbitrum', 'arbitrum-fallback', 'arbitrum-fallback-2'])
        for (const path of ['ping', 'prices/tickers', 'nothing'])
          await (await fetch(`${started.simulator.url}/${base}/${path}`)).arrayBuffer()
      const { page } = await started.openDashboard(DASHBOARD, {
        colorScheme,
        viewport: { width, height: 800 },
        bypassCSP: true,
      })
      const clean = async () => expect((await axeFindings(page)).violations).toEqual([])
      await until(async () => expect(await page.locator('.request').count()).toBe(9))
      await clean()
      expect((await axeFindings(page)).passes).toBeGreaterThan(20)
      for (const name of ['Set clock…', 'Reset…', 'New session…']) {
        await page.getByRole('button', { name }).click()
        await page.locator('dialog[open]').waitFor()
        await clean()
        await page.keyboard.press('Escape')
      }
      await page.locator('.request').first().click()
      await page.locator('.detail .why').waitFor()
      await page.getByText('Headers and body').click()
      await page.locator('.exchange h4').or(page.getByText('Not kept')).first().waitFor()
      await clean()
      await page.keyboard.press('Escape')
      await page.getByRole('button', { name: 'Clients', exact: true }).click()
      await page.locator('.grades details').first().waitFor()
      await page.locator('.grades summary').first().click()
      await clean()
      await page.getByRole('button', { name: 'Choose another' }).click()
      await page.locator('.scenarios .entry').first().click()
      await page.locator('details[open] .previewed').waitFor()
      await clean()
      await page.keyboard.press('Escape')
      await page.getByRole('button', { name: 'Edit', exact: true }).click()
      await writeScenario(page, 'rules:\n  - { fault: { staus: 503 } }')
      await page.locator('.cm-lint-marker-error').waitFor()
      await clean()
      await page.keyboard.press('Escape')
      await page.getByRole('button', { name: 'Move…' }).click()
      await clean()
      await page.getByRole('button', { name: 'Crash −20 %' }).click()
      await page.getByRole('button', { name: 'Undo moves' }).waitFor()
      await page.getByRole('button', { name: 'Copy as a command…' }).click()
      await page.getByLabel('Command', { exact: true }).waitFor()
      await clean()
      await page.keyboard.press('Escape')
      expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(width)
      await page.close()
    },
  )
})
