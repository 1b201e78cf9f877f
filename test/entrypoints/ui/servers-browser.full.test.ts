/** The dashboard of servers that go and come back, want a token, stand behind a reverse proxy, or share a store. */
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import type { Page } from 'playwright-core'
import { afterAll, describe, expect, onTestFinished, test } from 'vitest'
import type { ControlSettings } from '../../../src/server/http/guard.js'
import type { RunningSimulator } from '../../../src/server/simulator.js'
import { hasChromium } from '../../support/chromium.js'
import { controlOf } from '../../support/control.js'
import { startCutter } from '../../support/cutter.js'
import { DASHBOARD, isLive, startDashboard, textOf, writeScenario } from '../../support/dashboard.js'
import { startProxy } from '../../support/prefix-proxy.js'
import { hasProgram, hasStore, startStore } from '../../support/redis.js'
import { startReplica, startReplicas } from '../../support/replicas.js'
import { startTestSimulator, testAlone } from '../../support/simulator.js'
import { until } from '../../support/until.js'

const canShare = hasStore() && hasProgram('haproxy', '-v')
const AGAIN = ['option redispatch 1', 'retries 5', 'retry-on conn-failure empty-response']

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
    await until(async () => expect(await textOf(page, '.connection')).toMatch(/^Reconnecting/))
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
    await until(async () => expect(await textOf(page, '.connection')).toMatch(/^Reconnecting/))
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
    await page.getByRole('button', { name: 'Default session of 2' }).click()
    await page.getByRole('link', { name: 'behind' }).click()
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

  const ask = async (url: string, times: number) => {
    for (let n = 0; n < times; n++) expect((await fetch(`${url}/arbitrum/ping`)).status).toBe(200)
  }
  const requests = (page: Page, count: number) =>
    until(async () => expect(await textOf(page, '.session dl')).toMatch(new RegExp(`Requests\\s+${count}$`)))
  const rows = (page: Page, count: number) =>
    until(async () => expect(await page.locator('.request').count()).toBe(count))

  test.runIf(canShare)(
    'when a replica leaves, the page continues at another and misses nothing',
    async () => {
      const { url, simulators, troubles, stopOne, stop } = await startReplicas(3, {}, AGAIN)
      onTestFinished(stop)
      let watched: RunningSimulator | undefined
      for (const simulator of simulators) {
        const { watchers } = simulator.control as ControlSettings
        const enter = watchers.enter.bind(watchers)
        watchers.enter = (gone) => {
          watched = simulator
          enter(gone)
        }
      }
      const page = await started.browser.newPage()
      const complaints: string[] = []
      page.on('pageerror', (error) => complaints.push(error.message))
      await page.goto(`${url}${DASHBOARD}`)
      await isLive(page)
      await ask(url, 4)
      await rows(page, 4)
      // Whoever has the page now goes, then the one after.
      for (let round = 0; round < 2; round++) {
        const going = watched as RunningSimulator | undefined
        if (going === undefined) throw new Error('nobody is watched')
        await stopOne(going)
        await until(() => expect(watched).not.toBe(going))
        await ask(url, 4)
        await isLive(page)
        await rows(page, 8 + 4 * round)
        await requests(page, 8 + 4 * round)
      }
      expect([complaints, troubles]).toEqual([[], []])
    },
  )

  test.runIf(canShare)('the page reports a frozen store, keeps its data and recovers', async () => {
    const store = await startStore()
    onTestFinished(() => store.stop())
    const replica = await startReplica({ store: store.url }, () => {}, 2000)
    onTestFinished(() => replica.stop())
    const page = await started.browser.newPage()
    await page.goto(`${replica.url}${DASHBOARD}`)
    await isLive(page)
    await ask(replica.url, 3)
    await rows(page, 3)
    store.signal('SIGSTOP')
    await until(async () => expect(await textOf(page, '.connection')).toContain('has lost its store'))
    expect(await page.locator('#bases tbody tr').count()).toBe(6)
    store.signal('SIGCONT')
    await isLive(page)
    await until(async () => expect((await fetch(`${replica.url}/botanix/ping`)).status).toBe(200))
    await rows(page, 4)
  })
})

describe.skipIf(!hasChromium())('dashboard, editor of a watched file', () => {
  const path = join(mkdtempSync(join(tmpdir(), 'gmx-sim-editor-')), 'mine.yaml')
  writeFileSync(path, 'name: mine\nrules: []\n')
  afterAll(() => rmSync(dirname(path), { recursive: true }))
  const started = startDashboard({ scenario: path, watch: 'true' })

  test('it is saved there', async () => {
    const { page } = await started.openDashboard()
    await page.getByRole('button', { name: 'Edit', exact: true }).click()
    await writeScenario(page, 'name: mine\nrules: [{ fault: { status: 418 } }]\n')
    await until(async () => expect(await page.locator('#problems').innerText()).toBe('✓ No errors'))
    await page.getByRole('button', { name: 'Save to mine.yaml' }).click()
    await until(() => expect(readFileSync(path, 'utf8')).toContain('418'))
    await until(async () => expect(await page.locator('dialog[open]').count()).toBe(0))
  })

  test('it may name candle files, and a missing one is reported', async () => {
    writeFileSync(
      join(dirname(path), 'eth.csv'),
      'time,open,high,low,close\n2020-01-01,1234,1240,1230,1235\n',
    )
    const { page } = await started.openDashboard()
    await page.getByRole('button', { name: 'Edit', exact: true }).click()
    const problems = page.locator('#problems')
    await writeScenario(page, 'name: mine\nprices: { ETH: { candles: none.csv, period: 1d } }\n')
    await until(async () =>
      expect(await textOf(page, '.cm-panel-lint')).toMatch(/Line 1.*none\.csv:1:1 no such file/s),
    )
    await writeScenario(page, 'name: mine\nprices: { ETH: { candles: eth.csv, period: 1d } }\n')
    await until(async () => expect(await problems.innerText()).toBe('✓ No errors'))
    await page.getByRole('button', { name: 'Save to mine.yaml' }).click()
    await until(() => expect(readFileSync(path, 'utf8')).toContain('eth.csv'))
    await until(async () => expect(await page.locator('dialog[open]').count()).toBe(0))
  })
})
