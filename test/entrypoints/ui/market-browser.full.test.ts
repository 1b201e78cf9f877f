/** The market of the dashboard, as somebody uses it. */
import type { Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { hasChromium } from '../../support/chromium.js'
import { startDashboard, textOf } from '../../support/dashboard.js'
import { until } from '../../support/until.js'

type Candle = readonly [seconds: number, open: number, high: number, low: number, close: number]

describe.skipIf(!hasChromium())('dashboard, market', () => {
  const started = startDashboard()
  const { openDashboard } = started

  const candlesOf = async (symbol: string, period: string, limit: number, network = 'arbitrum') => {
    const query = new URLSearchParams({ network, symbol, period, limit: `${limit}` })
    return (await started.control.get(`/market/candles?${query}`)).body.candles as Candle[]
  }
  const slider = (page: Page) => page.getByRole('slider', { name: /^Candles of/ })
  const words = async (page: Page) => (await slider(page).getAttribute('aria-valuetext')) ?? ''
  const numbersIn = (text: string) =>
    (text.match(/[\d,]+\.\d+/g) ?? []).map((n) => Number(n.replaceAll(',', '')))
  const choosePeriod = (page: Page, period: string) => page.getByLabel('Period').selectOption(period)
  /** Waits for the text of a candle. */
  const shows = (page: Page, [seconds, ...prices]: Candle) =>
    until(async () => {
      const [, time, values] = /^([-\d]+ [\d:]+): (.*)$/.exec(await words(page)) ?? []
      expect(Date.parse(`${time}Z`) / 1000).toBe(seconds)
      const shown = numbersIn(values).slice(0, 4)
      expect(shown).toHaveLength(4)
      for (const [index, usd] of shown.entries()) expect(Math.abs(usd / prices[index] - 1)).toBeLessThan(1e-4)
    })

  test('an asset is found with the keyboard alone, and shown on another network, as the link says', async () => {
    const { page, complaints } = await openDashboard()
    await shows(page, (await candlesOf('ETH', '15s', 1))[0])
    const field = page.getByRole('combobox', { name: 'Asset' })
    await field.locator('option', { hasText: /^BTC$/ }).waitFor({ state: 'attached' })
    await field.focus()
    await page.keyboard.type('bt')
    await page.keyboard.press('Enter')
    await page.getByRole('slider', { name: 'Candles of BTC' }).waitFor()
    await shows(page, (await candlesOf('BTC', '15s', 1))[0])
    await page.getByRole('combobox', { name: 'Network' }).selectOption('avalanche')
    await until(() => expect(page.url()).toContain('network=avalanche&symbol=BTC&period=auto'))
    await shows(page, (await candlesOf('BTC', '15s', 1, 'avalanche'))[0])
    await page.reload()
    await shows(page, (await candlesOf('BTC', '15s', 1, 'avalanche'))[0])
    expect(complaints).toEqual([])
  })

  test('each period, of the running candle and as it ended, in a time with room for it', async () => {
    const { page } = await openDashboard()
    await started.control.post('/clock/advance', { by: '20s' })
    for (const period of ['1s', '5s', '1m', '1d']) {
      await choosePeriod(page, period)
      await shows(page, (await candlesOf('ETH', period, 1))[0])
    }
    // The lanes show the same time.
    expect(await page.locator('.lanes-part .axis').textContent()).toContain('01-15')
    await choosePeriod(page, '1m')
    const [running] = await candlesOf('ETH', '1m', 1)
    await shows(page, running)
    await page.getByRole('button', { name: 'Go forward one minute' }).click()
    const [over, next] = await candlesOf('ETH', '1m', 2)
    expect(over).not.toEqual(running)
    await shows(page, next)
    await slider(page).focus()
    await page.keyboard.press('ArrowLeft')
    await shows(page, over)
    await started.control.post('/reset')
    await page.keyboard.press('Escape')
    await shows(page, (await candlesOf('ETH', '1m', 1))[0])
  })

  test('the cross-hair names price and time, by keys and pointer; older candles load beyond the oldest', async () => {
    const { page } = await openDashboard('/__sim/ui/#period=1m')
    const [first, second] = await candlesOf('ETH', '1m', 2)
    await slider(page).focus()
    await page.keyboard.press('ArrowLeft')
    await shows(page, first)
    const names = page.locator('text.price-name')
    expect(await names.allTextContents()).toContain('03-01 11:59')
    await page.keyboard.press('End')
    await shows(page, second)
    await page.keyboard.press('Escape')
    expect(await names.allTextContents()).toHaveLength(1)
    const box = (await slider(page).boundingBox())!
    await page.mouse.move(box.x + box.width / 2, box.y + 60)
    await until(async () => expect(await names.allTextContents()).toHaveLength(3))
    const place = async () => Number(await slider(page).getAttribute('aria-valuenow'))
    await page.keyboard.press('Home')
    await until(async () => expect(await place()).toBeGreaterThan(0))
    const oldest = Date.parse(`${(await words(page)).slice(0, 16)}Z`) / 1000
    await page.keyboard.press('ArrowLeft')
    await until(async () =>
      expect(Date.parse(`${(await words(page)).slice(0, 16)}Z`) / 1000).toBe(oldest - 60),
    )
  })

  test('a drag pans, with Shift it zooms, two fingers zoom; the price scale is dragged and logarithmic', async () => {
    const { page, complaints } = await openDashboard('/__sim/ui/', { hasTouch: true })
    const box = (await slider(page).boundingBox())!
    const [x, y] = [box.x + box.width / 2, box.y + 80]
    const rangeMs = () => {
      const view = new URLSearchParams(new URL(page.url()).hash.slice(1))
      return ['from', 'to'].map((key) => Date.parse(view.get(key) ?? ''))
    }
    const lengthMs = () => rangeMs()[1] - rangeMs()[0]
    const drag = async (fromX: number, toX: number, fromY = y, toY = y) => {
      await page.mouse.move(fromX, fromY)
      await page.mouse.down()
      await page.mouse.move(toX, toY, { steps: 5 })
      await page.mouse.up()
    }
    await drag(x, x + 100)
    expect(lengthMs()).toBe(1_200_000)
    const [pannedMs] = rangeMs()
    await drag(x + 100, x)
    const [backMs] = rangeMs()
    expect(backMs - pannedMs).toBeGreaterThan(200_000)
    await page.keyboard.down('Shift')
    await drag(x - 50, x + 50)
    await page.keyboard.up('Shift')
    expect(lengthMs()).toBeGreaterThan(200_000)
    expect(lengthMs()).toBeLessThan(300_000)

    const before = lengthMs()
    const touch = await page.context().newCDPSession(page)
    const fingers = (apart: number) => [x - apart, x + apart].map((x, id) => ({ x, y, id }))
    await touch.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints: fingers(30) })
    await touch.send('Input.dispatchTouchEvent', { type: 'touchMove', touchPoints: fingers(60) })
    await touch.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] })
    await until(() => expect(lengthMs() / before).toBeCloseTo(0.5, 2))

    await until(async () => expect(await textOf(page, '[aria-label="Period"]')).toContain('Auto: 5s'))
    const labels = () => page.locator('.candles > .tick').allTextContents()
    const fitted = await labels()
    const range = rangeMs()
    await drag(box.x + 20, box.x + 20, y, y + 80)
    await until(async () => expect(await labels()).not.toEqual(fitted))
    expect(rangeMs()).toEqual(range)
    await page.mouse.dblclick(box.x + 20, y)
    await until(async () => expect(await labels()).toEqual(fitted))
    expect(rangeMs()).toEqual(range)
    await page.getByRole('button', { name: 'Log', exact: true }).click()
    await page.getByRole('button', { name: 'Log', exact: true, pressed: true }).waitFor()
    await page.mouse.dblclick(x, y)
    await until(() => expect(page.url()).not.toContain('from='))
    expect(complaints).toEqual([])
  })

  test('of a finished incident, candles of its time with all prices next to a move; a limit is said', async () => {
    await started.control.put('/scenario', 'events: [{ asset: ETH, at: 12s, move: -18%, over: 40s }]')
    await started.control.post('/clock/advance', { by: '2h' })
    const { page } = await openDashboard()
    await page.getByRole('button', { name: 'Whole' }).click()
    await until(async () => expect(await textOf(page, '.candle')).toMatch(/^03-01 12:01:1\d\s/))
    await page.locator('.candles .course').waitFor()
    expect(await page.locator('.candles .chart-mark').allTextContents()).toEqual(['▼', '−18 % over 40 s'])
    await slider(page).focus()
    for (let step = 0; step < 90 && !(await words(page)).includes('12:00:12'); step++)
      await page.keyboard.press('ArrowLeft')
    expect(await textOf(page, '.candle')).toMatch(
      /^03-01 12:00:12\s+O [\d,.]+\s+H [\d,.]+\s+L [\d,.]+\s+C [\d,.]+\s+[+−][\d.]+ %\s+⚑ −18 % over 40 s$/,
    )
    expect(await words(page)).toMatch(/−18 % over 40 s$/)
    // An hour of seconds is more than a page of them.
    await page.goto(
      `${started.simulator.url}/__sim/ui/?long#period=1s&from=2026-03-01T12:00:00Z&to=2026-03-01T13:00:00Z`,
    )
    await page.locator('.candles .tick', { hasText: 'At most 1,000 candles' }).waitFor()
  })

  test('the market falls by a fifth in two clicks, appears on chart and lanes, and returns with one', async () => {
    const { page, complaints } = await openDashboard()
    await started.control.put('/clock', { mode: 'frozen' })
    const close = async () => (await candlesOf('ETH', '15s', 1))[0][4]
    const before = await close()
    await page.getByRole('button', { name: 'Move…' }).click()
    await page.getByRole('button', { name: 'Crash −20 %' }).click()
    const happenings = page.locator('.lanes .happening')
    await until(async () => expect(await happenings.getAttribute('aria-label')).toBe('ETH −20 % at once'))
    expect((await close()) / before).toBeCloseTo(0.8, 3)
    // Off the chart, where the dialog was: else the text is of the candle below.
    await page.mouse.move(0, 0)
    await until(async () => expect(await words(page)).toContain('−20 % at once'))
    await shows(page, (await candlesOf('ETH', '15s', 1))[0])
    await page.getByRole('button', { name: 'Undo last move' }).click()
    await until(async () => expect(await happenings.count()).toBe(0))
    expect(await close()).toBe(before)
    await until(async () => expect(await words(page)).not.toContain('−20 %'))
    await shows(page, (await candlesOf('ETH', '15s', 1))[0])
    expect(await page.getByRole('button', { name: 'Undo last move' }).count()).toBe(0)

    await page.getByRole('button', { name: 'Move…' }).click()
    await page.getByLabel('Unit').selectOption('USD')
    await page.getByLabel('Change or price').fill('1499.99')
    await page.getByRole('button', { name: 'Move', exact: true }).click()
    await until(async () => expect(await close()).toBe(1499.99))
    // Keys act again once the reply has closed the dialog.
    await page.locator('dialog').waitFor({ state: 'detached' })
    await page.keyboard.press('u')
    await until(async () => expect(await close()).toBe(before))
    expect(complaints).toEqual([])
  })

  test('an unknown market falls back to a known one', async () => {
    const { page } = await openDashboard('/__sim/ui/#network=nowhere&symbol=NONE&period=1h')
    await page.getByRole('slider', { name: 'Candles of ETH' }).waitFor()
    expect(page.url()).toContain('network=arbitrum&symbol=ETH&period=1h')
  })
})
