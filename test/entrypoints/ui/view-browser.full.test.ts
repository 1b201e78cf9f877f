/** The view of the dashboard as a link, as somebody uses it. */
import type { Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { hasChromium } from '../../support/chromium.js'
import { DASHBOARD, editedText, startDashboard, textOf } from '../../support/dashboard.js'
import { until } from '../../support/until.js'

describe.skipIf(!hasChromium())('dashboard, view', () => {
  const started = startDashboard()
  const { openDashboard } = started

  test('the failed requests of one client are a link, also with one of them open; Back leaves both', async () => {
    await started.control.put(
      '/scenario',
      'rules: [{ match: { endpoint: tickers }, fault: { status: 429 } }]',
    )
    for (const client of ['python-bot/2', 'node-bot/1'])
      for (const path of ['/arbitrum/ping', '/arbitrum/prices/tickers'])
        await fetch(`${started.simulator.url}${path}`, { headers: { 'user-agent': client } })
    const { page } = await openDashboard(DASHBOARD, { permissions: ['clipboard-read', 'clipboard-write'] })
    const copied = () => page.evaluate<string>('navigator.clipboard.readText()')
    const shows = (page: Page, ...wanted: string[]) =>
      until(async () => expect(await page.locator('.request .n').allTextContents()).toEqual(wanted))
    await page.getByRole('button', { name: 'Clients', exact: true }).click()
    await page
      .getByRole('row', { name: /^python-bot/ })
      .getByTitle('Show its failed requests')
      .click()
    await shows(page, '#2')
    await page.getByRole('button', { name: 'Copy link to this view' }).click()
    await until(async () => expect(await copied()).toContain('only.client=python-bot%2F2'))
    const link = await copied()
    await page.locator('.request').first().click()
    await page.getByRole('button', { name: 'Copy link to #2' }).click()
    await until(async () => expect(await copied()).toBe(`${link}&request=2`))
    await page.reload()
    await until(async () => expect(await textOf(page, '.detail h3')).toBe('Request #2'))
    await shows(page, '#2')
    await page.goBack()
    await until(async () => expect(await page.locator('.detail').count()).toBe(0))
    await shows(page, '#2')
    await page.goBack()
    await page.locator('.clients').waitFor()
  })

  test('the slider shows what the addresses would have answered at an instant, by keys and in its link', async () => {
    await started.control.put('/clock', { mode: 'frozen' })
    await started.control.put(
      '/scenario',
      `rules:
  - { id: late, match: { base: primary }, when: { after: 10s, until: 20s }, fault: { status: 503 } }
  - { id: busy, match: { base: fallback }, fault: { rateLimit: { requests: 1, per: 1m } } }`,
    )
    await started.control.post('/clock/advance', { by: '22s' })
    const { page, complaints } = await openDashboard()
    const fates = () => page.locator('#bases .fate .outcome').allInnerTexts()
    const shows = (...wanted: string[]) =>
      until(async () =>
        expect((await fates()).slice(0, 2).map((text) => text.replace(/\s+/g, ' '))).toEqual(wanted),
      )
    const slider = page.getByRole('slider', { name: 'Instant that the addresses show' })
    await slider.focus()
    for (let times = 0; times < 50; times++) await page.keyboard.press('ArrowLeft')
    await until(async () =>
      expect(await textOf(page, '#bases thead')).toContain('Response at 12:00:17 (+0:17)'),
    )
    await shows('!503', expect.stringMatching(/^·depends on count: /))
    expect(await page.locator('.lanes line.shown').count()).toBe(1)
    const link = page.url()
    expect(link).toContain('at=2026-03-01T12%3A00%3A17.000Z')
    await page.reload()
    await shows('!503', expect.stringMatching(/^·depends on count: /))
    await page.getByRole('button', { name: 'Follow now' }).click()
    await until(async () => expect(await textOf(page, '#bases thead')).toContain('Response now'))
    await shows('✓data', '✓data')
    expect(complaints).toEqual([])
  })

  test('the price is that of the shown second, and the edge of a band is dragged into the scenario', async () => {
    await started.control.put('/scenario', { use: 'primary-outage' })
    await started.control.post('/clock/advance', { by: '40s' })
    const { page, complaints } = await openDashboard(`${DASHBOARD}#at=2026-03-01T12:00:05.000Z`)
    const { assets } = (await started.control.get('/market/assets?at=2026-03-01T12:00:05Z')).body
    const price = Number(assets.find(({ symbol }: { symbol: string }) => symbol === 'ETH').price)
    const shown = price.toLocaleString('en-US', { maximumFractionDigits: 2, minimumFractionDigits: 2 })
    await until(async () => expect(await textOf(page, '.last-price')).toContain(shown))
    expect(await textOf(page, '.last-price')).toContain('at 12:00:05 (+0:05)')

    const { x, y, width, height } = (await page.locator('[data-edge="until throttle"]').boundingBox())!
    const begin = (await page.locator('[data-edge="after throttle"]').boundingBox())!
    await page.mouse.move(x + width / 2, y + height / 2)
    await page.mouse.down()
    await page.mouse.move((begin.x + x + width) / 2, y + height / 2, { steps: 4 })
    // The band follows the pointer.
    expect(await page.locator('[data-edge="until throttle"]').getAttribute('aria-valuetext')).toMatch(
      /^(19|20)/,
    )
    await page.mouse.up()
    await page.getByLabel('Scenario, YAML or JSON').waitFor()
    await until(async () =>
      expect(await editedText(page)).toMatch(/when: \{ after: 10s, until: (19|20)(\.\d)?s \}/),
    )
    expect(complaints).toEqual([])
  })

  test('a library incident is found, loaded, changed at an edge, and saved by keys', async () => {
    const { page, complaints } = await openDashboard()
    const edge = page.locator('.edge:focus')
    const isAt = (name: string, time: string) =>
      until(async () =>
        expect([await edge.getAttribute('aria-label'), await edge.getAttribute('aria-valuetext')]).toEqual([
          name,
          time,
        ]),
      )
    await page.keyboard.press('l')
    await page.keyboard.type('primary outage')
    await page.getByRole('group', { name: 'primary-outage', exact: true }).waitFor()
    await page.keyboard.press('Enter')
    await isAt('Begin of throttle', '10 s')
    await page.keyboard.press('ArrowRight')
    await isAt('Begin of throttle', '11 s')
    await page.keyboard.press('Enter')
    await page.getByText('✓ No errors').waitFor()
    const [download] = await Promise.all([page.waitForEvent('download'), page.keyboard.press('Control+s')])
    expect(download.suggestedFilename()).toBe('primary-outage-edited.yaml')
    await until(async () => expect(await textOf(page, '.playing')).toContain('primary-outage-edited'))
    const text = async () => (await started.control.get('/scenario/source')).body.text
    expect(await text()).toContain('when: { after: 11s, until: 30s }')
    await isAt('Begin of throttle', '11 s')

    await page.keyboard.press('Shift+ArrowLeft')
    await isAt('Begin of throttle', '1 s')
    for (let times = 0; times < 4; times++) await page.keyboard.press('Shift+ArrowRight')
    await isAt('Begin of throttle', '29.9 s')
    await page.keyboard.press('Escape')
    await isAt('Begin of throttle', '11 s')
    await page.keyboard.press('Tab')
    await page.keyboard.press('ArrowDown')
    await isAt('End of throttle', '29 s')
    await page.keyboard.press('Enter')
    await until(async () => expect(await editedText(page)).toContain('when: { after: 11s, until: 29s }'))
    expect(await text()).toContain('until: 30s')
    await page.getByText('✓ No errors').waitFor()
    await Promise.all([page.waitForEvent('download'), page.keyboard.press('Control+s')])
    await until(async () => expect(await text()).toContain('until: 29s'))
    expect(complaints).toEqual([])
  })

  test('an edge is written into its own rule, also after a rule about a base in each network', async () => {
    await fetch(`${started.simulator.url}/arbitrum-fallback/ping`)
    await fetch(`${started.simulator.url}/avalanche/ping`)
    await started.control.put(
      '/scenario',
      `rules:
  - { id: used, match: { base: current }, fault: { hang: true } }
  - { id: late, when: { after: 10s, until: 20s }, fault: { status: 503 } }`,
    )
    const { page } = await openDashboard()
    await until(async () => expect(await page.locator('[data-edge="after used"]').count()).toBe(2))
    await page.locator('[data-edge="until late"][tabindex]').focus()
    await page.keyboard.press('Shift+ArrowRight')
    await page.keyboard.press('Enter')
    await until(async () =>
      expect(await editedText(page)).toContain('id: late, when: { after: 10s, until: 30s }'),
    )
  })

  test('keys: filter, go to a time, freeze and run, and the list of them', async () => {
    await started.control.put('/clock', { mode: 'frozen' })
    await started.control.put('/scenario', 'rules: [{ when: { until: 5s }, fault: { status: 503 } }]')
    await started.control.post('/clock/advance', { by: '10s' })
    await fetch(`${started.simulator.url}/arbitrum/ping`)
    const { page } = await openDashboard()
    await page.keyboard.press('?')
    await page.getByRole('dialog', { name: 'Keys' }).waitFor()
    // The browser tells of the first dialog's end once the second is open.
    await page.evaluate(`
      document.querySelector('dialog[open]').close()
      document.dispatchEvent(new KeyboardEvent('keydown', { key: 'g' }))
    `)
    await page.getByLabel('UTC, or +0:30').waitFor()
    // Typing replaces the present time.
    await page.keyboard.type('+0:02')
    await page.keyboard.press('Enter')
    await until(async () =>
      expect(await textOf(page, '#bases thead')).toContain('Response at 12:00:02 (+0:02)'),
    )
    expect(await page.locator('#bases .fate').first().innerText()).toContain('503')
    // The request that is nearest is chosen.
    expect(await page.locator('.request.chosen .n').innerText()).toBe('#1')
    await page.evaluate('document.activeElement.blur()')
    await page.keyboard.press('/')
    expect(await page.evaluate('document.activeElement.getAttribute("aria-label")')).toBe('Text')
    await page.keyboard.press('Enter')
    expect(await page.evaluate('document.activeElement.getAttribute("role")')).toBe('listbox')
    await page.evaluate('document.activeElement.blur()')
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
    await until(async () => expect(await textOf(page, '.playing')).toContain('primary-outage'))
    await page.locator('dialog').waitFor({ state: 'detached' })
    await page.keyboard.press('l')
    await page.keyboard.type('no such incident')
    await page.keyboard.press('Enter')
    await page.getByRole('alert').getByText('Look for something else').waitFor()
    await page.getByRole('button', { name: 'Close' }).click()
    // Space scrolls, as on any page.
    await page.keyboard.press('Space')
    await page.keyboard.press('p')
    await until(async () => expect((await started.control.get('/clock')).body.mode).toBe('real'))
    await page.getByRole('button', { name: 'Keys', exact: true }).click()
    await page.getByLabel('Single keys act').uncheck()
    await page.keyboard.press('Escape')
    await page.keyboard.press('m')
    await page.keyboard.press('l')
    expect(await page.locator('dialog').count()).toBe(0)
  })
})
