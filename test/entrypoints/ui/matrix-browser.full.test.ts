/**
 * The dashboard in six sizes, two themes, with and without rules and requests: the law is its layout, see `layout.ts`; the pictures in
 * `matrix/` are a coarse net below it. `GMX_SIM_TEST_PICTURES=write` writes them. And whether all can use it, see `axe.ts`.
 */
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import type { Page } from 'playwright-core'
import { beforeAll, describe, expect, test } from 'vitest'
import { axeFindings } from '../../support/axe.js'
import { hasChromium } from '../../support/chromium.js'
import { controlOf } from '../../support/control.js'
import {
  DASHBOARD,
  hasCount,
  isDialogGone,
  isLive,
  startDashboard,
  writeScenario,
} from '../../support/dashboard.js'
import { installed } from '../../support/installed.js'
import { layoutFaults } from '../../support/layout.js'
import { wish } from '../../support/needs.js'
import { differenceOf, readPicture } from '../../support/pictures.js'
import { until } from '../../support/until.js'

const SIZES = ['390x844', '768x1024', '1280x800', '1440x900', '1920x1080', '2560x1440'] as const
type Size = (typeof SIZES)[number]
/** Width of a picture: small, but recognisable. */
const pictureWidth = (width: number) => Math.max(width / 4, 400)
/** Of candles that rise. */
const RISING = { light: 'rgb(31, 119, 67)', dark: 'rgb(76, 192, 124)' }
/** Share of a picture that may differ: durations of requests and their order do. */
const TOLERANCE = 0.05

const pictureOf = (name: string) => new URL(`matrix/${name}.webp`, import.meta.url)
const FONTS = new URL('matrix/fonts.txt', import.meta.url)
const isWriting = process.env['GMX_SIM_TEST_PICTURES'] === 'write'

const SIXTY_RULES = Array.from({ length: 60 }, (_, n) => ({
  id: `rule-${n + 1}`,
  match: { base: n % 2 === 0 ? 'primary' : 'fallback', endpoint: n % 3 === 0 ? 'tickers' : 'tokens' },
  when: { after: `${n}s`, until: `${n + 9}s` },
  fault: n % 4 === 0 ? { stale: '6s' } : { status: n % 4 === 1 ? 429 : 503 },
}))
/** A crash of five assets with its recovery, and moves so near to it that their names have no room. */
const CRASH = [
  ...['ETH', 'BTC', 'SOL', 'AVAX', 'LINK'].map((asset) => {
    return { asset, at: '20s', move: '-18%', over: '30s', recover: { to: '-5%', over: '10m' } }
  }),
  { asset: 'ETH', at: '21s', move: '3%', over: '5s' },
  { asset: '*', at: '24s', move: '-2%' },
]

interface State {
  readonly session: string
  readonly symbol: string
  readonly sizes: readonly Size[]
  /** They alternate by size. */
  readonly themes: readonly ['light' | 'dark', 'light' | 'dark']
  readonly scenario?: unknown
  /** Number of requests in view, by size. */
  readonly leastRows?: Readonly<Partial<Record<Size, number>>>
}

/** The crowded one is looked at in every size. */
const STATES: readonly State[] = [
  { session: 'empty', symbol: 'ETH', sizes: ['390x844', '1440x900', '1920x1080'], themes: ['light', 'dark'] },
  {
    session: 'busy',
    symbol: 'ETH',
    sizes: SIZES,
    themes: ['dark', 'light'],
    scenario: { rules: SIXTY_RULES, events: CRASH },
  },
  {
    session: 'cheap',
    symbol: 'PEPE',
    sizes: ['768x1024', '1280x800', '1920x1080'],
    themes: ['light', 'dark'],
    scenario: { use: 'primary-outage' },
    leastRows: { '1280x800': 8, '1920x1080': 20 },
  },
]

interface Looks {
  /** Null where the chart is a line. */
  readonly rising: string | null
  /** Number of requests in view. */
  readonly rows: number
  readonly prices: string
}
const LOOKS = `(() => {
  const end = document.querySelector('.request-list')?.getBoundingClientRect().bottom
  const up = document.querySelector('.candles path.up')
  const rows = [...document.querySelectorAll('.request')].map((row) => row.getBoundingClientRect())
  return {
    rising: up && getComputedStyle(up).fill,
    prices: [...document.querySelectorAll('.candles > .tick, .candle, .last-price')].map((one) => one.textContent).join(' '),
    rows: rows.filter(({ bottom }) => bottom <= Math.min(end, innerHeight)).length,
  }
})()`

/** Layout shifts without user input; below one pixel in a thousand they are invisible. */
const NOTE_SHIFTS = `
  shifts = []
  new PerformanceObserver((list) => {
    for (const { value, sources } of list.getEntries())
      if (value > 0.001) shifts.push([value, ...sources.map(({ node }) => node?.outerHTML?.slice(0, 60))])
  }).observe({ type: 'layout-shift', buffered: true })
`

describe.skipIf(!hasChromium())('dashboard, layout', () => {
  const started = startDashboard({}, { isShared: true })

  beforeAll(async () => {
    for (const { session, scenario } of STATES) {
      await started.control.post('/sessions', { id: session, seed: 'matrix' })
      if (scenario !== undefined) await play(session, scenario)
    }
  })

  async function play(session: string, scenario: unknown): Promise<void> {
    const below = `${started.simulator.url}/s/${session}`
    const control = controlOf(below)
    expect((await control.put('/scenario', scenario)).status).toBe(200)
    for (let second = 0; second < 66; second++) {
      // A hanging base is not asked.
      const bases =
        session === 'busy' ? ['arbitrum', 'arbitrum-fallback', 'avalanche'] : ['arbitrum-fallback-2']
      for (const [n, base] of bases.entries())
        await fetch(`${below}/${base}/${n % 2 === 0 ? 'prices/tickers' : 'tokens'}`, {
          headers: { 'user-agent': ['my-dapp/1.4', 'trading-bot/2.0'][second % 2] },
        })
      await control.post('/clock/advance', { by: '1s' })
    }
  }

  test.each(STATES)('$session, $symbol', async (state) => {
    const { session, symbol, sizes, themes, scenario, leastRows = {} } = state
    const { page } = await started.openDashboard(`/s/${session}/__sim/ui/#symbol=${symbol}`)
    const helper = await started.browser.newPage()
    if (scenario !== undefined) await page.locator('.lanes .mark').first().waitFor()
    await page.locator('.candles path').first().waitFor()
    const fonts = await page.evaluate<string>(
      `(() => { const pen = document.createElement('canvas').getContext('2d'); pen.font = '14px system-ui'; return 'system-ui ' + pen.measureText('gmx-sim 0123456789').width.toFixed(1) })()`,
    )
    if (isWriting) writeFileSync(FONTS, `${fonts}\n`)
    const isSameFonts = wish(
      readFileSync(FONTS, 'utf8').trim() === fonts,
      'the pictures of the dashboard have another typeface',
      'install the typefaces of Debian’s chromium',
    )
    const faults: string[] = []
    for (const size of sizes) {
      const [width, height] = size.split('x').map(Number)
      const colorScheme = themes[SIZES.indexOf(size) % 2]
      const name = `${session}-${size}-${colorScheme}`
      await page.setViewportSize({ width, height })
      await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
      await isDrawn(page)
      faults.push(...(await layoutFaults(page)).map((fault) => `${name}: ${fault}`))
      const seen = await readPicture(helper, await page.screenshot(), pictureWidth(width))
      if (isWriting) writeFileSync(pictureOf(name), seen.file)
      const file = pictureOf(name)
      if (!existsSync(file)) faults.push(`${name}: there is no picture`)
      else if (isSameFonts) {
        const difference = differenceOf(seen, await readPicture(helper, readFileSync(file)))
        if (difference > TOLERANCE)
          faults.push(`${name}: ${(difference * 100).toFixed(1)} % differ from the picture`)
      }
      const { rising, rows, prices } = await page.evaluate<Looks>(LOOKS)
      if (rising !== (scenario === undefined ? RISING[colorScheme] : null))
        faults.push(`${name}: candles are ${rising}`)
      // Small ones have their digits: `0.0₅137499`.
      if (/0\.0000/.test(prices)) faults.push(`${name}: prices are ${prices}`)
      if (rows < (leastRows[size] ?? 0)) faults.push(`${name}: ${rows} rows in view`)
      await slideOver(page)
      faults.push(...(await layoutFaults(page)).map((fault) => `${name}, with a cross-hair: ${fault}`))
      await page.keyboard.press('Escape')
      await page.evaluate('document.activeElement.blur()')
    }
    expect(faults).toEqual([])
  })

  test.runIf(installed('axe')).each([
    [1280, 'light'],
    [400, 'dark'],
  ] as const)('%i px, %s: no part or dialog keeps anybody out', async (width, colorScheme) => {
    const { page } = await started.openDashboard('/s/cheap/__sim/ui/', {
      colorScheme,
      viewport: { width, height: 800 },
      bypassCSP: true,
    })
    const button = (name: string | RegExp) => page.getByRole('button', { name })
    /** Of the page, or of the part that has changed. */
    const isClean = async (part?: string) => {
      const { violations, passes } = await axeFindings(page, part)
      expect(violations).toEqual([])
      expect(passes).toBeGreaterThan(part === undefined ? 20 : 5)
    }
    const isDialogClean = async (look: string) => {
      await page.locator(look).first().waitFor()
      await isClean('dialog[open]')
      await page.keyboard.press('Escape')
      await isDialogGone(page)
    }
    await page.locator('.request').first().waitFor()
    await isClean()
    for (const name of ['Set clock…', 'Reset…', 'New session…', /^cheap of/, 'Keys', /^Break .*arbitrum$/]) {
      await button(name).click()
      await isDialogClean('dialog[open]')
    }
    await page.locator('.request').first().click()
    await page.locator('.detail .why').waitFor()
    const path = page.locator('.request .what').first()
    if (width === 1280) expect(await path.evaluate((it) => it.scrollWidth > it.clientWidth)).toBe(false)
    await page.getByText('Headers and body').click()
    await page.locator('.exchange h4').or(page.getByText('Not kept')).first().waitFor()
    await isClean('.detail')
    await page.keyboard.press('Escape')
    await button(/^Clients$/).click()
    await page.locator('.grades summary').first().click()
    await isClean('#journal')
    await button('Choose another').click()
    await page.locator('.scenarios .entry').first().click()
    await isDialogClean('details[open] .previewed')
    await button(/^Edit$/).click()
    await writeScenario(page, 'rules:\n  - { fault: { staus: 503 } }')
    await isDialogClean('.cm-lint-marker-error')
    await button('Move…').click()
    await isDialogClean('dialog[open]')
    await button('Copy as a command…').click()
    await isDialogClean('dialog textarea')
    expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(width)
  })

  /** Drawings have the size of their boxes. */
  async function isDrawn(page: Page): Promise<void> {
    await until(async () =>
      expect(
        await page.evaluate(
          `['.chart', '.lanes'].map((box) => Math.abs(document.querySelector(box).clientWidth - document.querySelector(box + ' svg').width.baseVal.value))`,
        ),
      ).toEqual([0, 0]),
    )
    await page.evaluate('new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn)))')
  }

  /** Shows the cross-hair on an earlier candle. */
  async function slideOver(page: Page): Promise<void> {
    await page.locator('.chart').focus()
    await page.keyboard.press('ArrowLeft')
    await until(async () => expect(await page.locator('.candles .cross').count()).toBeGreaterThan(2))
  }
})

describe.skipIf(!hasChromium())('dashboard, first visit', () => {
  const started = startDashboard()

  test('all parts are in sight on a first visit, in their places before the program runs, and do not shift', async () => {
    const { page } = await started.open('about:blank', { viewport: { width: 1280, height: 800 } })
    const placesOf = async () =>
      Promise.all(
        ['market', 'bases', 'incident', 'journal'].map((id) => page.locator(`#${id}`).boundingBox()),
      )
    await page.route('**/app.js*', (route) => route.abort())
    await page.goto(`${started.simulator.url}${DASHBOARD}`)
    const before = await placesOf()
    const titles = ['Market', 'Addresses for your client', 'Incident', 'Requests']
    expect(await page.locator('h2').allInnerTexts()).toEqual(titles)
    await page.unroute('**/app.js*')
    await page.addInitScript(NOTE_SHIFTS)
    await page.reload()
    await isLive(page)
    for (let times = 0; times < 5; times++) await started.ask('/arbitrum-fallback/ping')
    await hasCount(page.locator('.request'), 5)
    expect(await placesOf()).toEqual(before)
    expect(await page.evaluate('shifts')).toEqual([])
    const parts = [
      page.getByRole('slider', { name: 'Candles of ETH' }),
      ...(await page.locator('#bases tbody tr').all()),
      page.getByRole('button', { name: 'Try an incident' }),
      page.getByRole('heading', { name: 'Requests' }),
    ]
    for (const part of parts) {
      const { x, y, width, height } = (await part.boundingBox())!
      expect(y + height).toBeLessThanOrEqual(800)
      expect(x + width).toBeLessThanOrEqual(1280)
    }
  })

  test('each control can be reached by Tab, and shows that it has the focus', async () => {
    const { page } = await started.openDashboard()
    const wanted = await page.evaluate<number>(`
      [...document.querySelectorAll('button:not(:disabled, [tabindex="-1"]), select, input, a[href], [tabindex="0"]')]
        .filter((element) => element.checkVisibility()).length`)
    const seen = new Set<string>()
    for (let times = 0; times < wanted + 5; times++) {
      await page.keyboard.press('Tab')
      const [name, outline, markup] = await page.evaluate<[string, string, string]>(`(() => {
        const { activeElement: element } = document
        if (element === document.body) return ['', '', '']
        element.dataset.seen ??= String(document.querySelectorAll('[data-seen]').length)
        return [element.dataset.seen, getComputedStyle(element).outlineStyle + getComputedStyle(element).stroke, element.outerHTML.slice(0, 200)]
      })()`)
      if (name === '') continue
      seen.add(name)
      expect(outline, markup).not.toBe('nonenone')
    }
    expect(seen.size).toBe(wanted)
  })
})
