/** The rows of the dashboard's journal and the detail of one request, at each size of the window. */
import { beforeEach, describe, expect, test } from 'vitest'
import { hasChromium } from '../support/chromium.js'
import { DASHBOARD, startDashboard, textOf } from '../support/dashboard.js'
import { until } from '../support/until.js'

describe.skipIf(!hasChromium())('dashboard, a request', () => {
  const started = startDashboard()
  const { openDashboard } = started
  beforeEach(async () => {
    await started.control.post('/reset')
  })
  const ask = (path: string, headers: Record<string, string> = {}) =>
    fetch(`${started.simulator.url}${path}`, { headers }).then((reply) => reply.text())

  test.each([
    [1280, 800, 8],
    [1920, 1080, 20],
  ])(
    '%i x %i: at least %i rows in view, and paths stay with the detail open',
    async (width, height, least) => {
      await started.control.put('/scenario', { use: 'primary-outage' })
      const { page } = await openDashboard(DASHBOARD, { viewport: { width, height } })
      for (let times = 0; times < 30; times++) await ask('/arbitrum/signed_prices/latest')
      await until(async () => expect(await textOf(page, '.counted')).toBe('30'))
      const inView = await page
        .locator('.request')
        .evaluateAll(
          (all, height) => all.filter((row) => row.getBoundingClientRect().bottom <= height).length,
          height,
        )
      expect(inView).toBeGreaterThanOrEqual(least)
      const path = page.locator('.request .what').first()
      const isCut = () => path.evaluate((it) => it.scrollWidth > it.clientWidth)
      expect([await path.innerText(), await isCut()]).toEqual(['/signed_prices/latest', false])
      await path.click()
      await page.locator('.detail .why').waitFor()
      expect([await path.isVisible(), await isCut()]).toEqual([true, false])
      await page.close()
    },
  )
})
