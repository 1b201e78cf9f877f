/** One request of the dashboard in detail, its client, and the grade of that client. */
import { describe, expect, test } from 'vitest'
import { hasChromium } from '../../support/chromium.js'
import { DASHBOARD, startDashboard, textOf, writeScenario } from '../../support/dashboard.js'
import { say } from '../../support/raw.js'
import { until } from '../../support/until.js'

const HOSTILE = `<img src=x onerror=hurt=1><script>hurt=1</script>"'&amp;`

describe.skipIf(!hasChromium())('dashboard, a request', () => {
  const started = startDashboard()
  const { openDashboard } = started
  const ask = (path: string, headers: Record<string, string> = {}) =>
    fetch(`${started.simulator.url}${path}`, { headers }).then((reply) => reply.text())

  test.each([
    [1280, 800, 8],
    [1920, 1080, 20],
  ])(
    '%i x %i: at least %i rows in view, and paths stay with the detail open',
    async (width, height, least) => {
      await started.control.put('/scenario', { use: 'primary-outage' })
      const { page } = await openDashboard(DASHBOARD, { viewport: { width, height } })
      for (let times = 0; times < 30; times++) await ask('/arbitrum/signed_prices/latest')
      await until(async () => expect(await textOf(page, '.counted')).toBe('30'))
      const inView = await page.locator('.request').evaluateAll((all) => {
        const { bottom = 0 } = all[0]?.closest('.request-list')?.getBoundingClientRect() ?? {}
        return all.filter((row) => row.getBoundingClientRect().bottom <= bottom).length
      })
      // Nothing but its parts scrolls.
      expect(await page.evaluate('document.documentElement.scrollHeight')).toBe(height)
      expect(inView).toBeGreaterThanOrEqual(least)
      const path = page.locator('.request .what').first()
      const isCut = () => path.evaluate((it) => it.scrollWidth > it.clientWidth)
      expect([await path.innerText(), await isCut()]).toEqual(['/signed_prices/latest', false])
      await path.click()
      await page.locator('.detail .why').waitFor()
      expect([await path.isVisible(), await isCut()]).toEqual([true, false])
      // In UTC, and since the scenario was loaded.
      expect(await textOf(page, '.detail')).toMatch(/\d\d:\d\d\.\d{3} UTC \(\+\d+:\d\d\.\d\)/)
      await page.close()
    },
  )

  test('a press opens the row under the mouse, however far the list is scrolled', async () => {
    for (let n = 0; n < 60; n++) await ask(`/arbitrum/ping?n=${n}`)
    const { page } = await openDashboard()
    await until(async () => expect(await textOf(page, '.counted')).toBe('60'))
    const list = page.locator('.request-list')
    const box = (await list.boundingBox())!
    for (const offset of [1, 7, 13, 23]) {
      await list.evaluate(
        (it, y) => {
          it.scrollTop = y
        },
        24 * 10 + offset,
      )
      // The first is cut at the top: it holds the press where the focus would choose it.
      const [x, y] = [box.x + 200, box.y + 60]
      const seen = await until(() =>
        page.evaluate(`document.elementFromPoint(${x}, ${y}).closest('[data-n]').dataset.n`),
      )
      await page.mouse.move(x, y)
      await page.mouse.down()
      await page.evaluate('new Promise((done) => requestAnimationFrame(() => done()))')
      await page.mouse.up()
      await until(async () => expect(await textOf(page, '.detail h3')).toBe(`Request #${seen}`))
      await page.goto(`${started.simulator.url}${DASHBOARD}?${offset}`)
      await until(async () => expect(await textOf(page, '.counted')).toBe('60'))
    }
  })

  test('rows stay under the mouse while requests arrive: a press opens the one that was seen', async () => {
    for (let n = 0; n < 40; n++) await ask(`/arbitrum/ping?n=${n}`)
    const { page } = await openDashboard()
    await until(async () => expect(await textOf(page, '.counted')).toBe('40'))
    const row = page.locator('#request-38')
    await row.hover()
    const at = await row.boundingBox()
    await page.mouse.down()
    for (let n = 0; n < 7; n++) await ask('/arbitrum/ping')
    await page.getByText('↑ 7 newer').waitFor()
    await page.mouse.up()
    await until(async () => expect(await textOf(page, '.detail h3')).toBe('Request #38'))
    // Null while the list, resized by the detail, creates its rows anew.
    await until(async () => expect(await row.boundingBox()).toEqual({ ...at, width: expect.any(Number) }))
    await page.mouse.move(0, 0)
    const list = page.locator('.request-list')
    await until(async () => expect(await list.evaluate((it) => it.scrollTop)).toBe(0))
    expect(await page.getByText('newer').count()).toBe(0)
  })

  const LIMITED = `name: busy
rules:
  - { id: limited, match: { base: primary, endpoint: tickers }, when: { until: 50s }, fault: { status: 429, retryAfter: 40s } }
`
  /** Polls twice with a failover, the second time too early. Waits count in real time if that is longer, hence far apart. */
  async function pollTwice(): Promise<void> {
    await started.control.put('/scenario', LIMITED)
    for (let polls = 0; polls < 2; polls++) {
      for (const base of ['arbitrum', 'arbitrum-fallback'])
        await ask(`/${base}/prices/tickers`, { 'user-agent': 'my-dapp/1.4' })
      await started.control.post('/clock/advance', { by: '30s' })
    }
    await ask('/arbitrum/ping', { 'user-agent': 'other' })
  }

  test('the detail: rule with its window, verdicts, neighbours, and the request as curl', async () => {
    await pollTwice()
    const { page, complaints } = await openDashboard(DASHBOARD, {
      permissions: ['clipboard-read', 'clipboard-write'],
    })
    await page.locator('#request-1').click()
    const shows = (selector: string, ...texts: string[]) =>
      until(async () => {
        const text = await textOf(page, selector)
        for (const wanted of texts) expect(text).toContain(wanted)
      })
    await shows(
      '.detail .decided',
      '429, Retry-After 40 s for tickers of any primary, 0 s to 50 s after the scenario was loaded, fired on 2 requests so far',
    )
    await shows('.detail .verdicts', 'Retry-After 40 s ignored: only 30 s until #3')
    expect(await page.getByRole('button', { name: 'Previous request of this client' }).isDisabled()).toBe(
      true,
    )
    await page.getByRole('button', { name: 'Copy curl command' }).click()
    const curl = `curl -i '${started.simulator.url}/arbitrum/prices/tickers' -A 'my-dapp/1.4'`
    await until(async () => expect(await page.evaluate('navigator.clipboard.readText()')).toBe(curl))
    await page.getByRole('button', { name: 'Next request of this client' }).click()
    await shows('.detail h3', 'Request #2')
    await page.getByRole('button', { name: 'Next request of this client' }).click()
    await shows('.detail h3', 'Request #3')
    await shows(
      '.detail .verdicts',
      'Ignored Retry-After: waited 30 s instead of 40 s after #1',
      'Its query was answered',
    )
    await page.locator('.verdicts').getByRole('button', { name: '#1' }).click()
    await shows('.detail h3', 'Request #1')
    expect(complaints).toEqual([])
  })

  test('clients: failures, Retry-After, bases; a press filters the requests', async () => {
    await pollTwice()
    const { page } = await openDashboard()
    await page.getByRole('button', { name: 'Clients', exact: true }).click()
    await until(async () =>
      expect(
        await page
          .locator('.clients tbody tr')
          .evaluateAll((rows) =>
            rows.map((row) => [...row.children].map((cell) => cell.textContent).filter((_, at) => at !== 2)),
          ),
      ).toEqual([
        [
          'my-dapp/1.4 127.0.0.1',
          '4',
          'arbitrum, arbitrum-fallback',
          '2',
          '0',
          '0',
          '2',
          '0 of 1',
          expect.any(String),
        ],
        ['other 127.0.0.1', '1', 'arbitrum', '0', '0', '0', '0', '–', '–'],
      ]),
    )
    await page.locator('.clients').getByRole('button', { name: 'my-dapp/1.4' }).click()
    await until(async () => expect(await textOf(page, '.counted')).toBe('4 of 5'))
    expect(await page.getByLabel('Client', { exact: true }).inputValue()).toBe('my-dapp/1.4')
  })

  test('headers and body are loaded when opened, JSON folded', async () => {
    const { page, asked, complaints } = await openDashboard()
    await until(() => expect(started.simulator.session.exchanges?.watchers).toBeGreaterThan(0))
    await ask('/arbitrum/prices/tickers', { authorization: 'Bearer of-secrets' })
    await page.locator('#request-1').click()
    const exchange = page.locator('.exchange')
    await exchange.waitFor()
    expect(asked.filter((url) => url.endsWith('/exchange'))).toEqual([])
    await exchange.getByText('Headers and body').click()
    await until(async () => expect(await exchange.innerText()).toMatch(/content-type\s+application\/json/))
    expect(await exchange.innerText()).toMatch(/authorization\s+\(hidden\)/i)
    const first = exchange.locator('.json .json').first()
    expect(await first.innerText()).toMatch(/^0: \{"tokenSymbol":"\w+",/)
    await first.click()
    await until(async () => expect(await first.innerText()).toMatch(/tokenSymbol:\s+"/))
    expect(complaints).toEqual([])
  })

  /** Every 5 s of a frozen clock, so that a stall of the machine leaves no gap between polls. */
  async function poll(times: number): Promise<void> {
    for (let n = 0; n < times; n++) {
      for (const [client, network] of [
        ['eager/1.0', 'arbitrum'],
        ['calm/2.0', 'avalanche'],
      ])
        await ask(`/${network}/prices/tickers`, { 'user-agent': client })
      await started.control.post('/clock/advance', { by: '5s' })
    }
  }

  test('the report fills as the scenario plays, and leads to the request that cost most', async () => {
    // Jumps of a running clock would be cut out.
    await started.control.put('/clock', { mode: 'frozen' })
    const { page, complaints } = await started.openDashboard()
    await page.getByRole('button', { name: 'Try an incident' }).click()
    await page.getByPlaceholder('Look for').fill('rate limited primary')
    const choices = page.getByRole('group', { name: 'rate-limited-primary', exact: true })
    await choices.waitFor()
    await poll(12)
    await choices.getByRole('button', { name: 'Load and grade' }).click()
    const heading = () => textOf(page, '[aria-label="Grades"] h3')
    await until(async () => expect(await heading()).toContain('waits for requests of clients'))
    // Without a pause since the warm-up, which would be one of the clients.
    await poll(6)
    await until(async () =>
      expect(await heading()).toBe('rate-limited-primary recovery; final grades in 1 min'),
    )
    const [eager, calm] = ['eager', 'calm'].map((name) => page.locator('.grades summary', { hasText: name }))
    await until(async () =>
      expect(await calm.innerText()).toMatch(/^calm\/2\.0 127\.0\.0\.1 running, 0 of \d+ checks/),
    )
    const lost = '2 of 3 polls (67 %) ended without usable arbitrum tickers while a base was healthy'
    expect(await eager.innerText()).toContain(`fail, score 20, 4 of 15 checks: ${lost}`)
    await eager.focus()
    await page.keyboard.press('Enter')
    const first = page.locator('.grades details[open] li').first()
    expect(await first.innerText()).toContain(`fail keeps-serving MUST ${lost}`)
    await first.getByRole('button').click()
    await until(async () => expect(await textOf(page, '.detail .verdicts')).toContain('Retry-After'))
    expect(complaints).toEqual([])
  })

  test('names of scenarios, symbols in URLs, user agents and headers are text, in each part', async () => {
    const { status } = await started.control.put(
      '/scenario',
      JSON.stringify({
        name: HOSTILE,
        rules: [
          { id: 'whose', match: { header: { 'x-who': HOSTILE } }, fault: { status: 500 } },
          { id: 'down', match: { base: 'primary' }, when: { every: 2 }, fault: { status: 503 } },
        ],
      }),
    )
    expect(status).toBe(200)
    const { page, complaints } = await started.openDashboard()
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
    await until(async () => expect(await page.locator('.request').count()).toBe(2))
    expect(await page.locator('.playing strong').textContent()).toBe(HOSTILE)
    expect(await page.locator('.request .what').first().textContent()).toContain('<svg/onload')
    expect(await page.locator('.lanes .mark.error').first().getAttribute('aria-label')).toContain(
      '<svg/onload',
    )
    await page.locator('.request').first().click()
    await until(async () =>
      expect(await textOf(page, '.reasons')).toContain(`header x-who is ${HOSTILE}!, not ${HOSTILE}`),
    )
    const detail = (await page.locator('.detail').textContent()) ?? ''
    // Client, request id, twice in the reason, and the scenario's name.
    expect(detail.split(HOSTILE).length - 1).toBe(5)
    await page.getByRole('button', { name: 'Edit', exact: true }).click()
    await writeScenario(page, `${HOSTILE}: 1`)
    await until(async () => expect(await textOf(page, '.cm-panel-lint')).toContain('<img'))
    await page.keyboard.press('Escape')
    expect(
      await page.locator('main img, main script, dialog img, dialog script, [onload], [onerror]').count(),
    ).toBe(0)
    expect(await page.evaluate('window.hurt')).toBeUndefined()
    expect(complaints.filter((text) => !text.includes('503'))).toEqual([])
  })
})
