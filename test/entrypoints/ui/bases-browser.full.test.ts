/** The base addresses of the dashboard, as somebody uses them. */
import type { Locator, Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { hasChromium } from '../../support/chromium.js'
import { startDashboard, textOf } from '../../support/dashboard.js'
import { until } from '../../support/until.js'

describe.skipIf(!hasChromium())('dashboard, addresses', () => {
  const started = startDashboard()
  const { openDashboard } = started
  const row = (page: Page, name: string) =>
    page.locator('#bases tbody tr').filter({ has: page.getByText(`/${name}`, { exact: true }) })
  const isShown = (element: Locator) =>
    element.evaluate((it) => Boolean(it.checkVisibility({ checkOpacity: true })))
  const ask = (path: string, headers = {}) => fetch(`${started.simulator.url}${path}`, { headers })

  test('networks without requests fold to one line; unfolded, an address is copied', async () => {
    const { page, complaints } = await openDashboard('/__sim/ui/', {
      permissions: ['clipboard-read', 'clipboard-write'],
    })
    expect(await page.locator('#bases tbody tr').count()).toBe(6)
    const fold = page.getByRole('button', { name: 'avalanche, botanix' })
    await fold.click()
    expect(await page.locator('#bases tbody tr').count()).toBe(16)
    const address = `${started.simulator.url}/botanix-fallback-2`
    const copy = page.locator('#bases').getByRole('button', { name: `Copy ${address}`, exact: true })
    // Shown where the pointer or the focus is.
    expect(await isShown(copy)).toBe(false)
    await copy.hover()
    expect(await isShown(copy)).toBe(true)
    await copy.click()
    await until(async () => expect(await page.evaluate('navigator.clipboard.readText()')).toBe(address))
    expect((await ask('/botanix-fallback-2/ping')).status).toBe(200)
    await until(async () => expect(await row(page, 'botanix-fallback-2').innerText()).toContain('200'))
    await page.getByRole('button', { name: 'Fold' }).click()
    await page.getByRole('button', { name: 'arbitrum, avalanche' }).waitFor()
    expect([await row(page, 'avalanche').count(), await row(page, 'botanix').count()]).toEqual([0, 1])
    await started.control.post('/reset')
    expect(complaints).toEqual([])
    await page.close()
  })

  test('the forecast changes with the scenario and counts nothing', async () => {
    const { page } = await openDashboard()
    await until(async () => expect(await row(page, 'arbitrum').innerText()).toContain('data'))
    await started.control.put(
      '/scenario',
      'rules:\n  - { match: { network: arbitrum, base: primary }, when: { after: 30s }, fault: { status: 503 } }',
    )
    await page.getByRole('button', { name: 'Go forward one minute' }).click()
    await until(async () => expect(await row(page, 'arbitrum').innerText()).toContain('503'))
    expect(await row(page, 'arbitrum-fallback').innerText()).toContain('data')
    expect((await started.control.get('/scenario')).body.rules[0].matched).toBe(0)
    await started.control.post('/reset')
    await until(async () => expect(await row(page, 'arbitrum').innerText()).not.toContain('503'))
    await page.close()
  })

  test('shows request rate, last outcome and client; a click filters', async () => {
    const { page } = await openDashboard()
    expect(await row(page, 'arbitrum-fallback').innerText()).toContain('none yet')
    await ask('/avalanche-fallback/ping', { 'user-agent': 'my-client/2.1 (test)' })
    await until(async () =>
      expect(await row(page, 'avalanche-fallback').innerText()).toMatch(/0\.[1-9]\s+✓\s*200 my-client\/2\.1/),
    )
    await row(page, 'avalanche-fallback').getByText('my-client/2.1').click()
    await until(async () => expect(await textOf(page, '#journal')).toContain('my-client/2.1 (test)'))
    await page.close()
  })

  test('a session has its own addresses', async () => {
    await started.control.post('/sessions', { id: 'mine' })
    const { page } = await openDashboard('/s/mine/__sim/ui/', {
      permissions: ['clipboard-read', 'clipboard-write'],
    })
    const address = `${started.simulator.url}/s/mine/arbitrum`
    await page
      .locator('#bases')
      .getByRole('button', { name: `Copy ${address}`, exact: true })
      .click()
    await until(async () => expect(await page.evaluate('navigator.clipboard.readText()')).toBe(address))
    await ask('/s/mine/arbitrum/ping')
    await until(async () => expect(await row(page, 'arbitrum').innerText()).toContain('200'))
    expect(await textOf(page, '.session dl')).toContain('1, 0 held')
    await started.control.delete('/sessions/mine')
    await until(async () => expect(await textOf(page, '.connection')).toContain('Ended'))
    await page.close()
  })
})
