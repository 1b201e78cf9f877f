/** The dashboard of sessions, and of servers that want a token or are behind a reverse proxy. */
import type { Page } from 'playwright-core'
import { describe, expect, onTestFinished, test } from 'vitest'
import { hasChromium } from '../../support/chromium.js'
import { DASHBOARD, isDialogGone, isLive, shows, startDashboard } from '../../support/dashboard.js'
import { PROGRAM_MS } from '../../support/patience.js'
import { startProxy } from '../../support/prefix-proxy.js'
import { startTestSimulator } from '../../support/simulator.js'
import { until } from '../../support/until.js'

describe.skipIf(!hasChromium())('dashboard, servers', () => {
  const started = startDashboard({ seed: 'abc' })
  const { openDashboard } = started
  const hasRequests = (page: Page, count: number) =>
    shows(page, '.session dl', new RegExp(`Requests\\s+${count}$`))

  test('a session is made, chosen, reset and ended', async () => {
    const { page } = await openDashboard()
    await shows(page, '.session dl', /Seed\s+abc\s+Dialect\s+documented\s+Scenario\s+none\s+Requests\s+0$/)
    await page.getByRole('button', { name: 'New session…' }).click()
    await page.getByLabel('Name').fill('second')
    await page.getByLabel('Seed').fill('<b>7</b>')
    await page.getByLabel('Clock starts at').fill('2030-01-01T00:00:00Z')
    await page.getByRole('button', { name: 'Create' }).click()
    await page.waitForURL('**/s/second/__sim/ui/')
    await isLive(page)
    await shows(page, '.session dl', '<b>7</b>')
    await shows(page, '.time', '2030-01-01')
    await started.ask('/s/second/arbitrum/nothing')
    await hasRequests(page, 1)
    await started.control.post('/sessions', { id: 'quiet' })
    await page.getByRole('button', { name: /^second of 3/ }).click()
    // Sessions with the most failures first.
    await until(async () =>
      expect(await page.locator('.sessions tbody tr').allInnerTexts()).toEqual([
        'Default session',
        expect.stringMatching(/^second\s.+\s1\s+1\s+arbitrum 404 error/),
        expect.stringMatching(/^quiet\s.+\s0\s+0/),
      ]),
    )
    await page.getByRole('link', { name: 'quiet' }).click()
    await page.waitForURL('**/s/quiet/__sim/ui/')
    await page.goBack()
    await isLive(page)
    const button = (name: string) => page.getByRole('button', { name, exact: true })
    await button('Reset…').click()
    await shows(page, 'dialog p', 'deletes 1 request.')
    await button('Cancel').click()
    await isDialogGone(page)
    await hasRequests(page, 1)
    await button('Reset…').click()
    await button('Reset session').click()
    await hasRequests(page, 0)
    await isDialogGone(page)
    await button('End session…').click()
    await shows(page, 'dialog p', 'deletes 0 requests. This cannot be undone.')
    await button('End session').click()
    await page.waitForURL(`${started.simulator.url}${DASHBOARD}`)
    await isLive(page)
    const { sessions } = (await started.control.get('/sessions')).body
    expect(sessions.map(({ id }: { id: string }) => id)).toEqual(['quiet'])
    await started.control.delete('/sessions/quiet')
  })

  test('below the paths of a reverse proxy: addresses, sessions, and a token for each server, kept for the tab only', async () => {
    const tokens = { a: 'the-token-of-the-first', b: 'the-token-of-the-second' }
    const servers = await Promise.all(
      Object.values(tokens).map((controlToken) => startTestSimulator({ controlToken })),
    )
    const [first, second] = servers
    const proxy = await startProxy({ '/a': first.url, '/b': second.url })
    onTestFinished(async () => {
      await Promise.all([proxy, ...servers].map((one) => one.stop()))
    })
    const context = await started.browser.newContext()
    context.setDefaultTimeout(PROGRAM_MS)
    const page = await context.newPage()
    const asked: string[] = []
    page.on('request', (request) => asked.push(request.url()))
    const field = page.getByRole('textbox', { name: 'Token' })
    const give = async (text: string) => {
      await field.fill(text)
      await field.press('Enter')
    }
    // Without its last slash the address leads there.
    await page.goto(`${proxy.url}/a/__sim/ui`)
    await give('wrong')
    await page.getByRole('alert').getByText('wrong').waitFor()
    // No header can carry this one: it must not be kept, and tried for ever.
    await give('open\u2019sesame')
    expect(await page.evaluate('sessionStorage.length')).toBe(0)
    await give(tokens.a)
    await isLive(page)
    expect(page.url()).toBe(`${proxy.url}/a${DASHBOARD}`)
    await page.goto(`${proxy.url}/b${DASHBOARD}`)
    await field.waitFor()
    expect(await page.getByRole('alert').count()).toBe(0)
    await give(tokens.b)
    await isLive(page)
    await page.goto(`${proxy.url}/a${DASHBOARD}`)
    await isLive(page)
    expect(await field.count()).toBe(0)
    expect(await page.evaluate('localStorage.length + document.cookie.length')).toBe(0)
    expect(page.url()).not.toContain('token')
    const hasAddress = (address: string) =>
      page
        .locator('#bases')
        .getByRole('button', { name: `Copy ${proxy.url}/a${address}`, exact: true })
        .waitFor()
    await hasAddress('/arbitrum-fallback')
    expect((await fetch(`${proxy.url}/a/arbitrum-fallback/ping`)).status).toBe(200)
    await hasRequests(page, 1)
    await page.getByRole('button', { name: 'New session…' }).click()
    await page.getByLabel('Name').fill('behind')
    await page.getByRole('button', { name: 'Create' }).click()
    await page.waitForURL(`${proxy.url}/a/s/behind${DASHBOARD}`)
    await isLive(page)
    await hasAddress('/s/behind/arbitrum')
    const elsewhere = (url: string) => !url.startsWith('data:') && !url.startsWith(`${proxy.url}/`)
    expect(asked.filter(elsewhere)).toEqual([])
    const other = await context.newPage()
    await other.goto(`${proxy.url}/a${DASHBOARD}`)
    await other.getByRole('textbox', { name: 'Token' }).waitFor()
  })
})
