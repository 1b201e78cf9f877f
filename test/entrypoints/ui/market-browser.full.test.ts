/** The market of the dashboard, as somebody uses it. */
import type { Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { hasChromium } from '../../support/chromium.js'
import { coloursIn, startDashboard, textOf } from '../../support/dashboard.js'
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
  const last = async (page: Page) => Number(await slider(page).getAttribute('aria-valuemax'))
  const numbersIn = (text: string) =>
    (text.match(/[\d,]+\.\d+/g) ?? []).map((n) => Number(n.replaceAll(',', '')))
  const shows = async (page: Page, [, ...prices]: Candle) => {
    const told = (await words(page)).replace(/^[^:]*:\d\d: /, '')
    for (const [index, usd] of numbersIn(told).slice(0, 4).entries())
      expect(Math.abs(usd / prices[index] - 1)).toBeLessThan(1e-4)
    expect(numbersIn(told).length).toBeGreaterThanOrEqual(4)
  }

  test("the running candle of ETH has a text and the palette's colours", async () => {
    const { page, complaints } = await openDashboard()
    await shows(page, (await candlesOf('ETH', '1m', 1))[0])
    expect(await textOf(page, '.last-price')).toMatch(/^[\d,.]+\s+USD(?:\s+.*spread 0\.\d+ %)?$/s)
    const [up, down] = ['rgb(31, 119, 67)', 'rgb(192, 38, 38)']
    await until(async () => {
      const colours = await coloursIn(page, '.chart')
      expect([up, down].filter((colour) => !colours.has(colour))).toEqual([])
    })
    expect(complaints).toEqual([])
  })

  test('an asset is found and chosen with the keyboard alone', async () => {
    const { page } = await openDashboard()
    const field = page.getByRole('combobox', { name: 'Asset' })
    expect(await field.inputValue()).toBe('ETH')
    await field.locator('option', { hasText: /^BTC$/ }).waitFor({ state: 'attached' })
    await field.focus()
    await page.keyboard.type('bt')
    await page.keyboard.press('Enter')
    await page.getByRole('slider', { name: 'Candles of BTC' }).waitFor()
    await shows(page, (await candlesOf('BTC', '1m', 1))[0])
    expect(page.url()).toContain('symbol=BTC')
    await page.reload()
    await page.getByRole('slider', { name: 'Candles of BTC' }).waitFor()
  })

  test.each(['1m', '5m', '15m', '1h', '4h', '1d'])('its candles of %s', async (period) => {
    const { page } = await openDashboard()
    await page.getByRole('button', { name: period, exact: true }).click()
    const [candle] = await candlesOf('ETH', period, 1)
    await until(async () => expect((await words(page)).startsWith(minuteOf(candle))).toBe(true))
    await shows(page, candle)
  })

  test('the same asset on another network', async () => {
    const { page } = await openDashboard()
    await page.getByRole('combobox', { name: 'Network' }).selectOption('avalanche')
    await until(() => expect(page.url()).toContain('network=avalanche'))
    await until(async () => expect((await last(page)) > 0).toBe(true))
    await shows(page, (await candlesOf('ETH', '1m', 1, 'avalanche'))[0])
  })

  test('the cross-hair shows a candle, by keys and pointer', async () => {
    const { page } = await openDashboard()
    const [first, second] = await candlesOf('ETH', '1m', 2)
    await slider(page).focus()
    await page.keyboard.press('ArrowLeft')
    expect(await words(page)).toMatch(minuteOf(first))
    await shows(page, first)
    await page.keyboard.press('End')
    await shows(page, second)
    await page.keyboard.press('Escape')
    const box = await slider(page).boundingBox()
    await page.mouse.move((box?.x ?? 0) + 100, (box?.y ?? 0) + 60)
    await until(async () =>
      expect(Number(await slider(page).getAttribute('aria-valuenow')) < (await last(page))).toBe(true),
    )
    expect(await textOf(page, '.candle')).toMatch(/O\s[\d,.]+\s+H\s[\d,.]+\s+L\s[\d,.]+\s+C\s[\d,.]+/)
  })

  test('older candles come when one goes back', async () => {
    const { page } = await openDashboard()
    const before = await last(page)
    await slider(page).focus()
    await page.keyboard.press('Home')
    const place = async () => Number(await slider(page).getAttribute('aria-valuenow'))
    await until(async () => expect(await place()).toBeGreaterThan(0))
    // The cross-hair stays on the candle that was the oldest.
    const [oldest] = await candlesOf('ETH', '1m', before + 1)
    await until(async () => expect(await words(page)).toMatch(minuteOf(oldest)))
    await shows(page, oldest)
    await page.keyboard.press('ArrowLeft')
    expect(Date.parse(`${(await words(page)).slice(0, 16)}Z`) / 1000).toBe(oldest[0] - 60)
  })

  test('the clock goes forward, and candles follow', async () => {
    const { page } = await openDashboard()
    const before = await words(page)
    await page.getByRole('button', { name: 'Go forward one hour' }).click()
    await until(async () => expect((await words(page)) !== before).toBe(true))
    const [candle] = await candlesOf('ETH', '1m', 1)
    await until(async () => expect((await words(page)).startsWith(minuteOf(candle))).toBe(true))
    await shows(page, candle)
    await started.control.post('/reset')
    await until(async () => expect((await words(page)) === before).toBe(true))
  })

  test.each([
    ['1h', 'one hour'],
    ['1m', 'one minute'],
  ])('a candle of %s that is over is shown as it ended', async (period, step) => {
    const { page } = await openDashboard(`/__sim/ui/#network=arbitrum&symbol=ETH&period=${period}`)
    await started.control.post('/clock/advance', { by: '20s' })
    const [running] = await candlesOf('ETH', period, 1)
    await until(async () => expect(await words(page)).toMatch(minuteOf(running)))
    await page.getByRole('button', { name: `Go forward ${step}` }).click()
    await until(async () => expect(await words(page)).not.toMatch(minuteOf(running)))
    const [over] = await candlesOf('ETH', period, 2)
    expect(over).not.toEqual(running)
    await slider(page).focus()
    await page.keyboard.press('ArrowLeft')
    await until(async () => expect(await words(page)).toMatch(minuteOf(over)))
    const shown = numbersIn((await words(page)).replace(/^[^:]*:\d\d: /, ''))
    const drawn = (usd: number) => Number(usd.toFixed(2))
    expect(shown.slice(0, 4).map(drawn)).toEqual(over.slice(1).map(drawn))
  })

  test('marks are placed where the scenario moves the market', async () => {
    const { page } = await openDashboard()
    await started.control.put(
      '/scenario',
      'events: [{ asset: ETH, at: 2m, move: -18%, over: 1m }, { asset: BTC, at: 1m, move: 5% }]',
    )
    await page.getByRole('button', { name: 'Go forward one hour' }).click()
    await until(async () => expect((await words(page)).startsWith('2026-03-01 13:00')).toBe(true))
    await slider(page).focus()
    for (let minute = 0; minute < 58; minute++) await page.keyboard.press('ArrowLeft')
    expect(await words(page)).toMatch(/^2026-03-01 12:02: .*−18/)
    await page.keyboard.press('ArrowLeft')
    expect(await words(page)).not.toContain('5 %')
  })

  test('the market falls by a fifth in two clicks, appears on chart and lanes, and returns with one', async () => {
    const { page, complaints } = await openDashboard()
    await started.control.put('/clock', { mode: 'frozen' })
    const close = async () => (await candlesOf('ETH', '1m', 1))[0][4]
    const before = await close()
    await page.getByRole('button', { name: 'Move…' }).click()
    await page.getByRole('button', { name: 'Crash −20 %' }).click()
    const happenings = page.locator('.lanes .happening')
    await until(async () => expect(await happenings.getAttribute('aria-label')).toBe('ETH −20 % at once'))
    expect((await close()) / before).toBeCloseTo(0.8, 3)
    // Off the chart, where the dialog was: else the text is of the candle below.
    await page.mouse.move(0, 0)
    await until(async () => expect(await words(page)).toContain('−20 % at once'))
    await shows(page, (await candlesOf('ETH', '1m', 1))[0])
    await page.getByRole('button', { name: 'Undo last move' }).click()
    await until(async () => expect(await happenings.count()).toBe(0))
    expect(await close()).toBe(before)
    await until(async () => expect(await words(page)).not.toContain('−20 %'))
    await shows(page, (await candlesOf('ETH', '1m', 1))[0])
    expect(await page.getByRole('button', { name: 'Undo last move' }).count()).toBe(0)

    await page.getByRole('button', { name: 'Move…' }).click()
    await page.getByLabel('Unit').selectOption('USD')
    await page.getByLabel('Change or price').fill('1499.99')
    await page.getByRole('button', { name: 'Move', exact: true }).click()
    await until(async () => expect(await close()).toBe(1499.99))
    expect(complaints).toEqual([])
  })

  test('an unknown market falls back to a known one', async () => {
    const { page } = await openDashboard('/__sim/ui/#network=nowhere&symbol=NONE&period=1h')
    await page.getByRole('slider', { name: 'Candles of ETH' }).waitFor()
    expect(page.url()).toContain('network=arbitrum&symbol=ETH&period=1h')
  })
})

const minuteOf = ([seconds]: Candle) => new Date(seconds * 1000).toISOString().slice(0, 16).replace('T', ' ')
