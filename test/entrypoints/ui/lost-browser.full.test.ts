/** The dashboard of a server that goes and comes back, that wants a token, or that stands behind a reverse proxy. */
import { describe, expect, test } from 'vitest'
import { hasChromium } from '../../support/chromium.js'
import { controlOf } from '../../support/control.js'
import { startCutter } from '../../support/cutter.js'
import { DASHBOARD, isLive, startDashboard, textOf } from '../../support/dashboard.js'
import { startProxy } from '../../support/prefix-proxy.js'
import { startTestSimulator, testAlone } from '../../support/simulator.js'
import { until } from '../../support/until.js'

describe.skipIf(!hasChromium())('dashboard', () => {
  const started = startDashboard()
  const { openDashboard, open } = started

  // Three have no port in common; see replicas-browser.full.test.ts.
  testAlone('the server goes and comes back: it is said at once, and mends by itself', async () => {
    const first = await startTestSimulator()
    const { port } = new URL(first.url)
    await fetch(`${first.url}/arbitrum/ping`)
    const { page } = await openDashboard(`${first.url}${DASHBOARD}`)
    expect(await textOf(page, '.session dl')).toMatch(/Requests\s+1$/)
    await first.stop()
    await until(async () => expect(await textOf(page, '.connection')).toMatch(/^Lost/))
    expect(await page.locator('.connection').getAttribute('role')).toBe('status')
    // Known data stays visible, as such.
    expect(await textOf(page, '#bases thead')).toMatch(/last known response/i)
    expect(await page.locator('#bases tbody tr').count()).toBe(6)
    const second = await startTestSimulator({ port, seed: 'another', at: '2031-01-01T00:00:00Z' })
    await isLive(page)
    await until(async () => expect(await textOf(page, '#bases thead')).toMatch(/response now/i))
    await until(async () => expect(await textOf(page, '.session dl')).toMatch(/another[\s\S]*Requests\s+0$/))
    expect(await textOf(page, '.time')).toContain('2031-01-01')
    await fetch(`${second.url}/botanix/ping`)
    await until(async () => expect(await textOf(page, '.session dl')).toMatch(/Requests\s+1$/))
    await page.close()
    await second.stop()
  })

  test('a silently cut stream is detected and reconnected', async () => {
    const cutter = await startCutter(started.simulator.url)
    const { page } = await open(`${cutter.url}${DASHBOARD}`)
    await isLive(page)
    cutter.cut()
    await until(async () => expect(await textOf(page, '.connection')).toMatch(/^Lost/))
    await isLive(page)
    await page.close()
    await cutter.close()
  })

  test('asks for the token once, again if wrong, and keeps it for the tab only', async () => {
    const guarded = await startTestSimulator({ controlToken: 'open-sesame-of-many-letters' })
    const context = await started.browser.newContext()
    const page = await context.newPage()
    await page.goto(`${guarded.url}${DASHBOARD}`)
    const field = page.getByRole('textbox', { name: 'Token' })
    await field.fill('wrong')
    await page.getByRole('button', { name: 'Open', exact: true }).click()
    await page.getByRole('alert').getByText('wrong').waitFor()
    // No header can carry this one: it must not be kept, and tried for ever.
    await field.fill('open\u2019sesame')
    await page.keyboard.press('Enter')
    expect(await page.evaluate('sessionStorage.length')).toBe(0)
    await field.fill('open-sesame-of-many-letters')
    await page.keyboard.press('Enter')
    await isLive(page)
    await page.getByRole('button', { name: 'Go forward one hour' }).click()
    await until(async () => expect(await textOf(page, '.time')).toContain('13:00:07'))
    await page.reload()
    await isLive(page)
    expect(await field.count()).toBe(0)
    expect(await page.evaluate('localStorage.length + document.cookie.length')).toBe(0)
    expect(page.url()).not.toContain('sesame')
    const other = await context.newPage()
    await other.goto(`${guarded.url}${DASHBOARD}`)
    await other.getByRole('textbox', { name: 'Token' }).waitFor()
    await context.close()
    await guarded.stop()
  })

  test('of two servers behind one proxy each is given its own token, once', async () => {
    const first = await startTestSimulator({ controlToken: 'the-token-of-the-first' })
    const second = await startTestSimulator({ controlToken: 'the-token-of-the-second' })
    const proxy = await startProxy({ '/a': first.url, '/b': second.url })
    const context = await started.browser.newContext()
    const page = await context.newPage()
    const field = page.getByRole('textbox', { name: 'Token' })
    for (const [prefix, token] of Object.entries({
      a: 'the-token-of-the-first',
      b: 'the-token-of-the-second',
    })) {
      await page.goto(`${proxy.url}/${prefix}${DASHBOARD}`)
      await field.waitFor()
      expect(await page.getByRole('alert').count()).toBe(0)
      await field.fill(token)
      await page.keyboard.press('Enter')
      await isLive(page)
    }
    await page.goto(`${proxy.url}/a${DASHBOARD}`)
    await isLive(page)
    expect(await field.count()).toBe(0)
    await context.close()
    await Promise.all([proxy.stop(), first.stop(), second.stop()])
  })

  test("works below a reverse proxy's path, with its addresses", async () => {
    const proxy = await startProxy({ '/tools/prices': started.simulator.url })
    const { page, asked, complaints } = await open(`${proxy.url}/tools/prices/__sim/ui/`)
    await isLive(page)
    expect(
      asked.filter((url) => !url.startsWith(`${proxy.url}/tools/prices/`) && !url.startsWith('data:')),
    ).toEqual([])
    await page
      .locator('#bases')
      .getByRole('button', { name: `Copy ${proxy.url}/tools/prices/arbitrum-fallback`, exact: true })
      .waitFor()
    expect((await fetch(`${proxy.url}/tools/prices/arbitrum-fallback/ping`)).status).toBe(200)
    await until(async () => expect(await textOf(page, '.session dl')).toMatch(/Requests\s+1$/))
    await controlOf(started.simulator.url).post('/sessions', { id: 'behind' })
    const chooser = page.getByRole('combobox', { name: 'Session' })
    await until(async () => expect(await chooser.innerText()).toContain('behind'))
    await chooser.selectOption('behind')
    await page.waitForURL(`${proxy.url}/tools/prices/s/behind/__sim/ui/`)
    await isLive(page)
    await page
      .locator('#bases')
      .getByRole('button', { name: `Copy ${proxy.url}/tools/prices/s/behind/arbitrum`, exact: true })
      .waitFor()
    expect(complaints).toEqual([])
    await page.close()
    await proxy.stop()
  })

  test('without its last slash the address leads there, also below a path', async () => {
    const proxy = await startProxy({ '/tools': started.simulator.url })
    const { page } = await open(`${proxy.url}/tools/__sim/ui`)
    await isLive(page)
    expect(page.url()).toBe(`${proxy.url}/tools/__sim/ui/`)
    await page.close()
    await proxy.stop()
  })

  test('hostile names, URLs and user agents are shown as text', async () => {
    const evil = '<img src=x onerror=window.hit=1>'
    await started.control.post('/reset')
    await fetch(`${started.simulator.url}/arbitrum/prices/candles?tokenSymbol=${encodeURIComponent(evil)}`, {
      headers: { 'user-agent': evil, 'x-request-id': `"><script>window.hit=1</script>` },
    })
    const scenario = { name: evil, rules: [{ match: { base: 'primary' }, fault: { status: 503 } }] }
    expect((await started.control.put('/scenario', scenario)).status).toBe(200)
    await fetch(`${started.simulator.url}/arbitrum/${encodeURIComponent(evil)}`, {
      headers: { 'user-agent': evil },
    })
    const { page, complaints } = await openDashboard()
    await until(async () => expect(await textOf(page, '#bases')).toContain('<img'))
    await until(async () => expect(await textOf(page, '.session dl')).toContain(evil))
    await page.locator('#bases .last button').first().click()
    await until(async () => expect(await textOf(page, '#journal')).toContain(evil))
    expect(await page.evaluate('window.hit')).toBeUndefined()
    expect(await page.locator('img').count()).toBe(0)
    expect(complaints).toEqual([])
  })
})
