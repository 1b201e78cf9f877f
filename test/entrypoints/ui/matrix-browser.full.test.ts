/**
 * The dashboard in six sizes, two themes, with and without rules and requests: the law is its layout, see `layout.ts`; the pictures in
 * `matrix/` are a coarse net below it. `GMX_SIM_TEST_PICTURES=write` writes them.
 */
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import type { Page } from 'playwright-core'
import { beforeAll, describe, expect, test } from 'vitest'
import { hasChromium } from '../../support/chromium.js'
import { controlOf } from '../../support/control.js'
import { isLive, startDashboard } from '../../support/dashboard.js'
import { layoutFaults } from '../../support/layout.js'
import { wish } from '../../support/needs.js'
import { differenceOf, readPicture, writePicture } from '../../support/pictures.js'
import { until } from '../../support/until.js'

const SIZES = ['390x844', '768x1024', '1280x800', '1440x900', '1920x1080', '2560x1440'] as const
/** Width of a picture: small, but recognisable. */
const pictureWidth = (width: number) => Math.max(width / 4, 400)
/** Share of a picture that may differ: durations of requests and their order do. */
const TOLERANCE = 0.05

const pictureOf = (name: string) => new URL(`matrix/${name}.png`, import.meta.url)
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
  readonly themes: readonly ['light' | 'dark', 'light' | 'dark']
  readonly scenario?: unknown
}

/** The themes alternate by size. */
const STATES: readonly State[] = [
  { session: 'empty', symbol: 'ETH', themes: ['light', 'dark'] },
  {
    session: 'busy',
    symbol: 'ETH',
    themes: ['dark', 'light'],
    scenario: { rules: SIXTY_RULES, events: CRASH },
  },
  { session: 'cheap', symbol: 'PEPE', themes: ['light', 'dark'], scenario: { use: 'primary-outage' } },
]

describe.skipIf(!hasChromium())('dashboard, layout', () => {
  const started = startDashboard({}, { isShared: true })
  let helper: Page

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

  test.each(STATES)('$session, $symbol', async ({ session, symbol, themes, scenario }) => {
    const { page, complaints } = await started.open(`/s/${session}/__sim/ui/#symbol=${symbol}`)
    helper = await started.browser.newPage()
    await isLive(page)
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
    for (const [index, size] of SIZES.entries()) {
      const [width, height] = size.split('x').map(Number)
      const colorScheme = themes[index % 2]
      const name = `${session}-${size}-${colorScheme}`
      await page.setViewportSize({ width, height })
      await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
      await isDrawn(page)
      faults.push(...(await layoutFaults(page)).map((fault) => `${name}: ${fault}`))
      const seen = await readPicture(helper, await page.screenshot(), pictureWidth(width))
      if (isWriting) writeFileSync(pictureOf(name), writePicture(seen))
      const file = pictureOf(name)
      if (!existsSync(file)) faults.push(`${name}: there is no picture`)
      else if (isSameFonts) {
        const difference = differenceOf(seen, await readPicture(helper, readFileSync(file)))
        if (difference > TOLERANCE)
          faults.push(`${name}: ${(difference * 100).toFixed(1)} % differ from the picture`)
      }
      await slideOver(page)
      faults.push(...(await layoutFaults(page)).map((fault) => `${name}, with a cross-hair: ${fault}`))
      await page.keyboard.press('Escape')
      await page.evaluate('document.activeElement.blur()')
    }
    expect(faults).toEqual([])
    expect(complaints).toEqual([])
  })

  test.each(['SATS', 'PEPE', 'BTC'])(
    'prices of %s at each size and period have their digits',
    async (symbol) => {
      const { page } = await started.open(`/__sim/ui/#symbol=${symbol}`)
      await isLive(page)
      const faults: string[] = []
      for (const size of ['390x844', '1280x800'])
        for (const period of ['1m', '1d']) {
          const [width, height] = size.split('x').map(Number)
          await page.setViewportSize({ width, height })
          await page.getByLabel('Period').selectOption(period)
          await until(async () => expect(await page.locator('.candles > .tick').count()).toBeGreaterThan(2))
          await isDrawn(page)
          await slideOver(page)
          faults.push(...(await layoutFaults(page)).map((fault) => `${size}, ${period}: ${fault}`))
          const shown = await page
            .locator('.candles > .tick, text.price-name, .candle, .last-price')
            .allTextContents()
          faults.push(...shown.filter((words) => /0\.0000/.test(words)))
        }
      expect(faults).toEqual([])
    },
  )

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
