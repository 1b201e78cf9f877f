/** The journal in a tab that was hidden while the session was restored. */
import type { Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { hasChromium } from '../../support/chromium.js'
import { startDashboard } from '../../support/dashboard.js'
import { until } from '../../support/until.js'

describe.skipIf(!hasChromium())('dashboard, a restored journal', () => {
  const started = startDashboard()

  const ask = async (times: number) => {
    for (let time = 0; time < times; time++) await fetch(`${started.simulator.url}/arbitrum/ping`)
  }
  const show = (page: Page, isShown: boolean) =>
    page.evaluate(`Object.defineProperty(document, 'hidden', { value: ${!isShown}, configurable: true })
      document.dispatchEvent(new Event('visibilitychange'))`)
  const count = (page: Page) => page.locator('.request').count()

  test('requests that are no more go, although the first ones are the same', async () => {
    const { control } = started
    const { page } = await started.openDashboard()
    await ask(3)
    const { id } = (await control.post('/snapshots')).body
    await ask(3)
    await until(async () => expect(await count(page)).toBe(6))
    await show(page, false)
    await control.post(`/snapshots/${id}/restore`)
    await ask(1)
    await show(page, true)
    await until(async () => expect(await count(page)).toBe(4))
  })
})
