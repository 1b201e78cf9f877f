/** The requests of the dashboard, as somebody uses them to find what went wrong. */
import type { Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { createLocalFetch } from '../../../src/server/http/local/fetch.js'
import { hasChromium } from '../../support/chromium.js'
import { hasCount, isCopied, shows, startDashboard, textOf, writeScenario } from '../../support/dashboard.js'
import { until } from '../../support/until.js'

const THROTTLE = `name: bad day
rules:
  - { id: other, match: { base: fallback }, fault: { reset: before } }
  - { id: late, when: { after: 1h }, fault: { status: 500 } }
  - { id: throttle, match: { base: primary, endpoint: tickers }, when: { calls: "2.." }, fault: { status: 429 } }
`
const LIMITED = `name: busy
rules:
  - { id: limited, match: { base: primary, endpoint: tickers }, when: { until: 50s }, fault: { status: 429, retryAfter: 40s } }
`
const MANY = 10_000
const HOSTILE = `<img src=x onerror=hurt=1><script>hurt=1</script>"'&amp;`

describe.skipIf(!hasChromium())('dashboard, requests', () => {
  const started = startDashboard()
  const { openDashboard, ask } = started
  const rows = (page: Page) =>
    page
      .locator('.request')
      .evaluateAll((all) =>
        all.map((row) =>
          ['n', 'where', 'what', 'came', 'by'].map((name) => row.querySelector(`.${name}`)?.textContent),
        ),
      )
  const lists = (page: Page, ...wanted: number[]) =>
    until(async () => expect((await rows(page)).map(([n]) => n)).toEqual(wanted.map((n) => `#${n}`)))
  const counts = (page: Page, words: string) => shows(page, '.counted', new RegExp(`^${words}$`))
  const askOften = async (times: number, path = '/arbitrum/ping', headers = {}) => {
    for (let n = 0; n < times; n++) await ask(path, headers)
  }
  const isOpen = (page: Page, n: number | string) =>
    until(async () => expect(await textOf(page, '.detail h3')).toBe(`Request #${n}`))

  test('before any, an address to copy; then they appear newest first: base, path, outcome, rule', async () => {
    const { page } = await openDashboard()
    const url = `${started.simulator.url}/arbitrum`
    await shows(page, '#journal .empty', `No request yet: point your client at ${url}`)
    await page
      .locator('#journal')
      .getByRole('button', { name: `Copy ${url}` })
      .click()
    await isCopied(page, url)
    await started.control.put('/scenario', THROTTLE)
    await askOften(2, '/arbitrum/prices/tickers')
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
    await started.control.delete('/journal')
    await shows(page, '#journal .empty', 'No request yet')
  })

  test('the cause of a failed request is two clicks away at most: from the base that failed, or from its mark', async () => {
    await started.control.put('/scenario', THROTTLE)
    await askOften(3, '/arbitrum/prices/tickers')
    const { page } = await openDashboard()
    const why = async () => {
      await shows(page, '.detail .why', /^Rule throttle fired, on match 3\. Scenario bad day\.$/)
      expect(await page.locator('.reasons li').allTextContents()).toEqual([
        '○other no matchdid not fire: base is primary, not fallback',
        '○late match 3did not fire: not before 1 h, it is 0 s since the start',
        '●throttle match 3fired',
      ])
      // Its body was kept before a page was open.
      expect(await textOf(page, '.detail .failure')).toMatch(/\w+/)
      expect(await textOf(page, '.detail h3')).toBe('Request #3')
      await page.keyboard.press('Escape')
      await hasCount(page.locator('.detail'), 0)
    }
    await page.locator('#bases tbody tr').first().locator('.last button').click()
    await why()
    await page.locator('.lanes .mark.error').click()
    await why()
    await page.locator('.request').first().click()
    await why()
  })

  test('the detail leads to its neighbours, copies the request as curl, and loads headers and body when asked', async () => {
    await started.control.put('/scenario', LIMITED)
    const { page, asked } = await openDashboard()
    await until(() => expect(started.simulator.session.exchanges?.watchers).toBeGreaterThan(0))
    // Polls twice with a failover, the second time too early. Waits count in real time if that is longer, hence far apart.
    for (let polls = 0; polls < 2; polls++) {
      for (const base of ['arbitrum', 'arbitrum-fallback'])
        await ask(`/${base}/prices/tickers`, {
          'user-agent': 'my-dapp/1.4',
          authorization: 'Bearer of-secrets',
        })
      await started.control.post('/clock/advance', { by: '30s' })
    }
    await page.locator('#request-1').click()
    await shows(
      page,
      '.detail .decided',
      '429, Retry-After 40 s for tickers of any primary, 0 s to 50 s after the scenario was loaded, fired on 2 requests so far',
    )
    await shows(page, '.detail .verdicts', 'Retry-After 40 s ignored: only 30 s until #3')
    // In UTC, and since the scenario was loaded.
    expect(await textOf(page, '.detail')).toMatch(/\d\d:\d\d\.\d{3} UTC \(\+\d+:\d\d\.\d\)/)
    const next = page.getByRole('button', { name: 'Next request of this client' })
    await page.getByRole('button', { name: 'Copy curl command' }).click()
    await isCopied(page, `curl -i '${started.simulator.url}/arbitrum/prices/tickers' -A 'my-dapp/1.4'`)
    await next.click()
    await isOpen(page, 2)
    const exchange = page.locator('.exchange')
    await exchange.waitFor()
    expect(asked.filter((url) => url.endsWith('/exchange'))).toEqual([])
    await exchange.getByText('Headers and body').click()
    await shows(page, '.exchange', /content-type\s+application\/json/)
    expect(await exchange.innerText()).toMatch(/authorization\s+\(hidden\)/i)
    const first = exchange.locator('.json .json').first()
    expect(await first.innerText()).toMatch(/^0: \{"tokenSymbol":"\w+",/)
    await first.click()
    await until(async () => expect(await first.innerText()).toMatch(/tokenSymbol:\s+"/))
    await next.click()
    await isOpen(page, 3)
    await shows(page, '.detail .verdicts', 'Ignored Retry-After: waited 30 s instead of 40 s after #1')
    await page.locator('.verdicts').getByRole('button', { name: '#1' }).click()
    await isOpen(page, 1)
  })

  test('filters and columns narrow and sort the list, and Back returns to all', async () => {
    const { page } = await openDashboard()
    for (const path of ['/arbitrum/ping', '/avalanche/ping', '/arbitrum/tokens']) await ask(path)
    await counts(page, '3')
    await page.getByLabel('Base', { exact: true }).selectOption({ label: 'Base: arbitrum' })
    await counts(page, '2 of 3')
    // New entries appear if they match the filter.
    await ask('/avalanche/ping')
    await ask('/arbitrum/ping')
    await lists(page, 5, 3, 1)
    await page.getByLabel('Text', { exact: true }).fill('nothing')
    await shows(page, '#journal', 'No matching requests')
    await page.goBack()
    await page.goBack()
    await lists(page, 5, 4, 3, 2, 1)
    await page.getByRole('button', { name: 'Sort by Base' }).click()
    await lists(page, 4, 2, 5, 3, 1)
  })

  test('keys: up and down, to the ends, Enter shows the cause and the arrows go on, Escape closes it', async () => {
    await askOften(40)
    const { page } = await openDashboard()
    await counts(page, '40')
    const list = page.getByRole('listbox', { name: 'Requests, newest first' })
    const isChosen = (n: number) => page.locator(`#request-${n}.chosen`).waitFor()
    await list.focus()
    await isChosen(40)
    for (const [key, n] of Object.entries({ ArrowDown: 39, ArrowUp: 40, End: 1, Home: 40 })) {
      await page.keyboard.press(key)
      await isChosen(n)
    }
    await page.keyboard.press('Enter')
    await isOpen(page, 40)
    await page.keyboard.press('ArrowDown')
    await isOpen(page, 39)
    // Names for screen readers.
    expect(await list.getAttribute('aria-activedescendant')).toBe('request-39')
    await page.locator('#request-39[aria-posinset="2"][aria-setsize="40"]').waitFor()
    await page.keyboard.press('Escape')
    await hasCount(page.locator('.detail'), 0)
  })

  test('rows stay under the mouse while requests arrive: a press opens the one that was seen', async () => {
    await askOften(60)
    const { page } = await openDashboard()
    await counts(page, '60')
    const row = page.locator('#request-58')
    await row.hover()
    const at = await row.boundingBox()
    await page.mouse.down()
    await askOften(7)
    await page.getByText('↑ 7 newer').waitFor()
    await page.mouse.up()
    await isOpen(page, 58)
    // Null while the list, resized by the detail, creates its rows anew.
    await until(async () => expect(await row.boundingBox()).toEqual({ ...at, width: expect.any(Number) }))
    await page.mouse.move(0, 0)
    await hasCount(page.getByText('newer'), 0)

    // A scrolled list does not move either, nor when a press gives it the focus.
    await page.goto(`${started.simulator.url}/__sim/ui/?again`)
    await counts(page, '67')
    // The first row is cut at the top: it holds the press where the focus would choose it.
    await page.locator('.request-list').evaluate((it) => {
      it.scrollTop = 24 * 30 + 13
    })
    const third = page.locator('#request-34')
    await third.hover()
    const { y } = (await third.boundingBox())!
    await askOften(5)
    await counts(page, '72')
    await until(async () => expect((await third.boundingBox())?.y).toBe(y))
    await page.mouse.down()
    await page.evaluate('new Promise((done) => requestAnimationFrame(() => done()))')
    await page.mouse.up()
    await isOpen(page, 34)
  })

  test('names of scenarios, user agents and headers are text, in each part', async () => {
    const rules = [
      { id: 'whose', match: { header: { 'x-who': HOSTILE } }, fault: { status: 500 } },
      { id: 'down', match: { base: 'primary' }, when: { every: 2 }, fault: { status: 503 } },
    ]
    expect((await started.control.put('/scenario', { name: HOSTILE, rules })).status).toBe(200)
    const { page } = await openDashboard()
    await askOften(2, '/arbitrum/ping', {
      'user-agent': HOSTILE,
      'x-request-id': HOSTILE,
      'x-who': `${HOSTILE}!`,
    })
    await hasCount(page.locator('.request'), 2)
    expect(await page.locator('.playing strong').textContent()).toBe(HOSTILE)
    await page.locator('.request').first().click()
    await shows(page, '.reasons', `header x-who is ${HOSTILE}!, not ${HOSTILE}`)
    const detail = (await page.locator('.detail').textContent()) ?? ''
    // Client, request id, twice in the reason, and the scenario's name.
    expect(detail.split(HOSTILE).length - 1).toBe(5)
    await page.getByRole('button', { name: 'Edit', exact: true }).click()
    await writeScenario(page, `${HOSTILE}: 1`)
    await shows(page, '.cm-panel-lint', '<img')
    await hasCount(page.locator('main img, main script, dialog img, dialog script, [onerror]'), 0)
    expect(await page.evaluate('window.hurt')).toBeUndefined()
  })

  test('of ten thousand, the few that are seen are made, wherever the list is scrolled', async () => {
    const rules = [{ id: 'limited', match: { base: 'primary' }, when: { every: 7 }, fault: { status: 429 } }]
    await started.control.put('/scenario', { rules })
    const { url, session, app, context } = started.simulator
    const fetchHere = createLocalFetch({ app, context }, session, url)
    for (let n = 0; n < MANY + 500; n++) {
      if (n % 100 === 0) await started.control.post('/clock/advance', { by: '1s' })
      await fetchHere(`${url}/${n % 2 === 0 ? 'arbitrum' : 'avalanche'}/ping`)
    }
    const { page } = await openDashboard()
    await counts(page, '10,000')
    const list = page.locator('.request-list')
    const isLean = async () => {
      expect(await page.locator('.request').count()).toBeLessThan(60)
      expect(await page.locator('.lanes .mark').count()).toBeLessThan(2000)
    }
    await isLean()
    await list.focus()
    await page.keyboard.press('End')
    // The oldest that is kept.
    await hasCount(page.locator(`.request[aria-posinset="${MANY}"]`), 1)
    await isLean()
    await page.keyboard.press('Home')
    // Others are counted in the lanes, and hatched.
    const unkept = page.locator('.lanes .unkept')
    await until(async () =>
      expect(await unkept.getAttribute('aria-label')).toMatch(/^oldest kept: 12:\d\d:\d\d$/),
    )
    await hasCount(page.locator('.lanes [data-lane="arbitrum"] .counted-marks'), 2)
    await list.hover()
    for (let times = 0; times < 20; times++) {
      await page.mouse.wheel(0, times < 10 ? 25_000 : -25_000)
      await isLean()
    }
  })
})
