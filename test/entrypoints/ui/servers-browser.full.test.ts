/** The dashboard of sessions, and of servers that go and come back, want a token, are behind a reverse proxy, or share a store. */
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import type { Page } from 'playwright-core'
import { afterAll, describe, expect, onTestFinished, test } from 'vitest'
import type { ControlSettings } from '../../../src/server/http/guard.js'
import type { RunningSimulator } from '../../../src/server/simulator.js'
import { hasChromium } from '../../support/chromium.js'
import {
  DASHBOARD,
  hasCount,
  isChecked,
  isCopied,
  isDialogGone,
  isLive,
  shows,
  startDashboard,
  textOf,
  writeScenario,
} from '../../support/dashboard.js'
import { PROGRAM_MS } from '../../support/patience.js'
import { startProxy } from '../../support/prefix-proxy.js'
import { hasProgram, hasStore } from '../../support/redis.js'
import { startReplicas } from '../../support/replicas.js'
import { startTestSimulator } from '../../support/simulator.js'
import { until } from '../../support/until.js'

const canShare = hasStore() && hasProgram('haproxy', '-v')
const AGAIN = ['option redispatch 1', 'retries 5', 'retry-on conn-failure empty-response']

/** Makes the page draw after each event of its stream, as if these arrived slowly. */
const ONE_BY_ONE = `
  const fetched = fetch
  fetch = async (path, options) => {
    const response = await fetched(path, options)
    if (!path.includes('/watch?')) return response
    const oneByOne = new TransformStream({
      async transform(chunk, events) {
        for (const event of chunk.split(/(?<=\\n\\n)/)) {
          events.enqueue(event)
          await new Promise(requestAnimationFrame)
        }
      },
    })
    const body = response.body.pipeThrough(new TextDecoderStream()).pipeThrough(oneByOne)
    return new Response(body.pipeThrough(new TextEncoderStream()), response)
  }
`
/** Notes each element that the page removes from the requests. */
const NOTE_REMOVED = `
  removed = []
  new MutationObserver((changes) => {
    for (const { removedNodes } of changes)
      for (const one of removedNodes) if (one.nodeType === 1) removed.push(one.className || one.tagName)
  }).observe(document.querySelector('#journal'), { childList: true, subtree: true })
`

describe.skipIf(!hasChromium())('dashboard, servers', () => {
  const started = startDashboard({ seed: 'abc' })
  const { openDashboard, open } = started
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

  test('a session is copied as a command and as a test', async () => {
    const { page } = await openDashboard()
    await started.control.put('/scenario', 'rules:\n  - fault: { status: 503 }\n')
    await page.getByRole('button', { name: 'Copy as a command…' }).click()
    const { script, test: source } = (await started.control.get('/session')).body
    expect(script).toContain('status: 503')
    await isCopied(page, script)
    await page.getByRole('dialog').getByText('The command was copied.').waitFor()
    await page.getByRole('button', { name: 'Vitest test', exact: true }).click()
    await isCopied(page, source)
    await page.getByRole('button', { name: 'Copy the vitest test' }).click()
    await isCopied(page, source)
    // As on an address of another machine without HTTPS.
    await page.evaluate("Object.defineProperty(navigator, 'clipboard', { value: undefined })")
    await page.getByRole('button', { name: 'Command', exact: true }).click()
    await page.getByRole('dialog').getByText('The command was copied.').waitFor()
  })

  test('the server goes and comes back as another: both are shown at once', async () => {
    const first = await startTestSimulator()
    const second = await startTestSimulator({ seed: 'another', at: '2031-01-01T00:00:00Z' })
    const targets = { '/here': first.url }
    const proxy = await startProxy(targets)
    onTestFinished(async () => {
      await Promise.all([proxy.stop(), second.stop()])
    })
    await fetch(`${first.url}/arbitrum/ping`)
    const { page } = await open(`${proxy.url}/here${DASHBOARD}`)
    await isLive(page)
    await hasRequests(page, 1)
    await first.stop()
    await shows(page, '.connection', /^Reconnecting/)
    expect(await page.locator('.connection').getAttribute('role')).toBe('status')
    // Known data stays visible, as such.
    await shows(page, '#bases thead', /last known response/i)
    expect(await page.locator('#bases tbody tr').count()).toBe(6)
    targets['/here'] = second.url
    await isLive(page)
    await shows(page, '#bases thead', /response now/i)
    await shows(page, '.session dl', /another[\s\S]*Requests\s+0$/)
    await shows(page, '.time', '2031-01-01')
    await fetch(`${second.url}/botanix/ping`)
    await hasRequests(page, 1)
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

  test.runIf(canShare)(
    'when a replica leaves, the page continues at another, misses nothing, and an open detail stays as it is',
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
      const { page } = await open('about:blank')
      const complaints: string[] = []
      page.on('pageerror', (error) => complaints.push(error.message))
      await page.addInitScript(ONE_BY_ONE)
      await page.goto(`${url}${DASHBOARD}`)
      await isLive(page)
      const ask = async () => {
        for (let n = 0; n < 4; n++) expect((await fetch(`${url}/arbitrum/ping`)).status).toBe(200)
      }
      await ask()
      await hasCount(page.locator('.request'), 4)
      await page.locator('#request-4').click()
      await page.locator('.detail .why').waitFor()
      await page.evaluate(NOTE_REMOVED)
      // The one that the page is at goes, then the one after.
      for (let round = 0; round < 2; round++) {
        const going = watched as RunningSimulator | undefined
        if (going === undefined) throw new Error('nobody is watched')
        await stopOne(going)
        await until(() => expect(watched).not.toBe(going))
        await ask()
        await isLive(page)
        await hasCount(page.locator('.request'), 8 + 4 * round)
        await hasRequests(page, 8 + 4 * round)
      }
      expect([complaints, troubles, await page.evaluate('removed')]).toEqual([[], [], []])
      expect(await textOf(page, '.detail h3')).toBe('Request #4')
    },
  )
})

describe.skipIf(!hasChromium())('dashboard, editor of a watched file', () => {
  const path = join(mkdtempSync(join(tmpdir(), 'gmx-sim-editor-')), 'mine.yaml')
  writeFileSync(path, 'name: mine\nrules: []\n')
  writeFileSync(join(dirname(path), 'eth.csv'), 'time,open,high,low,close\n2020-01-01,1234,1240,1230,1235\n')
  afterAll(() => rmSync(dirname(path), { recursive: true }))
  const started = startDashboard({ scenario: path, watch: 'true' })

  test('it is saved there; it may name candle files, and a missing one is reported', async () => {
    const { page } = await started.openDashboard(DASHBOARD)
    await page.getByRole('button', { name: 'Edit', exact: true }).click()
    await writeScenario(page, 'name: mine\nprices: { ETH: { candles: none.csv, period: 1d } }\n')
    await shows(page, '.cm-panel-lint', /Line 1.*none\.csv:1:1 no such file/s)
    await writeScenario(page, 'name: mine\nprices: { ETH: { candles: eth.csv, period: 1d } }\n')
    await isChecked(page)
    await page.getByRole('button', { name: 'Save to mine.yaml' }).click()
    await isDialogGone(page)
    expect(readFileSync(path, 'utf8')).toContain('eth.csv')
  })
})
