/** The time and the view of the dashboard, as somebody sets, ranges and links them, by mouse and by keys. */
import { describe, expect, test } from 'vitest'
import type { ControlReplies } from '../../../src/entrypoints/ui/replies.js'
import { hasChromium } from '../../support/chromium.js'
import {
  drag,
  hasCount,
  isCopied,
  isDialogGone,
  shows,
  startDashboard,
  textOf,
} from '../../support/dashboard.js'
import { until } from '../../support/until.js'

const FAILED = {
  id: 'keeps-serving',
  level: 'MUST',
  verdict: 'fail',
  because: '2 of 3 polls failed',
} as const
const GRADES: ControlReplies['GET /clients/grades'] = {
  scenario: 'busy',
  phase: 'recovery',
  leftMs: 59_001,
  skippedMs: 0,
  clients: [
    {
      ...{ userAgent: 'python-bot/2', address: '127.0.0.1', problem: null },
      ...{ verdict: 'fail', score: 20, judged: 4, of: 15 },
      checks: [{ ...FAILED, evidence: [2] }],
    },
  ],
}

describe.skipIf(!hasChromium())('dashboard, time', () => {
  const started = startDashboard()
  const { openDashboard, ask } = started
  const clock = async () => (await started.control.get('/clock')).body
  const advance = (by: string) => started.control.post('/clock/advance', { by })

  test('the clock goes forward, runs, is frozen and set; errors of the simulator are shown verbatim', async () => {
    const { page, complaints } = await openDashboard()
    const button = (name: string) => page.getByRole('button', { name, exact: true })
    const forward = (step: string) => page.getByRole('button', { name: `Go forward one ${step}` }).click()
    const isTime = (time: string) => shows(page, '.time time', new RegExp(`^2026-03-01 ${time} UTC$`))
    const set = async (label: string, value: string) => {
      await button('Set clock…').click()
      await page.getByLabel(label).fill(value)
      await button('Set').click()
      await isDialogGone(page)
    }
    await shows(page, '.time', /^2026-03-01 12:00:00 UTC\s+frozen$/)
    await forward('second')
    await isTime('12:00:01')
    await forward('minute')
    await isTime('12:01:01')
    await forward('hour')
    await isTime('13:01:01')
    await button('Run').click()
    await button('Freeze').click()
    await button('Run').waitFor()
    expect((await clock()).mode).toBe('frozen')
    expect((await clock()).now > '2026-03-01T13:01:01.000Z').toBe(true)

    await set('Virtual time, UTC', '2027-08-09T10:11:12')
    await shows(page, '.time time', '2027-08-09 10:11:12 UTC')
    // The rate alone is set, and the time stays as it is.
    await started.control.put('/clock', { at: '2099-12-31T23:30:00.250Z' })
    await shows(page, '.time time', '2099-12-31 23:30:00')
    await set('Virtual seconds per real second', '60')
    expect(await clock()).toEqual({ now: '2099-12-31T23:30:00.250Z', mode: 'frozen', rate: 60 })
    await forward('hour')
    await shows(page, '.notice', 'the clock cannot go beyond 2100')
    // The browser logs rejected calls itself.
    expect(complaints.splice(0)).toEqual([expect.stringContaining('400 (Bad Request)')])
  })

  test('a range of time is dragged, shown by lanes and list alike, linked, and left again', async () => {
    const rules = [{ id: 'late', when: { until: '60s' }, fault: { status: 503 } }]
    await started.control.put('/scenario', { rules })
    for (let second = 0; second < 60; second += 20) {
      await ask(`/arbitrum/ping?at=${second}`)
      await advance('20s')
    }
    const { page } = await openDashboard()
    const lists = (...wanted: string[]) =>
      until(async () => expect(await page.locator('.request .n').allTextContents()).toEqual(wanted))
    const marks = page.locator('.lanes .mark')
    await lists('#3', '#2', '#1')
    await hasCount(marks, 3)
    const second = (await marks.nth(1).boundingBox())!
    await page.keyboard.down('Shift')
    await drag(page, [second.x - 40, second.y], [second.x + 40, second.y])
    await page.keyboard.up('Shift')
    await lists('#2')
    await hasCount(marks, 1)
    await hasCount(page.locator('.detail'), 0)
    const follows = page.getByRole('button', { name: 'Follow now' })
    expect(await follows.getAttribute('aria-pressed')).toBe('false')
    const words = await textOf(page, '.range')
    expect(words).toMatch(/^12:00:\d\d(\.\d)? – 12:00:\d\d(\.\d)?$/)
    expect(page.url()).toMatch(/from=.*&to=/)
    await page.reload()
    await lists('#2')
    expect(await textOf(page, '.range')).toBe(words)
    // By keys: longer, earlier, and back to now.
    await page.locator('.lanes').focus()
    for (let times = 0; times < 8; times++) await page.keyboard.press('-')
    await lists('#3', '#2', '#1')
    await page.keyboard.press('0')
    await until(async () => expect(await follows.getAttribute('aria-pressed')).toBe('true'))
    expect(page.url()).not.toContain('from=')
  })

  test('the slider shows what the addresses would have answered at an instant, by keys and in its link', async () => {
    await started.control.put(
      '/scenario',
      `rules:
  - { id: late, match: { base: primary }, when: { after: 10s, until: 20s }, fault: { status: 503 } }
  - { id: busy, match: { base: fallback }, fault: { rateLimit: { requests: 1, per: 1m } } }`,
    )
    await advance('22s')
    const { page } = await openDashboard()
    const answers = (...wanted: string[]) =>
      until(async () => {
        const fates = await page.locator('#bases .fate .outcome').allInnerTexts()
        expect(fates.slice(0, 2).map((text) => text.replace(/\s+/g, ' '))).toEqual(wanted)
      })
    await page.getByRole('slider', { name: 'Instant that the addresses show' }).focus()
    for (let times = 0; times < 50; times++) await page.keyboard.press('ArrowLeft')
    await shows(page, '#bases thead', 'Response at 12:00:17 (+0:17)')
    await answers('!503', expect.stringMatching(/^·depends on count: /))
    await hasCount(page.locator('.lanes line.shown'), 1)
    expect(page.url()).toContain('at=2026-03-01T12%3A00%3A17.000Z')
    // The price is that of the shown second.
    const { assets } = (await started.control.get('/market/assets?at=2026-03-01T12:00:17Z')).body
    const price = Number(assets.find(({ symbol }: { symbol: string }) => symbol === 'ETH').price)
    const digits = { maximumFractionDigits: 2, minimumFractionDigits: 2 }
    await shows(page, '.last-price', price.toLocaleString('en-US', digits))
    expect(await textOf(page, '.last-price')).toContain('at 12:00:17 (+0:17)')
    await page.reload()
    await answers('!503', expect.stringMatching(/^·depends on count: /))
    await page.getByRole('button', { name: 'Follow now' }).click()
    await shows(page, '#bases thead', 'Response now')
    await answers('✓data', '✓data')
  })

  test('the failed requests of a client are a link, also with one of them open; Back leaves both', async () => {
    const rules = [{ match: { endpoint: 'tickers' }, fault: { status: 429, retryAfter: '40s' } }]
    await started.control.put('/scenario', { rules })
    for (const client of ['python-bot/2', 'node-bot/1'])
      for (const path of ['/arbitrum/ping', '/arbitrum/prices/tickers', '/arbitrum-fallback/prices/tickers'])
        await ask(path, { 'user-agent': client })
    const { page } = await openDashboard()
    await page.route('**/__sim/v1/clients/grades', (route) => route.fulfill({ json: GRADES }))
    const lists = (...wanted: string[]) =>
      until(async () => expect(await page.locator('.request .n').allTextContents()).toEqual(wanted))
    await page.getByRole('button', { name: 'Clients', exact: true }).click()
    const row = page.getByRole('row', { name: /^python-bot/ })
    // All but the rate and the longest outage, which are of real time.
    await until(async () => {
      const facts = await row.locator('td, th').allTextContents()
      expect([facts.slice(0, 2), facts.slice(3, 9)]).toEqual([
        ['python-bot/2 127.0.0.1', '3'],
        ['arbitrum, arbitrum-fallback', '2', '0', '0', '1', '–'],
      ])
    })
    await row.getByTitle('Show its failed requests').click()
    await lists('#3', '#2')
    expect(await page.getByLabel('Client', { exact: true }).inputValue()).toBe('python-bot/2')
    await page.getByRole('button', { name: 'Copy link to this view' }).click()
    const link = page.url()
    expect(link).toContain('only.client=python-bot%2F2')
    await isCopied(page, link)
    await page.locator('#request-2').click()
    await page.getByRole('button', { name: 'Copy link to #2' }).click()
    await isCopied(page, `${link}&request=2`)
    await page.reload()
    await shows(page, '.detail h3', /^Request #2$/)
    await lists('#3', '#2')
    await page.goBack()
    await hasCount(page.locator('.detail'), 0)
    await page.goBack()
    // A grade leads to the request that cost most.
    await shows(page, '[aria-label="Grades"] h3', /^busy recovery; final grades in 1 min$/)
    const words = 'fail, score 20, 4 of 15 checks: 2 of 3 polls failed'
    await shows(page, '[aria-label="Grades"] summary', new RegExp(`^python-bot/2 127\\.0\\.0\\.1 ${words}$`))
    await page.locator('[aria-label="Grades"] summary').press('Enter')
    await shows(page, '[aria-label="Grades"] li', /^fail keeps-serving MUST 2 of 3 polls failed #2$/)
    await page.locator('[aria-label="Grades"] li').getByRole('button', { name: '#2' }).click()
    await shows(page, '.detail h3', /^Request #2$/)
  })

  test('keys: filter, go to a time, freeze and run, and the list of them', async () => {
    const rules = [{ when: { until: '5s' }, fault: { status: 503 } }]
    await started.control.put('/scenario', { rules })
    await advance('10s')
    await ask('/arbitrum/ping')
    const { page } = await openDashboard()
    const isFocused = (selector: string) => page.locator(`${selector}:focus`).waitFor()
    const blur = () => page.evaluate('document.activeElement.blur()')
    await page.keyboard.press('?')
    await page.getByRole('dialog', { name: 'Keys' }).waitFor()
    // The browser reports the end of the first dialog once the second is open.
    await page.evaluate(`
      document.querySelector('dialog[open]').close()
      document.dispatchEvent(new KeyboardEvent('keydown', { key: 'g' }))
    `)
    await isFocused('input[name=at]')
    // Typing replaces the present time.
    await page.keyboard.type('+0:02')
    await page.keyboard.press('Enter')
    await shows(page, '#bases thead', 'Response at 12:00:02 (+0:02)')
    await until(async () => expect(await page.locator('#bases .fate').first().innerText()).toContain('503'))
    // The request that is nearest is chosen.
    await hasCount(page.locator('#request-1.chosen'), 1)
    await isDialogGone(page)
    await blur()
    await page.keyboard.press('/')
    await isFocused('[aria-label=Text]')
    await page.keyboard.press('Enter')
    await isFocused('.request-list')
    await blur()
    let arrive = () => {}
    const arrival = new Promise<void>((resolve) => {
      arrive = resolve
    })
    await page.route('**/__sim/v1/scenarios', async (route) => {
      await arrival
      await route.continue()
    })
    // The next key is for the dialog, however soon it follows.
    const focused = await page.evaluate(`
      document.dispatchEvent(new KeyboardEvent('keydown', { key: 'l' }))
      Promise.resolve().then(() => {}).then(() => document.activeElement.type)
    `)
    expect(focused).toBe('search')
    // Enter takes the best match, also before the library has come.
    await page.keyboard.type('primary outage')
    await page.keyboard.press('Enter')
    arrive()
    await shows(page, '.playing', 'primary-outage')
    await isDialogGone(page)
    await page.keyboard.press('l')
    await isFocused('[type=search]')
    await page.keyboard.type('no such incident')
    await page.keyboard.press('Enter')
    await page.getByRole('alert').getByText('Look for something else').waitFor()
    await page.getByRole('button', { name: 'Close' }).click()
    await isDialogGone(page)
    await page.keyboard.press('p')
    await until(async () => expect((await clock()).mode).toBe('real'))
    await page.getByRole('button', { name: 'Keys', exact: true }).click()
    await page.getByLabel('Single keys act').uncheck()
    await page.keyboard.press('Escape')
    await isDialogGone(page)
    await page.keyboard.press('m')
    // Drawn, if there were one, with the next frame.
    await page.evaluate('new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn)))')
    expect(await page.locator('dialog').count()).toBe(0)
  })

  test('requests are marks in the lane of their base, and keys lead from one to the next and into its cause', async () => {
    await started.control.put(
      '/scenario',
      'rules:\n  - { id: odd, when: { every: 2 }, fault: { status: 503 } }',
    )
    const { page } = await openDashboard()
    for (const path of ['/arbitrum/ping', '/arbitrum/ping', '/arbitrum-fallback/ping']) {
      await ask(path)
      await started.control.post('/clock/advance', { by: '10s' })
    }
    const marks = page.locator('.lanes .mark')
    await until(async () =>
      expect(await marks.evaluateAll((all) => all.map((mark) => mark.getAttribute('class')))).toEqual([
        'mark good',
        'mark error',
        'mark good',
      ]),
    )
    const isOn = (name: RegExp) =>
      until(async () =>
        expect(await page.evaluate('document.activeElement.getAttribute("aria-label")')).toMatch(name),
      )
    await page.locator('.lanes').focus()
    await page.keyboard.press('Tab')
    await isOn(/^#1 arbitrum GET \/ping: 200 ok in \d+ ms$/)
    await page.keyboard.press('ArrowDown')
    await isOn(/^#3 arbitrum-fallback /)
    await page.keyboard.press('ArrowUp')
    await page.keyboard.press('End')
    await isOn(/^#2 arbitrum GET \/ping: 503 error in \d+ ms, rule odd$/)
    await page.keyboard.press('Enter')
    await shows(page, '.detail .why', /^Rule odd fired, on match 2\.$/)
    expect(await page.evaluate('document.activeElement.id')).toBe('detail-title')
    // Marks are narrow: a press beside one opens it.
    const { x, y, width } = (await marks.nth(2).boundingBox())!
    await page.mouse.click(x + width + 5, y + 2)
    await shows(page, '.detail h3', /^Request #3$/)
  })
})
