/** A library scenario played from the dashboard to a client that is already there. */
import { describe, expect, test } from 'vitest'
import { hasChromium } from '../../support/chromium.js'
import { startDashboard, textOf } from '../../support/dashboard.js'
import { until } from '../../support/until.js'

describe.skipIf(!hasChromium())('dashboard, grades', () => {
  const started = startDashboard()

  async function poll(seconds: number): Promise<void> {
    for (let second = 0; second < seconds; second++) {
      const headers = { 'user-agent': 'eager/1.0' }
      await (await fetch(`${started.simulator.url}/arbitrum/prices/tickers`, { headers })).arrayBuffer()
      await started.control.post('/clock/advance', { by: '1s' })
    }
  }

  test('the report fills as the scenario plays, and leads to the request that cost most', async () => {
    await poll(12)
    const { page, complaints } = await started.openDashboard()
    await page.getByRole('button', { name: 'Try an incident' }).click()
    await page.getByPlaceholder('Look for').fill('rate limited primary')
    const choices = page.getByRole('group', { name: 'rate-limited-primary', exact: true })
    await choices.getByRole('button', { name: 'Load and grade' }).click()
    await until(async () =>
      expect(await textOf(page, '.grades h3')).toContain('waits for requests of clients'),
    )
    await poll(2)
    const summary = page.locator('.grades summary')
    await until(async () =>
      expect(await summary.innerText()).toMatch(/^eager\/1\.0 127\.0\.0\.1 running, no score/),
    )
    expect(await textOf(page, '.grades h3')).toMatch(/^rate-limited-primary incident; final grades in 8\d s$/)
    await poll(14)
    await until(async () =>
      expect(await summary.innerText()).toMatch(/fail, score 49, \d+ of \d+ checks: asked too early/),
    )
    await summary.focus()
    await page.keyboard.press('Enter')
    const first = page.locator('.grades li').first()
    expect(await first.innerText()).toMatch(/^fail retry-after MUST asked too early after \d+ of \d+ replies/)
    await first.getByRole('button').click()
    await until(async () => expect(await textOf(page, '.detail .verdicts')).toContain('Retry-After'))
    expect(complaints).toEqual([])
  })
})
