/** Clock, addresses and sessions of the dashboard, as somebody uses them. */
import type { Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { hasChromium } from '../../support/chromium.js'
import { isLive, startDashboard, textOf } from '../../support/dashboard.js'
import { until } from '../../support/until.js'

describe.skipIf(!hasChromium())('dashboard, controls', () => {
  const started = startDashboard({ seed: 'abc' })
  const { openDashboard } = started
  const clock = async () => (await started.control.get('/clock')).body
  const row = (page: Page, name: string) =>
    page.locator('#bases tbody tr').filter({ has: page.getByText(`/${name}`, { exact: true }) })
  const rowText = (page: Page, name: string): Promise<string> => row(page, name).innerText()
  const ask = (path: string, headers = {}) => fetch(`${started.simulator.url}${path}`, { headers })

  test('it shows virtual time, and goes forward by a second, a minute and an hour', async () => {
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
    expect(complaints).toEqual([])
  })

  test('it runs, is frozen, and travels at a rate', async () => {
    const { page } = await openDashboard()
    const before = await textOf(page, '.time time')
    await page.getByRole('button', { name: 'Run', exact: true }).click()
    await page.getByRole('button', { name: 'Freeze', exact: true }).waitFor()
    expect((await clock()).mode).toBe('real')
    await until(async () => expect(await textOf(page, '.time time')).not.toBe(before))
    await page.getByRole('button', { name: 'Freeze', exact: true }).click()
    await page.getByRole('button', { name: 'Run', exact: true }).waitFor()
    expect((await clock()).mode).toBe('frozen')
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
    await copy.click()
    await until(async () => expect(await page.evaluate('navigator.clipboard.readText()')).toBe(address))
    expect((await ask('/botanix-fallback-2/ping')).status).toBe(200)
    await until(async () => expect(await rowText(page, 'botanix-fallback-2')).toContain('200'))
    await page.getByRole('button', { name: 'arbitrum, avalanche, megaeth' }).click()
    expect([await row(page, 'avalanche').count(), await row(page, 'botanix').count()]).toEqual([0, 1])
    await started.control.post('/reset')
    expect(complaints).toEqual([])
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

  test('an address is broken while a scenario goes on, and repaired again', async () => {
    await started.control.put(
      '/scenario',
      'name: mine\nrules:\n  - { id: seventh, when: { every: 7 }, fault: { status: 500 } }\n',
    )
    await ask('/arbitrum/ping')
    const scenario = async () => (await started.control.get('/scenario')).body
    const { loadedAt } = await scenario()
    const { page, complaints } = await openDashboard()
    await page.getByRole('button', { name: 'Go forward one minute' }).click()
    const dialog = page.getByRole('dialog', { name: 'Break /arbitrum for 30 s' })
    const open = async () => {
      await row(page, 'arbitrum')
        .getByRole('button', { name: /^Break/ })
        .click()
      await dialog.waitFor()
    }
    await open()
    // Enter breaks nothing.
    expect(await dialog.locator(':focus').innerText()).toBe('Break /arbitrum for 30 s')
    await dialog.getByRole('button', { name: 'hang', exact: true }).click()
    await until(async () => expect(await rowText(page, 'arbitrum')).toContain('never answers'))
    expect((await started.control.get('/scenario/source')).body.text).toContain(
      'when: { after: 60s, until: 90s }',
    )
    // Its name, its time and the counts of its other rules are those of before.
    const broken = await scenario()
    expect([broken.scenario.name, broken.loadedAt]).toEqual(['mine', loadedAt])
    expect(broken.rules).toEqual([
      { id: 'break-arbitrum-primary', matched: 0, fired: 0 },
      { id: 'seventh', matched: 1, fired: 0 },
    ])
    await open()
    await dialog.getByRole('button', { name: 'End the break' }).click()
    await until(async () => expect(await rowText(page, 'arbitrum')).not.toContain('never answers'))
    expect((await scenario()).rules).toEqual([{ id: 'seventh', matched: 1, fired: 0 }])
    expect(complaints).toEqual([])
  })

  test('seed, dialect, scenario and counts', async () => {
    const { page, complaints } = await openDashboard()
    const facts = () => textOf(page, '.session dl')
    expect(await facts()).toMatch(/Seed\s+abc\s+Dialect\s+documented\s+Scenario\s+none\s+Requests\s+0$/)
    await started.control.put('/scenario', { use: 'primary-down' })
    await fetch(`${started.simulator.url}/arbitrum-fallback/ping`)
    await until(async () => expect(await facts()).toMatch(/primary-down\s+Requests\s+1$/))
    await page.getByRole('button', { name: 'Reset…', exact: true }).click()
    expect(await textOf(page, 'dialog p')).toContain('deletes 1 request.')
    await page.getByRole('button', { name: 'Cancel' }).click()
    expect(await facts()).toContain('primary-down')
    await page.getByRole('button', { name: 'Reset…', exact: true }).click()
    await page.getByRole('button', { name: 'Reset session' }).click()
    await until(async () => expect(await facts()).toMatch(/none\s+Requests\s+0$/))
    expect(complaints).toEqual([])
  })

  test('one is made, chosen and ended', async () => {
    const { page, complaints } = await openDashboard()
    await page.getByRole('button', { name: 'New session…' }).click()
    await page.getByLabel('Name').fill('second')
    await page.getByLabel('Seed').fill('<b>7</b>')
    await page.getByLabel('Clock starts at').fill('2030-01-01T00:00:00Z')
    await page.getByRole('button', { name: 'Create' }).click()
    await page.waitForURL('**/s/second/__sim/ui/')
    await isLive(page)
    expect(await textOf(page, '.session dl')).toContain('<b>7</b>')
    expect(await textOf(page, '.time')).toContain('2030-01-01')
    await page.getByRole('button', { name: /^second of 2/ }).click()
    await page.getByRole('link', { name: 'Default session' }).click()
    await page.waitForURL(`${started.simulator.url}/__sim/ui/`)
    await isLive(page)
    await started.control.post('/sessions', { id: 'failing' })
    await ask('/s/failing/arbitrum/nothing')
    await page.getByRole('button', { name: /^Default session/ }).click()
    // Those with the most failures first.
    await until(async () =>
      expect(await page.locator('.sessions tbody tr').allInnerTexts()).toEqual([
        'Default session',
        expect.stringMatching(/^failing\s+\d+ m?s\s+1\s+1\s+arbitrum 404 error/),
        expect.stringMatching(/^second\s+\d+ m?s\s+0\s+0/),
      ]),
    )
    await started.control.delete('/sessions/failing')
    await page.getByRole('link', { name: 'second' }).click()
    await page.waitForURL('**/s/second/__sim/ui/')
    await isLive(page)
    await page.getByRole('button', { name: 'End session…' }).click()
    expect(await textOf(page, 'dialog p')).toContain('deletes 0 requests. This cannot be undone.')
    await page.getByRole('button', { name: 'End session', exact: true }).click()
    await page.waitForURL(`${started.simulator.url}/__sim/ui/`)
    await isLive(page)
    expect((await started.control.get('/sessions')).body.sessions).toEqual([])
    expect(complaints).toEqual([])
  })

  test('it is copied as a command and as a test', async () => {
    const { page } = await openDashboard('/__sim/ui/', {
      permissions: ['clipboard-read', 'clipboard-write'],
    })
    await started.control.put('/scenario', 'rules:\n  - fault: { status: 503 }\n')
    await page.getByRole('button', { name: 'Copy as a command…' }).click()
    const { command, script, test: source } = (await started.control.get('/session')).body
    expect(command).toContain('--seed abc')
    expect(script).toContain('status: 503')
    await until(async () =>
      expect(await page.getByLabel('Command', { exact: true }).inputValue()).toBe(script),
    )
    const copied = () => page.evaluate('navigator.clipboard.readText()')
    await until(async () => expect(await copied()).toBe(script))
    await page.getByRole('dialog').getByText('The command was copied.').waitFor()
    await page.evaluate("navigator.clipboard.writeText('')")
    await page.getByRole('button', { name: 'Copy the command' }).click()
    await until(async () => expect(await copied()).toBe(script))
    await page.getByRole('button', { name: 'Vitest test', exact: true }).click()
    await page.getByRole('dialog').getByText('The test was copied.').waitFor()
    await until(async () => expect(await copied()).toBe(source))
    await page.evaluate("navigator.clipboard.writeText('')")
    await page.getByRole('button', { name: 'Copy the vitest test' }).click()
    await until(async () => expect(await copied()).toBe(source))
    // As on an address of another machine without HTTPS.
    await page.reload()
    await page.evaluate("Object.defineProperty(navigator, 'clipboard', { value: undefined })")
    await page.getByRole('button', { name: 'Copy as a command…' }).click()
    await page.getByRole('button', { name: 'Copy the command' }).click()
    await page.getByRole('dialog').getByText('The command was copied.').waitFor()
    await page.keyboard.press('Escape')
    await until(async () => expect(await page.locator('dialog[open]').count()).toBe(0))
  })
})
