/** The library and the editor of the dashboard. */
import { beforeEach, describe, expect, test } from 'vitest'
import { hasChromium } from '../support/chromium.js'
import { startDashboard, textOf } from '../support/dashboard.js'
import { until } from '../support/until.js'

describe.skipIf(!hasChromium())('dashboard, library and editor', () => {
  const started = startDashboard()
  const { openDashboard } = started
  beforeEach(async () => {
    await started.control.post('/reset')
  })

  test('a scenario that sets the clock says so in the library, and once it is loaded', async () => {
    const { page } = await openDashboard()
    const clock = 'Changes the clock: 300x, from 2021-05-19T05:29:00.000Z'
    await page.getByRole('button', { name: 'Try an incident' }).click()
    const item = (name: string) =>
      page.locator('.scenarios li').filter({ has: page.getByText(name, { exact: true }) })
    await until(async () => expect(await item('crash-2021-05-19').locator('.sets').innerText()).toBe(clock))
    expect(await item('primary-outage').locator('.sets').count()).toBe(0)
    expect(await item('primary-outage').locator('.facts').innerText()).toMatch(
      /^11 min\s+status\s+hang\s+stale\s+market$/,
    )
    expect(await item('primary-outage').locator('.mini rect').count()).toBe(4)
    await page.getByPlaceholder('Look for').fill('close')
    expect(await page.locator('.scenarios li').count()).toBeLessThan(10)
    await page.getByPlaceholder('Look for').fill('crash-2021')
    await item('crash-2021-05-19').getByRole('button').click()
    await until(async () => expect(await textOf(page, '.playing .sets')).toBe(clock))
    await page.close()
  })
})
