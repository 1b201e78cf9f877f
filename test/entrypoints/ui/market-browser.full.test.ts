/** The market and the addresses of the dashboard, as somebody reads, moves and breaks them. */
import type { Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { hasChromium } from '../../support/chromium.js'
import {
  DASHBOARD,
  drag,
  hasCount,
  isCopied,
  isDialogGone,
  shows,
  startDashboard,
  textOf,
} from '../../support/dashboard.js'
import { until } from '../../support/until.js'

type Candle = readonly [seconds: number, open: number, high: number, low: number, close: number]

describe.skipIf(!hasChromium())('dashboard, market', () => {
  const started = startDashboard()
  const { openDashboard, ask } = started

  const candlesOf = async (symbol: string, period: string, limit: number, network = 'arbitrum') => {
    const query = new URLSearchParams({ network, symbol, period, limit: `${limit}` })
    return (await started.control.get(`/market/candles?${query}`)).body.candles as Candle[]
  }
  const slider = (page: Page) => page.getByRole('slider', { name: /^Candles of/ })
  const words = async (page: Page) => (await slider(page).getAttribute('aria-valuetext')) ?? ''
  const says = (page: Page, text: string) => until(async () => expect(await words(page)).toContain(text))
  const numbersIn = (text: string) =>
    (text.match(/[\d,]+\.\d+/g) ?? []).map((n) => Number(n.replaceAll(',', '')))
  /** Waits for the text of a candle. */
  const isAt = (page: Page, [seconds, ...prices]: Candle) =>
    until(async () => {
      const [, time, values] = /^([-\d]+ [\d:]+): (.*)$/.exec(await words(page)) ?? []
      expect(Date.parse(`${time}Z`) / 1000).toBe(seconds)
      const shown = numbersIn(values).slice(0, 4)
      expect(shown).toHaveLength(4)
      for (const [index, usd] of shown.entries()) expect(Math.abs(usd / prices[index] - 1)).toBeLessThan(1e-4)
    })
  const timeOf = async (page: Page) => Date.parse(`${(await words(page)).slice(0, 16)}Z`) / 1000

  test('an asset is found with the keyboard alone, and shown on another network, as the link says', async () => {
    const { page } = await openDashboard()
    await isAt(page, (await candlesOf('ETH', '15s', 1))[0])
    const field = page.getByRole('combobox', { name: 'Asset' })
    await field.locator('option', { hasText: /^BTC$/ }).waitFor({ state: 'attached' })
    await field.focus()
    await page.keyboard.type('bt')
    await page.keyboard.press('Enter')
    await isAt(page, (await candlesOf('BTC', '15s', 1))[0])
    await page.getByRole('combobox', { name: 'Network' }).selectOption('avalanche')
    await until(() => expect(page.url()).toContain('network=avalanche&symbol=BTC&period=auto'))
    await page.reload()
    await isAt(page, (await candlesOf('BTC', '15s', 1, 'avalanche'))[0])
  })

  test('each period, of the running candle and as it ended, by one stream and from its own server alone', async () => {
    const { page, asked } = await openDashboard(`${DASHBOARD}#period=1d`)
    const ended: string[] = []
    for (const event of ['requestfailed', 'requestfinished'] as const)
      page.on(event as 'requestfailed', (request) => {
        if (request.url().includes('/watch?')) ended.push(request.url())
      })
    await started.control.post('/clock/advance', { by: '20s' })
    await isAt(page, (await candlesOf('ETH', '1d', 1))[0])
    // The lanes show the same time.
    expect(await page.locator('.lanes-part .axis').textContent()).toContain('01-15')
    await page.getByLabel('Period').selectOption('1m')
    await until(() => expect(ended).toEqual([expect.stringContaining('period=1d')]))
    const [running] = await candlesOf('ETH', '1m', 1)
    await isAt(page, running)
    await page.getByRole('button', { name: 'Go forward one minute' }).click()
    await until(async () => expect((await candlesOf('ETH', '1m', 1))[0]).not.toEqual(running))
    const [over, next] = await candlesOf('ETH', '1m', 2)
    await isAt(page, next)
    await slider(page).focus()
    await page.keyboard.press('ArrowLeft')
    await isAt(page, over)
    // A clock that goes back takes candles with it.
    await started.control.post('/reset')
    await page.keyboard.press('Escape')
    await isAt(page, (await candlesOf('ETH', '1m', 1))[0])
    const elsewhere = (url: string) =>
      !url.startsWith('data:') && !url.startsWith(`${started.simulator.url}/`)
    expect(asked.filter(elsewhere)).toEqual([])
  })

  test('the cross-hair names price and time, by keys and pointer; older candles load beyond the oldest', async () => {
    const { page } = await openDashboard(`${DASHBOARD}#period=1m`)
    const [first, second] = await candlesOf('ETH', '1m', 2)
    await isAt(page, second)
    await slider(page).focus()
    await page.keyboard.press('ArrowLeft')
    await isAt(page, first)
    const names = page.locator('text.price-name')
    await until(async () => expect(await names.allTextContents()).toContain('03-01 11:59'))
    await page.keyboard.press('End')
    await isAt(page, second)
    await page.keyboard.press('Escape')
    await hasCount(names, 1)
    const box = (await slider(page).boundingBox())!
    await page.mouse.move(box.x + box.width / 2, box.y + 60)
    await hasCount(names, 3)
    await page.keyboard.press('Home')
    // The page around it was loaded, in which it is no longer the first.
    await until(async () =>
      expect(Number(await slider(page).getAttribute('aria-valuenow'))).toBeGreaterThan(0),
    )
    const oldest = await timeOf(page)
    await page.keyboard.press('ArrowLeft')
    await until(async () => expect(await timeOf(page)).toBe(oldest - 60))
  })

  test('a drag pans, with Shift it zooms, wheel and two fingers zoom; the price scale is dragged and logarithmic', async () => {
    const { page } = await openDashboard(DASHBOARD, { hasTouch: true })
    const box = (await slider(page).boundingBox())!
    const [x, y] = [box.x + box.width / 2, box.y + 80]
    const rangeMs = () => {
      const view = new URLSearchParams(new URL(page.url()).hash.slice(1))
      return ['from', 'to'].map((key) => Date.parse(view.get(key) ?? ''))
    }
    const lengthMs = () => rangeMs()[1] - rangeMs()[0]
    await drag(page, [x, y], [x + 100, y])
    await until(() => expect(lengthMs()).toBe(1_200_000))
    const [pannedMs] = rangeMs()
    await drag(page, [x + 100, y], [x, y])
    await until(() => expect(rangeMs()[0] - pannedMs).toBeGreaterThan(200_000))
    await page.mouse.wheel(0, -200)
    await until(() => expect(lengthMs()).toBe(960_000))
    await page.keyboard.down('Shift')
    await drag(page, [x - 50, y], [x + 50, y])
    await page.keyboard.up('Shift')
    await until(() => expect(lengthMs()).toBeLessThan(240_000))
    expect(lengthMs()).toBeGreaterThan(160_000)

    const before = lengthMs()
    const touch = await page.context().newCDPSession(page)
    const fingers = (apart: number) => [x - apart, x + apart].map((x, id) => ({ x, y, id }))
    await touch.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints: fingers(30) })
    await touch.send('Input.dispatchTouchEvent', { type: 'touchMove', touchPoints: fingers(60) })
    await touch.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] })
    await until(() => expect(lengthMs() / before).toBeCloseTo(0.5, 2))

    await shows(page, '[aria-label="Period"]', /Auto: (1|5)s/)
    const labels = () => page.locator('.candles > .tick').allTextContents()
    const fitted = await labels()
    const range = rangeMs()
    await drag(page, [box.x + 20, y], [box.x + 20, y + 80])
    await until(async () => expect(await labels()).not.toEqual(fitted))
    await page.mouse.dblclick(box.x + 20, y)
    await until(async () => expect(await labels()).toEqual(fitted))
    expect(rangeMs()).toEqual(range)
    await page.getByRole('button', { name: 'Log', exact: true }).click()
    await page.getByRole('button', { name: 'Log', exact: true, pressed: true }).waitFor()
    await page.mouse.dblclick(x, y)
    await until(() => expect(page.url()).not.toContain('from='))
  })

  test('of a finished incident, candles of its time with all prices next to a move; a limit is said', async () => {
    await started.control.put('/scenario', 'events: [{ asset: ETH, at: 12s, move: -18%, over: 40s }]')
    await started.control.post('/clock/advance', { by: '2h' })
    const { page } = await openDashboard()
    await page.getByRole('button', { name: 'Whole' }).click()
    await shows(page, '.candle', /^03-01 12:01:1\d\s/)
    await page.locator('.candles .course').waitFor()
    expect(await page.locator('.candles .chart-mark').allTextContents()).toEqual(['▼', '−18 % over 40 s'])
    await slider(page).focus()
    for (let step = 0; step < 90 && !(await words(page)).includes('12:00:12'); step++)
      await page.keyboard.press('ArrowLeft')
    await shows(
      page,
      '.candle',
      /^03-01 12:00:12\s+O [\d,.]+\s+H [\d,.]+\s+L [\d,.]+\s+C [\d,.]+\s+[+−][\d.]+ %\s+⚑ −18 % over 40 s$/,
    )
    expect(await words(page)).toMatch(/−18 % over 40 s$/)
    // An hour of seconds is more than a page of them, also of long ago.
    const old = 'period=1s&from=2025-11-01T12:00:00Z&to=2025-11-01T13:00:00Z'
    await page.goto(`${started.simulator.url}${DASHBOARD}?old#${old}`)
    await page.locator('.candles .tick', { hasText: 'At most 1,000 candles' }).waitFor()
    await says(page, '2025-11-01')
  })

  test('the market falls by a fifth in two clicks, appears on chart and lanes, and returns with one', async () => {
    const { page } = await openDashboard()
    const close = async () => (await candlesOf('ETH', '15s', 1))[0][4]
    const before = await close()
    await page.getByRole('button', { name: 'Move…' }).click()
    await page.getByRole('button', { name: 'Crash −20 %' }).click()
    const happenings = page.locator('.lanes .happening')
    await until(async () => expect(await happenings.getAttribute('aria-label')).toBe('ETH −20 % at once'))
    expect((await close()) / before).toBeCloseTo(0.8, 3)
    // Off the chart, where the dialog was: else the text is of the candle below.
    await page.mouse.move(0, 0)
    await says(page, '−20 % at once')
    await isAt(page, (await candlesOf('ETH', '15s', 1))[0])
    await page.getByRole('button', { name: 'Undo last move' }).click()
    await hasCount(happenings, 0)
    expect(await close()).toBe(before)
    await isAt(page, (await candlesOf('ETH', '15s', 1))[0])
    await hasCount(page.getByRole('button', { name: 'Undo last move' }), 0)

    await page.getByRole('button', { name: 'Move…' }).click()
    await page.getByLabel('Unit').selectOption('USD')
    await page.getByLabel('Change or price').fill('1499.99')
    await page.getByRole('button', { name: 'Move', exact: true }).click()
    await isDialogGone(page)
    expect(await close()).toBe(1499.99)
    await page.keyboard.press('u')
    await until(async () => expect(await close()).toBe(before))
  })

  test('an address is copied, shows its last client, and is broken and repaired while a scenario goes on', async () => {
    await started.control.put(
      '/scenario',
      'name: mine\nrules:\n  - { id: seventh, when: { every: 7 }, fault: { status: 500 } }\n',
    )
    await ask('/arbitrum/ping', { 'user-agent': 'my-client/2.1 (test)' })
    const scenario = async () => (await started.control.get('/scenario')).body
    const { loadedAt } = await scenario()
    const { page } = await openDashboard()
    const rows = page.locator('#bases tbody tr')
    await hasCount(rows, 6)
    await page.getByRole('button', { name: 'avalanche, botanix, megaeth' }).click()
    await hasCount(rows, 20)
    const address = `${started.simulator.url}/botanix-fallback-2`
    await rows.getByRole('button', { name: `Copy ${address}`, exact: true }).click()
    await isCopied(page, address)
    const first = rows.first()
    const says = (words: RegExp) => until(async () => expect(await first.innerText()).toMatch(words))
    await says(/✓\s*200 my-client\/2\.1/)
    await page.getByRole('button', { name: 'Go forward one minute' }).click()
    const dialog = page.getByRole('dialog', { name: 'Break /arbitrum for 30 s' })
    const open = () => first.getByRole('button', { name: /^Break/ }).click()
    await open()
    // Enter breaks nothing.
    await until(async () =>
      expect(await dialog.locator(':focus').innerText()).toBe('Break /arbitrum for 30 s'),
    )
    await dialog.getByRole('button', { name: 'hang', exact: true }).click()
    await says(/never answers/)
    await isDialogGone(page)
    // Its name, its time and the counts of its other rules are those of before.
    const broken = await scenario()
    expect([broken.scenario.name, broken.loadedAt]).toEqual(['mine', loadedAt])
    expect(broken.rules).toEqual([
      { id: 'break-arbitrum-primary', matched: 0, fired: 0 },
      { id: 'seventh', matched: 1, fired: 0 },
    ])
    const { text } = (await started.control.get('/scenario/source')).body
    expect(text).toContain('when: { after: 60s, until: 90s }')
    await open()
    await dialog.getByRole('button', { name: 'End the break' }).click()
    await isDialogGone(page)
    expect((await scenario()).rules).toEqual([{ id: 'seventh', matched: 1, fired: 0 }])
    await until(async () => expect(await textOf(page, '#bases')).not.toContain('never answers'))
  })
})
