/** The requests of the dashboard, as somebody uses them to find what went wrong. */
import type { Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { hasChromium } from '../../support/chromium.js'
import {
  hasCount,
  isCopied,
  isDialogGone,
  shows,
  startDashboard,
  textOf,
  writeScenario,
} from '../../support/dashboard.js'
import { say } from '../../support/raw.js'
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
  const askOften = async (times: number, path = '/arbitrum/ping') => {
    for (let n = 0; n < times; n++) await ask(path)
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
    await ask('/arbitrum/prices/tickers')
    await lists(page, 1)
    await ask('/arbitrum/prices/tickers')
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
    const [previous, next] = ['Previous', 'Next'].map((which) =>
      page.getByRole('button', { name: `${which} request of this client` }),
    )
    expect(await previous.isDisabled()).toBe(true)
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
    await started.control.put('/scenario', THROTTLE)
    const { page } = await openDashboard()
    for (const path of ['/arbitrum/ping', '/avalanche/ping', '/arbitrum/prices/tickers', '/arbitrum/ping'])
      await ask(path)
    await ask('/arbitrum-fallback/ping')
    await counts(page, '5')
    const choose = (label: string, value: string) =>
      page.getByLabel(label, { exact: true }).selectOption({ label: `${label}: ${value}` })
    await choose('Base', 'arbitrum')
    await counts(page, '3 of 5')
    await choose('Endpoint', 'tickers')
    await lists(page, 3)
    await page.getByRole('button', { name: 'Clear', exact: true }).click()
    await lists(page, 5, 4, 3, 2, 1)
    await page.getByLabel('Text', { exact: true }).fill('AVALANCHE get')
    await lists(page, 2)
    await page.goBack()
    await lists(page, 5, 4, 3, 2, 1)
    await page.getByRole('button', { name: 'Sort by Base' }).click()
    await lists(page, 2, 5, 4, 3, 1)
    await page.getByRole('button', { name: 'Sort by #' }).click()
    await choose('Rule', 'other')
    await choose('Status', '200')
    await shows(page, '#journal', 'No matching requests')
    // New entries appear if they match the filter.
    await choose('Rule', 'none')
    await ask('/botanix/ping')
    await lists(page, 6, 4, 3, 2, 1)
    // A link to a request that the filter hides leads to it nevertheless.
    await page.locator('#bases tbody tr').nth(1).locator('.last button').click()
    await isOpen(page, 5)
    await lists(page, 6, 5, 4, 3, 2, 1)
  })

  test('keys: up and down, to the ends, Enter shows the cause and the arrows go on, Escape closes it', async () => {
    await askOften(40)
    const { page } = await openDashboard()
    await counts(page, '40')
    const list = page.getByRole('listbox', { name: 'Requests, newest first' })
    const isChosen = (n: number) => hasCount(page.locator(`#request-${n}.chosen`), 1)
    await list.focus()
    await isChosen(40)
    for (const [key, n] of [
      ['ArrowDown', 39],
      ['ArrowUp', 40],
      ['ArrowUp', 40],
      ['End', 1],
      ['Home', 40],
    ] as const) {
      await page.keyboard.press(key)
      await isChosen(n)
    }
    await page.keyboard.press('PageDown')
    await until(async () =>
      expect(Number(await page.locator('.request.chosen').getAttribute('data-n'))).toBeLessThan(38),
    )
    await page.keyboard.press('Home')
    await isChosen(40)
    await page.keyboard.press('Enter')
    await isOpen(page, 40)
    await page.keyboard.press('ArrowDown')
    await isOpen(page, 39)
    // Names for screen readers.
    expect(await list.getAttribute('aria-activedescendant')).toBe('request-39')
    const option = page.locator('#request-39')
    expect([await option.getAttribute('aria-posinset'), await option.getAttribute('aria-setsize')]).toEqual([
      '2',
      '40',
    ])
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
    const list = page.locator('.request-list')
    await until(async () => expect(await list.evaluate((it) => it.scrollTop)).toBe(0))
    await hasCount(page.getByText('newer'), 0)
  })

  test('a scrolled list does not move when rows are added on top, nor when a press gives it the focus', async () => {
    await askOften(60)
    const { page } = await openDashboard()
    await counts(page, '60')
    // The first row is cut at the top: it holds the press where the focus would choose it.
    await page.locator('.request-list').evaluate((it) => {
      it.scrollTop = 24 * 30 + 13
    })
    const third = page.locator('#request-27')
    const y = async () => (await third.boundingBox())?.y
    const before = await until(async () => {
      const seen = await y()
      expect(seen).toBeGreaterThan(0)
      return seen
    })
    await askOften(5)
    await counts(page, '65')
    await until(async () => expect(await y()).toBe(before))
    await third.hover()
    await page.mouse.down()
    await page.evaluate('new Promise((done) => requestAnimationFrame(() => done()))')
    await page.mouse.up()
    await isOpen(page, 27)
  })

  test('names of scenarios, symbols in URLs, user agents and headers are text, in each part', async () => {
    const rules = [
      { id: 'whose', match: { header: { 'x-who': HOSTILE } }, fault: { status: 500 } },
      { id: 'down', match: { base: 'primary' }, when: { every: 2 }, fault: { status: 503 } },
    ]
    expect((await started.control.put('/scenario', { name: HOSTILE, rules })).status).toBe(200)
    const { page } = await openDashboard()
    // As no browser and no library would send it.
    const head = [
      `User-Agent: ${HOSTILE}`,
      `X-Request-Id: ${HOSTILE}`,
      `X-Who: ${HOSTILE}!`,
      'Host: localhost',
    ]
    const request = `GET /arbitrum/prices/candles?tokenSymbol=<b>ETH&period='"><svg/onload=hurt=1> HTTP/1.1`
    for (let times = 0; times < 2; times++)
      await say(started.simulator.url, [request, ...head, 'Connection: close', '', ''].join('\r\n'))
    await hasCount(page.locator('.request'), 2)
    expect(await page.locator('.playing strong').textContent()).toBe(HOSTILE)
    expect(await page.locator('.request .what').first().textContent()).toContain('<svg/onload')
    expect(await page.locator('.lanes .mark.error').first().getAttribute('aria-label')).toContain(
      '<svg/onload',
    )
    await page.locator('.request').first().click()
    await shows(page, '.reasons', `header x-who is ${HOSTILE}!, not ${HOSTILE}`)
    const detail = (await page.locator('.detail').textContent()) ?? ''
    // Client, request id, twice in the reason, and the scenario's name.
    expect(detail.split(HOSTILE).length - 1).toBe(5)
    await page.getByRole('button', { name: 'Edit', exact: true }).click()
    await writeScenario(page, `${HOSTILE}: 1`)
    await shows(page, '.cm-panel-lint', '<img')
    await page.keyboard.press('Escape')
    await isDialogGone(page)
    await hasCount(page.locator('main img, main script, [onload], [onerror]'), 0)
    expect(await page.evaluate('window.hurt')).toBeUndefined()
  })
})
