/** The dashboard as a whole: what it asks for and says, whether all can use it, and how it looks at any width. */
import { readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import type { Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { axeFindings } from '../../support/axe.js'
import { hasChromium } from '../../support/chromium.js'
import { ROOT } from '../../support/cli.js'
import {
  coloursIn,
  DASHBOARD,
  isLive,
  startDashboard,
  textOf,
  writeScenario,
} from '../../support/dashboard.js'
import { installed } from '../../support/installed.js'
import { until } from '../../support/until.js'

const BUDGET_BYTES = 48_000
/** Sent when a scenario is first edited. */
const EDITOR = 'editor.js.gz'
const EDITOR_BUDGET_BYTES = 165_000
const FILES = join(ROOT, 'dist/ui')

test('the dashboard: at most 48 kB as it is first sent, and an editor', () => {
  const sizeOf = (file: string) => statSync(join(FILES, file)).size
  expect(readdirSync(FILES).sort()).toEqual(['app.css.gz', 'app.js.gz', EDITOR])
  const bytes = sizeOf('app.css.gz') + sizeOf('app.js.gz')
  expect(bytes).toBeLessThan(BUDGET_BYTES)
  expect(bytes).toBeGreaterThan(BUDGET_BYTES / 4)
  expect(sizeOf(EDITOR)).toBeLessThan(EDITOR_BUDGET_BYTES)
})

test('the dashboard: no markup is made of text', () => {
  const script = gunzipSync(readFileSync(join(FILES, 'app.js.gz'))).toString()
  // Objects of styles are set one by one, which the policy allows; only as text it does not.
  const sources = readdirSync(join(ROOT, 'src/entrypoints/ui'), { recursive: true, encoding: 'utf8' })
    .filter((file) => /\.tsx?$/.test(file))
    .map((file) => readFileSync(join(ROOT, 'src/entrypoints/ui', file), 'utf8'))
  expect(sources.length).toBeGreaterThan(20)
  for (const source of sources)
    expect(source).not.toMatch(/innerHTML|outerHTML|insertAdjacentHTML|document\.write|\bstyle=("|\{[`'"])/)
  expect(script).not.toMatch(/\beval\(|new Function\(/)
})

describe.skipIf(!hasChromium())('dashboard', () => {
  const started = startDashboard()
  const { openDashboard } = started

  async function withTraffic(): Promise<void> {
    await started.control.post('/reset')
    await started.control.put('/scenario', { use: 'primary-outage' })
    await started.control.post('/clock/advance', { by: '15s' })
    for (const base of ['arbitrum', 'arbitrum-fallback', 'avalanche'])
      for (const path of ['ping', 'tokens', 'prices/tickers', 'nothing'])
        await fetch(`${started.simulator.url}/${base}/${path}`, { signal: AbortSignal.timeout(300) }).catch(
          () => {},
        )
  }

  test('requests only its own server, keeps one stream open, and logs no errors', async () => {
    await withTraffic()
    const { page, asked, complaints } = await openDashboard(`${DASHBOARD}#period=1m`)
    const ended = endedStreams(page)
    const watched = () => asked.flatMap((url) => /\/watch\?.*period=(\w+)/.exec(url)?.[1] ?? [])
    expect(watched()).toEqual(['1m'])
    await page.getByLabel('Period').selectOption('15m')
    await until(() => expect(watched()).toEqual(['1m', '15m']))
    expect(
      asked.filter((url) => !url.startsWith(`${started.simulator.url}/`) && !url.startsWith('data:')),
    ).toEqual([])
    await until(() => expect(ended).toEqual([expect.stringContaining('period=1m')]))
    expect(complaints).toEqual([])
  })

  test('a hidden tab closes its stream and resumes with its state', async () => {
    const { page, asked } = await openDashboard()
    const streams = () => asked.filter((url) => url.includes('/watch?')).length
    const hide = (isHidden: boolean) =>
      page.evaluate(`Object.defineProperty(document, 'hidden', { value: ${isHidden}, configurable: true })
        document.dispatchEvent(new Event('visibilitychange'))`)
    const ended = endedStreams(page)
    await hide(true)
    await until(() => expect(ended.length).toBe(1))
    await until(async () => expect(await textOf(page, '.connection')).toBe('Paused'))
    await started.control.post('/clock/advance', { by: '1h' })
    expect(streams()).toBe(1)
    await hide(false)
    await until(async () => expect(await textOf(page, '.time time')).toBe('2026-03-01 13:00:00 UTC'))
    expect(await textOf(page, '.connection')).toBe('Live')
    expect(streams()).toBe(2)
  })

  test('its policy allows no script but its own, no frame around it and no form elsewhere', async () => {
    const reply = await fetch(`${started.simulator.url}${DASHBOARD}`)
    const policy = reply.headers.get('content-security-policy') ?? ''
    for (const words of ["default-src 'none'", "script-src 'self'", "style-src 'self'", "connect-src 'self'"])
      expect(policy).toContain(words)
    for (const words of ["base-uri 'none'", "form-action 'none'", "frame-ancestors 'none'"])
      expect(policy).toContain(words)
    expect(policy).not.toMatch(/unsafe|https?:|\*/)
    const { page, complaints } = await openDashboard()
    await page.evaluate(
      `document.body.append(Object.assign(document.createElement('script'), { textContent: 'window.ran = 1' }))`,
    )
    expect(await page.evaluate('window.ran')).toBeUndefined()
    expect(complaints.join()).toContain('Content Security Policy')
  })

  test('at 1280 x 800 a first visitor sees the chart, the addresses and a way into an incident', async () => {
    await started.control.post('/reset')
    const { page } = await openDashboard(DASHBOARD, { viewport: { width: 1280, height: 800 } })
    const seen = [
      page.getByRole('slider', { name: 'Candles of ETH' }),
      ...(await page.locator('#bases tbody tr').all()),
      page.getByRole('button', { name: 'Try an incident' }),
      page.getByRole('heading', { name: 'Requests' }),
    ]
    for (const part of seen) {
      const box = await part.boundingBox()
      expect((box?.y ?? 9999) + (box?.height ?? 0)).toBeLessThanOrEqual(800)
      expect((box?.x ?? 9999) + (box?.width ?? 0)).toBeLessThanOrEqual(1280)
    }
  })

  test('the parts are in their places before the program runs', async () => {
    const { page } = await started.open('about:blank', { viewport: { width: 1280, height: 800 } })
    await page.route('**/app.js*', (route) => route.abort())
    await page.goto(`${started.simulator.url}${DASHBOARD}`)
    const placesOf = async () =>
      Promise.all(
        ['market', 'bases', 'incident', 'journal'].map((id) => page.locator(`#${id}`).boundingBox()),
      )
    const before = await placesOf()
    expect(await page.locator('h2').allInnerTexts()).toEqual([
      'Market',
      'Addresses for your client',
      'Incident',
      'Requests',
    ])
    await page.unroute('**/app.js*')
    await page.reload()
    await isLive(page)
    expect(await placesOf()).toEqual(before)
  })

  test('it follows the system from light to dark, the candles too', async () => {
    const { page } = await openDashboard(DASHBOARD, { colorScheme: 'light' })
    await until(async () => expect(await coloursIn(page, '.chart')).toContain('rgb(31, 119, 67)'))
    await page.emulateMedia({ colorScheme: 'dark' })
    await until(async () => expect(await coloursIn(page, '.chart')).toContain('rgb(76, 192, 124)'))
    expect(await coloursIn(page, '.chart')).not.toContain('rgb(31, 119, 67)')
  })

  test('the layout does not shift while data arrives', async () => {
    await withTraffic()
    const { page } = await started.open('about:blank', { viewport: { width: 1280, height: 800 } })
    await page.addInitScript(`window.shifts = []
      new PerformanceObserver((list) => {
        for (const { value, sources } of list.getEntries())
          window.shifts.push([value, ...sources.map(({ node, previousRect: a, currentRect: b }) =>
            [a.x, a.y, '→', b.x, b.y, node?.outerHTML?.slice(0, 60)].join(' '))])
      }).observe({ type: 'layout-shift', buffered: true })`)
    await page.goto(`${started.simulator.url}${DASHBOARD}`)
    await isLive(page)
    for (let times = 0; times < 5; times++) await fetch(`${started.simulator.url}/arbitrum-fallback/ping`)
    await until(async () => expect(await textOf(page, '.session dl')).toContain('Requests\n17'))
    expect(await shiftsOn(page)).toEqual([])
  })

  test.runIf(installed('axe')).each([
    [1280, 'light'],
    [400, 'dark'],
  ] as const)(
    '%i px, %s: lanes, list, detail, clients, library, editor and dialogs keep nobody out',
    async (width, colorScheme) => {
      await started.control.post('/reset')
      await started.control.put('/scenario', { use: 'primary-outage' })
      await started.control.post('/clock/advance', { by: '15s' })
      for (const base of ['arbitrum', 'arbitrum-fallback', 'arbitrum-fallback-2'])
        for (const path of ['ping', 'prices/tickers', 'nothing'])
          await (await fetch(`${started.simulator.url}/${base}/${path}`)).arrayBuffer()
      const { page } = await started.openDashboard(DASHBOARD, {
        colorScheme,
        viewport: { width, height: 800 },
        bypassCSP: true,
      })
      const clean = async () => expect((await axeFindings(page)).violations).toEqual([])
      await until(async () => expect(await page.locator('.request').count()).toBe(9))
      await clean()
      expect((await axeFindings(page)).passes).toBeGreaterThan(20)
      for (const name of [
        'Set clock…',
        'Reset…',
        'New session…',
        'Default session ▾',
        'Keys',
        /^Break .*arbitrum$/,
      ]) {
        await page.getByRole('button', { name }).click()
        await page.locator('dialog[open]').waitFor()
        await clean()
        await page.keyboard.press('Escape')
      }
      await page.locator('.request').first().click()
      await page.locator('.detail .why').waitFor()
      await page.getByText('Headers and body').click()
      await page.locator('.exchange h4').or(page.getByText('Not kept')).first().waitFor()
      await clean()
      await page.keyboard.press('Escape')
      await page.getByRole('button', { name: 'Clients', exact: true }).click()
      await page.locator('.grades details').first().waitFor()
      await page.locator('.grades summary').first().click()
      await clean()
      await page.getByRole('button', { name: 'Choose another' }).click()
      await page.locator('.scenarios .entry').first().click()
      await page.locator('details[open] .previewed').waitFor()
      await clean()
      await page.keyboard.press('Escape')
      await page.getByRole('button', { name: 'Edit', exact: true }).click()
      await writeScenario(page, 'rules:\n  - { fault: { staus: 503 } }')
      await page.locator('.cm-lint-marker-error').waitFor()
      await clean()
      await page.keyboard.press('Escape')
      await page.getByRole('button', { name: 'Move…' }).click()
      await clean()
      await page.getByRole('button', { name: 'Crash −20 %' }).click()
      await page.getByRole('button', { name: 'Undo last move' }).waitFor()
      await page.getByRole('button', { name: 'Copy as a command…' }).click()
      await page.getByLabel('Command', { exact: true }).waitFor()
      await clean()
      await page.keyboard.press('Escape')
      expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(width)
      await page.close()
    },
  )

  test('each control can be reached by Tab, and shows that it has the focus', async () => {
    const { page } = await openDashboard()
    const wanted =
      (await page.evaluate(`[...document.querySelectorAll('button:not(:disabled, [tabindex="-1"]), select, input, a[href], [tabindex="0"]')]
      .filter((element) => element.checkVisibility()).length`)) as number
    const seen = new Set<string>()
    for (let times = 0; times < wanted + 5; times++) {
      await page.keyboard.press('Tab')
      const [name, outline, markup] = (await page.evaluate(`(() => {
        const { activeElement: element } = document
        if (element === document.body) return ['', '', '']
        element.dataset.seen ??= String(document.querySelectorAll('[data-seen]').length)
        return [element.dataset.seen, getComputedStyle(element).outlineStyle + getComputedStyle(element).stroke, element.outerHTML.slice(0, 200)]
      })()`)) as [string, string, string]
      if (name === '') continue
      seen.add(name)
      expect(outline, markup).not.toBe('nonenone')
    }
    expect(seen.size).toBe(wanted)
  })
})

/** The streams that the page has given up, from now on. */
function endedStreams(page: Page): string[] {
  const ended: string[] = []
  for (const event of ['requestfailed', 'requestfinished'] as const)
    page.on(event as 'requestfailed', (request) => {
      if (request.url().includes('/watch?')) ended.push(request.url())
    })
  return ended
}

/** Layout shifts without user input; below one pixel in a thousand they are invisible. */
async function shiftsOn(page: Page): Promise<unknown[]> {
  const shifts = (await page.evaluate('window.shifts')) as [number, ...string[]][]
  return shifts.filter(([value]) => value > 0.001)
}
