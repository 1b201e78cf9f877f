/** The clock of the dashboard, as somebody uses it. */
import { describe, expect, test } from 'vitest'
import { hasChromium } from '../../support/chromium.js'
import { startDashboard, textOf } from '../../support/dashboard.js'
import { until } from '../../support/until.js'

describe.skipIf(!hasChromium())('dashboard, clock', () => {
  const started = startDashboard()
  const { openDashboard } = started
  const clock = async () => (await started.control.get('/clock')).body

  test('it shows virtual time, and goes forward by a second, a minute, an hour, and to midnight', async () => {
    const { page, complaints } = await openDashboard()
    const shows = (time: string) =>
      until(async () =>
        expect(await textOf(page, '.time')).toMatch(new RegExp(`^2026-03-01 ${time} UTC\\s+frozen$`)),
      )
    await shows('12:00:00')
    await page.getByRole('button', { name: 'Go forward one second' }).click()
    await shows('12:00:01')
    await page.getByRole('button', { name: 'Go forward one minute' }).click()
    await shows('12:01:01')
    await page.getByRole('button', { name: 'Go forward one hour' }).click()
    await shows('13:01:01')
    expect((await clock()).now).toBe('2026-03-01T13:01:01.000Z')
    for (const day of ['02', '03']) {
      await page.getByRole('button', { name: '00:00' }).click()
      await until(async () => expect(await textOf(page, '.time time')).toBe(`2026-03-${day} 00:00:00 UTC`))
    }
    expect(complaints).toEqual([])
  })

  test('it runs and is frozen', async () => {
    const { page } = await openDashboard()
    const before = await textOf(page, '.time time')
    await page.getByRole('button', { name: 'Run', exact: true }).click()
    await page.getByRole('button', { name: 'Freeze', exact: true }).waitFor()
    expect((await clock()).mode).toBe('real')
    await until(async () => expect(await textOf(page, '.time time')).not.toBe(before))
    await page.getByRole('button', { name: 'Freeze', exact: true }).click()
    await page.getByRole('button', { name: 'Run', exact: true }).waitFor()
    expect((await clock()).mode).toBe('frozen')
  })

  test('it travels, and its rate is set', async () => {
    const { page } = await openDashboard()
    await page.getByRole('button', { name: 'Set clock…' }).click()
    await page.getByLabel('Virtual time, UTC').fill('2027-08-09T10:11:12')
    await page.getByLabel('Virtual seconds per real second').fill('60')
    await page.getByRole('button', { name: 'Set', exact: true }).click()
    await until(async () => expect(await textOf(page, '.time time')).toBe('2027-08-09 10:11:12 UTC'))
    expect(await clock()).toEqual({ now: '2027-08-09T10:11:12.000Z', mode: 'frozen', rate: 60 })
    expect(await page.locator('dialog[open]').count()).toBe(0)
  })

  test('its rate alone is set, and the time stays as it is', async () => {
    const { page } = await openDashboard()
    await started.control.put('/clock', { at: '2026-03-01T12:00:00.250Z' })
    await page.getByRole('button', { name: 'Set clock…' }).click()
    await page.getByLabel('Virtual seconds per real second').fill('60')
    await page.getByRole('button', { name: 'Set', exact: true }).click()
    await until(async () => expect((await clock()).rate).toBe(60))
    expect((await clock()).now).toBe('2026-03-01T12:00:00.250Z')
  })

  test('it is changed from elsewhere, and the page follows', async () => {
    const { page } = await openDashboard()
    await started.control.put('/clock', { at: '2030-01-01T00:00:00Z' })
    await until(async () => expect(await textOf(page, '.time time')).toBe('2030-01-01 00:00:00 UTC'))
  })

  test("the simulator's errors are shown verbatim", async () => {
    const { page, complaints } = await openDashboard()
    await started.control.put('/clock', { at: '2099-12-31T23:30:00Z' })
    await until(async () => expect(await textOf(page, '.time time')).toContain('2099'))
    await page.getByRole('button', { name: 'Go forward one hour' }).click()
    await until(async () =>
      expect(await textOf(page, '.notice')).toContain('the clock cannot go beyond 2100'),
    )
    // The browser logs rejected calls itself.
    expect(complaints.filter((text) => !text.includes('400 (Bad Request)'))).toEqual([])
  })
})
