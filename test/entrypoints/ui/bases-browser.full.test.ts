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
  /** Without the names of the buttons that break it. */
  const rowText = (page: Page, name: string): Promise<string> =>
    row(page, name).evaluate((it) =>
      [...it.children]
        .flatMap(({ childNodes }) => [...childNodes])
        .flatMap((node) =>
          node.nodeName === 'FIELDSET'
            ? []
            : ((node as unknown as { innerText?: string }).innerText ?? node.textContent ?? ''),
        )
        .join(' '),
    )
  const isShown = (element: Locator) =>
    element.evaluate((it) => Boolean(it.checkVisibility({ checkOpacity: true })))
  const ask = (path: string, headers = {}) => fetch(`${started.simulator.url}${path}`, { headers })

  test('networks without requests fold to one line; unfolded, an address is copied', async () => {
    const { page, complaints } = await openDashboard('/__sim/ui/', {
      permissions: ['clipboard-read', 'clipboard-write'],
    })
    expect(await page.locator('#bases tbody tr').count()).toBe(6)
    const fold = page.getByRole('button', { name: 'avalanche, botanix, megaeth' })
    await fold.click()
    expect(await page.locator('#bases tbody tr').count()).toBe(20)
    const address = `${started.simulator.url}/botanix-fallback-2`
    const copy = page.locator('#bases').getByRole('button', { name: `Copy ${address}`, exact: true })
    // Shown where the pointer or the focus is.
    expect(await isShown(copy)).toBe(false)
    await copy.hover()
    expect(await isShown(copy)).toBe(true)
    await copy.click()
    await until(async () => expect(await page.evaluate('navigator.clipboard.readText()')).toBe(address))
    expect((await ask('/botanix-fallback-2/ping')).status).toBe(200)
    await until(async () => expect(await rowText(page, 'botanix-fallback-2')).toContain('200'))
    await page.getByRole('button', { name: 'arbitrum, avalanche, megaeth' }).click()
    expect([await row(page, 'avalanche').count(), await row(page, 'botanix').count()]).toEqual([0, 1])
    await started.control.post('/reset')
    expect(complaints).toEqual([])
  })

  test('the forecast changes with the scenario and counts nothing', async () => {
    const { page } = await openDashboard()
    await until(async () => expect(await rowText(page, 'arbitrum')).toContain('data'))
    await started.control.put(
      '/scenario',
      'rules:\n  - { match: { network: arbitrum, base: primary }, when: { after: 30s }, fault: { status: 503 } }',
    )
    await page.getByRole('button', { name: 'Go forward one minute' }).click()
    await until(async () => expect(await rowText(page, 'arbitrum')).toContain('503'))
    expect(await rowText(page, 'arbitrum-fallback')).toContain('data')
    expect((await started.control.get('/scenario')).body.rules[0].matched).toBe(0)
    await started.control.post('/reset')
    await until(async () => expect(await rowText(page, 'arbitrum')).not.toContain('503'))
  })

  test('shows request rate, last outcome and client; a click filters', async () => {
    const { page } = await openDashboard()
    expect(await rowText(page, 'arbitrum-fallback')).toContain('none yet')
    await ask('/avalanche-fallback/ping', { 'user-agent': 'my-client/2.1 (test)' })
    await until(async () =>
      expect(await rowText(page, 'avalanche-fallback')).toMatch(/0\.[1-9]\s+✓\s*200 my-client\/2\.1/),
    )
    await row(page, 'avalanche-fallback').getByText('my-client/2.1').click()
    await until(async () => expect(await textOf(page, '#journal')).toContain('my-client/2.1 (test)'))
  })

  test('an address is broken for 30 s by one press, also while a scenario plays', async () => {
    const { page, complaints } = await openDashboard()
    const breakNow = async (name: string, how: string) => {
      await row(page, name).hover()
      await row(page, name).getByRole('button', { name: how, exact: true }).click()
    }
    await breakNow('arbitrum', 'hang')
    await until(async () => expect(await rowText(page, 'arbitrum')).toContain('never answers'))
    await breakNow('arbitrum-fallback', '429')
    await until(async () => expect(await rowText(page, 'arbitrum-fallback')).toContain('429, Retry'))
    expect((await ask('/arbitrum-fallback/ping')).headers.get('retry-after')).toBe('5')
    expect(await rowText(page, 'arbitrum')).toContain('never answers')
    expect((await started.control.get('/scenario/source')).body.text).toBe(
      [
        'name: arbitrum-primary-edited',
        'rules:',
        '  - id: break-arbitrum-fallback',
        '    match: { network: arbitrum, base: fallback }',
        '    when: { until: 30s }',
        '    fault: { status: 429, retryAfter: 5s }',
        '  - id: break-arbitrum-primary',
        '    match: { network: arbitrum, base: primary }',
        '    when: { until: 30s }',
        '    fault: { hang: true }',
        '',
      ].join('\n'),
    )
    await page.getByRole('button', { name: 'Go forward one minute' }).click()
    await until(async () => expect(await rowText(page, 'arbitrum')).not.toContain('never answers'))
    expect((await ask('/arbitrum/ping')).status).toBe(200)
    // By keyboard: one stop of Tab per address. Breaks that are over do not begin again.
    await row(page, 'arbitrum').getByRole('button', { name: '429', exact: true }).focus()
    await page.keyboard.press('ArrowRight')
    await page.keyboard.press('Enter')
    await until(async () => expect(await rowText(page, 'arbitrum')).toContain('503'))
    expect((await started.control.get('/scenario')).body.rules).toHaveLength(1)
    expect(complaints).toEqual([])
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
    await until(async () => expect(await rowText(page, 'arbitrum')).toContain('200'))
    expect(await textOf(page, '.session dl')).toMatch(/Requests\s+1$/)
    await started.control.delete('/sessions/mine')
    await until(async () => expect(await textOf(page, '.connection')).toContain('Ended'))
  })
})
