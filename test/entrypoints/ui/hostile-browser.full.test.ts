/** Text from clients and scenarios on the dashboard: shown verbatim, never as markup. */
import { describe, expect, test } from 'vitest'
import { hasChromium } from '../../support/chromium.js'
import { startDashboard, textOf, writeScenario } from '../../support/dashboard.js'
import { say } from '../../support/raw.js'
import { until } from '../../support/until.js'

const HOSTILE = `<img src=x onerror=hurt=1><script>hurt=1</script>"'&amp;`

describe.skipIf(!hasChromium())('dashboard, hostile data', () => {
  const started = startDashboard()

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

  test('rule ids, too, even ones that no scenario can have', async () => {
    await started.control.post('/reset')
    await fetch(`${started.simulator.url}/arbitrum/ping`)
    const { page } = await started.openDashboard()
    await page.route('**/__sim/v1/journal/1', async (route) => {
      const real = await (await route.fetch()).json()
      const rules = [{ rule: HOSTILE, fires: true, call: 1, why: HOSTILE }]
      await route.fulfill({ json: { ...real, scenario: HOSTILE, rules } })
    })
    await page.locator('.request').first().click()
    await until(async () =>
      expect(await textOf(page, '.detail .why')).toBe(
        `Rule ${HOSTILE} fired, on match 1. Scenario ${HOSTILE}.`,
      ),
    )
    expect(await page.evaluate('window.hurt')).toBeUndefined()
    expect(await page.locator('.detail img').count()).toBe(0)
  })
})
