/** The range of time of the dashboard: dragged on lanes and chart, by keys, and as a link. */
import { describe, expect, test } from 'vitest'
import { hasChromium } from '../../support/chromium.js'
import { DASHBOARD, startDashboard, textOf } from '../../support/dashboard.js'
import { until } from '../../support/until.js'

describe.skipIf(!hasChromium())('dashboard, range of time', () => {
  const started = startDashboard()
  const { openDashboard } = started

  test('a range of time is dragged, shown by lanes, chart and list alike, linked, and left again', async () => {
    await started.control.put('/clock', { mode: 'frozen' })
    await started.control.put(
      '/scenario',
      'rules: [{ id: late, when: { until: 60s }, fault: { status: 503 } }]',
    )
    for (let second = 0; second < 60; second += 20) {
      await fetch(`${started.simulator.url}/arbitrum/ping?at=${second}`)
      await started.control.post('/clock/advance', { by: '20s' })
    }
    // The chart is above the lanes, with their axis.
    const { page, complaints } = await openDashboard(DASHBOARD, { viewport: { width: 1920, height: 1080 } })
    const rows = () => page.locator('.request .n').allTextContents()
    await until(async () => expect(await rows()).toEqual(['#3', '#2', '#1']))
    const marks = page.locator('.lanes .mark')
    await until(async () => expect(await marks.count()).toBe(3))
    const second = await marks.nth(1).boundingBox()
    if (second === null) throw new Error('the mark has no place')
    const drag = async (fromX: number, toX: number, y: number) => {
      await page.mouse.move(fromX, y)
      await page.mouse.down()
      await page.mouse.move(toX, y, { steps: 3 })
      await page.mouse.up()
    }
    const choose = async (...of: Parameters<typeof drag>) => {
      await page.keyboard.down('Shift')
      await drag(...of)
      await page.keyboard.up('Shift')
    }
    await choose(second.x - 40, second.x + 40, second.y)
    await until(async () => expect(await rows()).toEqual(['#2']))
    expect(await page.locator('.detail').count()).toBe(0)
    expect(await marks.count()).toBe(1)
    const follows = page.getByRole('button', { name: 'Follow now' })
    expect(await follows.getAttribute('aria-pressed')).toBe('false')
    const words = await textOf(page, '.range')
    expect(words).toMatch(/^12:00:\d\d(\.\d)? – 12:00:\d\d(\.\d)?$/)
    const link = page.url()
    expect(link).toMatch(/from=.*&to=/)
    await page.reload()
    await until(async () => expect(await rows()).toEqual(['#2']))
    expect(await textOf(page, '.range')).toBe(words)
    // By keys: longer, earlier, and back to now.
    await page.locator('.lanes').focus()
    for (let times = 0; times < 8; times++) await page.keyboard.press('-')
    await until(async () => expect(await rows()).toEqual(['#3', '#2', '#1']))
    await page.keyboard.press('0')
    await until(async () => expect(await follows.getAttribute('aria-pressed')).toBe('true'))
    expect(page.url()).not.toContain('from=')
    // On the chart.
    const chart = await page.locator('.chart').boundingBox()
    if (chart === null) throw new Error('the chart has no place')
    await until(async () => expect(await marks.nth(1).boundingBox()).toEqual(second))
    const [x, y] = [second.x + second.width / 2, chart.y + 40]
    await choose(x - 40, x + 40, y)
    await until(async () => expect(await rows()).toEqual(['#2']))
    const rangeMs = () => {
      const range = new URLSearchParams(new URL(page.url()).hash.slice(1))
      return ['from', 'to'].map((key) => Date.parse(range.get(key) ?? ''))
    }
    const [fromMs, toMs] = rangeMs()
    // A plain drag pans: to the right, earlier.
    await drag(x, x + 60, y)
    await until(() => expect(rangeMs()[0]).toBeLessThan(fromMs))
    expect(rangeMs()[1] - rangeMs()[0]).toBe(toMs - fromMs)
    const panned = rangeMs()
    await page.mouse.wheel(0, -200)
    await until(() => expect(rangeMs()[0]).toBeGreaterThan(panned[0]))
    expect(rangeMs()[1] - rangeMs()[0]).toBeLessThan(toMs - fromMs)
    await page.mouse.dblclick(x, y)
    await until(async () => expect(await rows()).toEqual(['#3', '#2', '#1']))
    expect(page.url()).not.toContain('from=')
    expect(complaints).toEqual([])
  })

  test('Back leaves a range; candles of long ago load with its link', async () => {
    const { page } = await openDashboard()
    await page.goto(
      `${started.simulator.url}${DASHBOARD}?old#from=2025-11-01T12:00:00Z&to=2025-11-01T12:30:00Z`,
    )
    const slider = page.getByRole('slider', { name: /^Candles of/ })
    await until(async () => expect(await slider.getAttribute('aria-valuetext')).toContain('2025-11-01'))
    await page.getByRole('button', { name: 'Follow now' }).click()
    await until(async () => expect(await slider.getAttribute('aria-valuetext')).toContain('2026-03-01 12:00'))
    await page.goBack()
    await until(async () => expect(await slider.getAttribute('aria-valuetext')).toContain('2025-11-01'))
  })
})
