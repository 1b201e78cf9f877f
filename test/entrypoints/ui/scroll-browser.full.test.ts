/** Ten thousand requests on the dashboard: they scroll as ten do, as only what is seen is made. */
import type { Page } from 'playwright-core'
import { beforeAll, describe, expect, test } from 'vitest'
import { hasChromium } from '../../support/chromium.js'
import { startDashboard, textOf } from '../../support/dashboard.js'
import { type MainThread, mainThreadWhile } from '../../support/main-thread.js'
import { until } from '../../support/until.js'

const MANY = 10_000
/** Work that takes a quiet machine about 60 ms, which is perceived as a hitch: no task of the page may take longer. */
const HITCH = '{ let sum = 0; for (let i = 0; i < 6e7; i++) sum += i % 7; sum }'

const SCENARIO = `rules:
  - { id: limited, match: { base: primary }, when: { every: 7 }, fault: { status: 429 } }
  - { id: cut, match: { base: fallback }, when: { every: 5 }, fault: { reset: before } }
`

describe.skipIf(!hasChromium())('dashboard, ten thousand requests', () => {
  const started = startDashboard({}, { isShared: true })
  beforeAll(async () => {
    await started.control.put('/scenario', SCENARIO)
    const bases = ['arbitrum', 'arbitrum-fallback', 'avalanche']
    // A connection that a rule cuts may take a request with it that was never read.
    let left = MANY * 1.05
    const askOn = async () => {
      for (let n = left--; n > 0; n = left--) {
        if (n % 100 === 0) await started.control.post('/clock/advance', { by: '1s' })
        const reply = await fetch(`${started.simulator.url}/${bases[n % 3]}/ping`).catch(() => undefined)
        await reply?.arrayBuffer()
      }
    }
    await Promise.all(Array.from({ length: 16 }, askOn))
  })

  const rowsMade = (page: Page) => page.locator('.request').count()

  async function openWithMany(): Promise<Page> {
    const { page } = await started.openDashboard()
    await until(async () =>
      expect(Number((await textOf(page, '.counted')).replace(',', ''))).toBeGreaterThanOrEqual(MANY),
    )
    // Playwright injects its own scripts on first use.
    await frame(page)
    await page.locator('.request-list').evaluate(() => {})
    return page
  }

  /** By wheel, by key and by dragging, from one end to the other and back. */
  async function scrollThrough(page: Page): Promise<void> {
    const list = page.locator('.request-list')
    await list.hover()
    for (let times = 0; times < 40; times++) {
      await page.mouse.wheel(0, times % 2 === 0 ? 900 : 9000)
      await frame(page)
    }
    await list.focus()
    for (const key of ['PageDown', 'PageDown', 'ArrowDown', 'End', 'PageUp', 'ArrowUp', 'Home']) {
      await page.keyboard.press(key)
      await frame(page)
    }
    for (let part = 0; part <= 1; part += 0.02) {
      await list.evaluate((it, part) => {
        it.scrollTop = part * it.scrollHeight
      }, part)
      await frame(page)
    }
  }

  const frame = (page: Page) => page.evaluate('new Promise((done) => requestAnimationFrame(() => done()))')

  const busyMs = ({ tasksMs }: MainThread) => tasksMs.reduce((sum, ms) => sum + ms, 0)

  /** The third longest: a busy machine prolongs single ones. */
  const recurrentMs = ({ tasksMs }: MainThread) => tasksMs[2]

  /** CPU time of a hitch on this machine, by the same trace. */
  const hitchMs = async (page: Page) =>
    recurrentMs(
      await mainThreadWhile(started.browser, page, async () => {
        for (let times = 0; times < 5; times++) await page.evaluate(HITCH)
      }),
    )

  const told = (scrolled: MainThread) => {
    const longest = scrolled.tasksMs.slice(0, 3).map((ms) => ms.toFixed(1))
    const each = (busyMs(scrolled) / scrolled.frames).toFixed(1)
    return `${scrolled.frames} frames, ${each} ms of CPU for each, longest tasks ${longest.join(', ')} ms`
  }

  test('a few rows are made, whichever part of them is seen', async () => {
    const page = await openWithMany()
    expect(await rowsMade(page)).toBeLessThan(60)
    await page.locator('.request-list').focus()
    await page.keyboard.press('End')
    // The oldest that is kept.
    const last = page.locator(`.request[aria-posinset="${MANY}"]`)
    await until(async () => expect(await last.count()).toBe(1))
    expect(await rowsMade(page)).toBeLessThan(60)
    expect(await page.locator('.lanes .mark').count()).toBeLessThan(2000)
  })

  test('they scroll without a hitch while others come, by the trace of the browser', async () => {
    const page = await openWithMany()
    let isOver = false
    const coming = (async () => {
      while (!isOver) await (await fetch(`${started.simulator.url}/avalanche/ping`)).arrayBuffer()
    })()
    const scrolled = await mainThreadWhile(started.browser, page, () => scrollThrough(page))
    isOver = true
    await coming
    console.log(`10,000 requests scrolled while others came: ${told(scrolled)}`)
    expect(scrolled.tasksMs.length).toBeGreaterThan(200)
    expect(scrolled.frames).toBeGreaterThan(90)
    expect(recurrentMs(scrolled)).toBeLessThan(await hitchMs(page))
  })

  test('requests that are no longer kept are counted in the lanes, and hatched', async () => {
    const page = await openWithMany()
    const unkept = page.locator('.lanes .unkept')
    await until(async () =>
      expect(await unkept.getAttribute('aria-label')).toMatch(/^oldest kept: 12:\d\d:\d\d$/),
    )
    const counted = page.locator('.lanes [data-lane="arbitrum"] .counted-marks')
    expect((await counted.evaluateAll((all) => all.map((one) => one.getAttribute('class')))).sort()).toEqual([
      'counted-marks error',
      'counted-marks good',
    ])
  })
})
