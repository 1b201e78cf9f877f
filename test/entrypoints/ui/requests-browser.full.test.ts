/** The requests of the dashboard, as somebody uses them: as they come, with filters, keys, and their causes. */
import type { Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { createLocalFetch } from '../../../src/server/http/local/fetch.js'
import { hasChromium } from '../../support/chromium.js'
import { DASHBOARD, startDashboard, textOf } from '../../support/dashboard.js'
import { until } from '../../support/until.js'

const THROTTLE = `name: bad day
rules:
  - { id: other, match: { base: fallback }, fault: { reset: before } }
  - { id: late, when: { after: 1h }, fault: { status: 500 } }
  - { id: throttle, match: { base: primary, endpoint: tickers }, when: { calls: "2.." }, fault: { status: 429 } }
`

describe.skipIf(!hasChromium())('dashboard, requests', () => {
  const started = startDashboard()
  const { openDashboard } = started
  const ask = (path: string, headers: Record<string, string> = {}) =>
    fetch(`${started.simulator.url}${path}`, { headers }).then(
      ({ status }) => status,
      () => 'broken' as const,
    )
  const rows = (page: Page) =>
    page
      .locator('.request')
      .evaluateAll((all) =>
        all.map((row) =>
          ['n', 'where', 'what', 'came', 'by'].map((name) => row.querySelector(`.${name}`)?.textContent),
        ),
      )
  const numbers = async (page: Page) => (await rows(page)).map(([n]) => n)
  const chosenRow = (page: Page) => page.locator('.request.chosen .n').textContent()

  test('without any, it says where to point a client, and copies that', async () => {
    const { page } = await openDashboard(DASHBOARD, { permissions: ['clipboard-read', 'clipboard-write'] })
    const url = `${started.simulator.url}/arbitrum`
    expect(await textOf(page, '#journal .empty')).toContain(`No request yet: point your client at ${url}`)
    await page
      .locator('#journal')
      .getByRole('button', { name: `Copy ${url}` })
      .click()
    await until(async () => expect(await page.evaluate('navigator.clipboard.readText()')).toBe(url))
  })

  test('requests appear as they arrive, newest first: base, path, outcome, rule', async () => {
    const { page, complaints } = await openDashboard()
    await started.control.put('/scenario', THROTTLE)
    await ask('/arbitrum/prices/tickers')
    await until(async () => expect(await numbers(page)).toEqual(['#1']))
    await ask('/arbitrum/prices/tickers')
    await ask('/arbitrum-fallback/ping')
    await ask('/nowhere')
    await until(async () =>
      expect(await rows(page)).toEqual([
        ['#4', 'nowhere', '/nowhere', '!404 nowhere', ''],
        ['#3', 'arbitrum-fallback', '/ping', '✕reset', 'other'],
        ['#2', 'arbitrum', '/prices/tickers', '!429 error', 'throttle'],
        ['#1', 'arbitrum', '/prices/tickers', '✓200 ok', ''],
      ]),
    )
    // As a waterfall: each has a bar of its outcome.
    expect(
      await page
        .locator('.request .bar .mark')
        .evaluateAll((bars) => bars.map((bar) => bar.getAttribute('class'))),
    ).toEqual(['mark error', 'mark broken', 'mark error', 'mark good'])
    expect(complaints).toEqual([])
  })

  test('the cause of a failed request is two clicks away at most: from the base that failed, or from its mark', async () => {
    await started.control.put('/scenario', THROTTLE)
    for (let times = 0; times < 3; times++) await ask('/arbitrum/prices/tickers')
    const { page } = await openDashboard()
    const why = async () => {
      await until(async () =>
        expect(await textOf(page, '.detail .why')).toBe('Rule throttle fired, on match 3. Scenario bad day.'),
      )
      expect(
        await page.locator('.reasons li').evaluateAll((all) => all.map((one) => one.textContent)),
      ).toEqual([
        '○other no matchdid not fire: base is primary, not fallback',
        '○late match 3did not fire: not before 1 h, it is 0 s since the start',
        '●throttle match 3fired',
      ])
      // Its body was kept before a page was open.
      expect(await textOf(page, '.detail .failure')).toMatch(/\w+/)
      expect(await textOf(page, '.detail h3')).toBe('Request #3')
      await page.keyboard.press('Escape')
      await until(async () => expect(await page.locator('.detail').count()).toBe(0))
    }
    await page.locator('#bases tbody tr').first().locator('.last button').click()
    await why()
    await page.locator('.lanes .mark.error').click()
    await why()
    await page.locator('.request').first().click()
    await why()
  })

  test('filters: by base, endpoint, status and rule, and a way back to all', async () => {
    await started.control.put('/scenario', THROTTLE)
    const { page } = await openDashboard()
    for (const path of [
      '/arbitrum/ping',
      '/avalanche/ping',
      '/arbitrum/prices/tickers',
      '/arbitrum/prices/tickers',
    ])
      await ask(path)
    await ask('/arbitrum-fallback/ping')
    await until(async () => expect((await numbers(page)).length).toBe(5))
    const choose = (label: string, value: string) =>
      page.getByLabel(label, { exact: true }).selectOption({ label: `${label}: ${value}` })
    const shows = (...wanted: string[]) =>
      until(async () => expect(await numbers(page)).toEqual(wanted.map((n) => `#${n}`)))
    await choose('Base', 'arbitrum')
    await shows('4', '3', '1')
    expect(await textOf(page, '.counted')).toBe('3 of 5')
    await choose('Endpoint', 'tickers')
    await shows('4', '3')
    await choose('Status', '429')
    await shows('4')
    await page.getByRole('button', { name: 'Clear', exact: true }).click()
    await shows('5', '4', '3', '2', '1')
    await page.getByLabel('Text', { exact: true }).fill('AVALANCHE get')
    await shows('2')
    await page.goBack()
    await shows('5', '4', '3', '2', '1')
    // By a column, and the other way round.
    await page.getByRole('button', { name: 'Sort by Base' }).click()
    await until(async () => expect((await rows(page)).map(([, where]) => where)[0]).toBe('avalanche'))
    await page.getByRole('button', { name: 'Sort by Base' }).click()
    await until(async () => expect((await rows(page)).map(([, where]) => where).at(-1)).toBe('avalanche'))
    await page.getByRole('button', { name: 'Sort by #' }).click()
    await shows('5', '4', '3', '2', '1')
    await choose('Rule', 'other')
    await shows('5')
    await choose('Status', '200')
    await until(async () => expect(await textOf(page, '#journal')).toContain('No matching requests'))
    // New entries appear if they match the filter.
    await choose('Rule', 'none')
    await ask('/botanix/ping')
    await shows('6', '3', '2', '1')
    // Whoever is led to one that the filter hides sees it.
    await page.locator('#bases tbody tr').nth(1).locator('.last button').click()
    await until(async () => expect(await textOf(page, '.detail h3')).toBe('Request #5'))
    await shows('6', '5', '4', '3', '2', '1')
  })

  test('keys: up and down, to the ends, Enter shows the cause and the arrows go on, Escape puts it away', async () => {
    const { page } = await openDashboard()
    for (let times = 0; times < 40; times++) await ask('/arbitrum/ping')
    await until(async () => expect(await textOf(page, '.counted')).toBe('40'))
    const list = page.getByRole('listbox', { name: 'Requests, newest first' })
    await list.focus()
    expect(await chosenRow(page)).toBe('#40')
    const after = async (key: string) => {
      await page.keyboard.press(key)
      return chosenRow(page)
    }
    expect(await after('ArrowDown')).toBe('#39')
    expect(await after('ArrowUp')).toBe('#40')
    expect(await after('ArrowUp')).toBe('#40')
    expect(await after('End')).toBe('#1')
    await until(async () => expect(await numbers(page)).toContain('#1'))
    expect(await after('Home')).toBe('#40')
    expect(Number((await after('PageDown'))?.slice(1))).toBeLessThan(38)
    await after('Home')
    await page.keyboard.press('Enter')
    await until(async () => expect(await textOf(page, '.detail h3')).toBe('Request #40'))
    await page.keyboard.press('ArrowDown')
    await until(async () => expect(await textOf(page, '.detail h3')).toBe('Request #39'))
    // Accessible names for screen readers.
    expect(await list.getAttribute('aria-activedescendant')).toBe('request-39')
    const option = page.locator('#request-39')
    expect([await option.getAttribute('aria-posinset'), await option.getAttribute('aria-setsize')]).toEqual([
      '2',
      '40',
    ])
    await page.keyboard.press('Escape')
    await until(async () => expect(await page.locator('.detail').count()).toBe(0))
  })

  test('a scrolled list does not move when rows are added on top', async () => {
    const { page } = await openDashboard()
    for (let times = 0; times < 60; times++) await ask('/arbitrum/ping')
    await until(async () => expect(await textOf(page, '.counted')).toBe('60'))
    const list = page.locator('.request-list')
    await list.evaluate((it) => {
      it.scrollTop = 24 * 30 + 7
    })
    const yOf30 = async () => (await page.locator('#request-30').boundingBox())?.y
    const before = await until(async () => {
      const y = await yOf30()
      expect(y).toBeGreaterThan(0)
      return y
    })
    for (let times = 0; times < 5; times++) await ask('/arbitrum/ping')
    await until(async () => expect(await textOf(page, '.counted')).toBe('65'))
    await until(async () => expect(await yOf30()).toBe(before))
  })

  test('held requests are marked, with their outcome in the end', async () => {
    await started.control.put('/scenario', 'rules:\n  - { id: dead, fault: { hang: true } }')
    const { page } = await openDashboard()
    const leaving = new AbortController()
    const asked = fetch(`${started.simulator.url}/arbitrum/ping`, { signal: leaving.signal }).catch(() => {})
    await until(async () =>
      expect(await rows(page)).toEqual([['#1', 'arbitrum', '/ping', '?hang, held', 'dead']]),
    )
    expect(await page.locator('.request .took').textContent()).toBe('waits')
    await page.locator('.request').click()
    await until(async () => expect(await textOf(page, '.detail')).toContain('Rule dead fired'))
    leaving.abort()
    await asked
    await until(async () => expect((await rows(page))[0][3]).toBe('?hang'))
    expect(await page.locator('.request .took').textContent()).toMatch(/^\d/)
  })

  test("bursts beyond the stream's rate are complete in the end", async () => {
    const { page } = await openDashboard()
    await ask('/arbitrum/ping')
    await until(async () => expect(await numbers(page)).toEqual(['#1']))
    // In process, with no turn of the event loop in between in which the stream could tell of the first of them.
    const { url, session, app, context } = started.simulator
    const fetchHere = createLocalFetch({ app, context }, session, url)
    await Promise.all(Array.from({ length: 1000 }, () => fetchHere(`${url}/avalanche/ping`)))
    await until(async () => expect(await textOf(page, '.counted')).toBe('1,001'))
    await page.locator('.request-list').focus()
    await page.keyboard.press('End')
    await until(async () => expect(await page.locator('#request-1').innerText()).toContain('arbitrum'))
  })

  test('when it is cleared or another session begins, nothing of the old one is shown', async () => {
    const { page } = await openDashboard()
    await ask('/arbitrum/ping')
    await until(async () => expect(await numbers(page)).toEqual(['#1']))
    await page.locator('.request').click()
    await started.control.delete('/journal')
    await until(async () => expect(await textOf(page, '#journal')).toContain('No request yet'))
    await ask('/avalanche/ping')
    await until(async () => expect((await rows(page)).map(([, where]) => where)).toEqual(['avalanche']))
  })
})
