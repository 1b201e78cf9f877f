/** The library and the editor of the dashboard. */
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterAll, beforeEach, describe, expect, test } from 'vitest'
import { hasChromium } from '../../support/chromium.js'
import { startDashboard, textOf } from '../../support/dashboard.js'
import { until } from '../../support/until.js'

describe.skipIf(!hasChromium())('dashboard, library and editor', () => {
  const started = startDashboard()
  const { openDashboard } = started
  beforeEach(async () => {
    await started.control.post('/reset')
  })

  test('a scenario that sets the clock says so in the library, and once it is loaded', async () => {
    const { page } = await openDashboard()
    const clock = 'Changes the clock: 300x, from 2021-05-19T05:29:00.000Z'
    await page.getByRole('button', { name: 'Try an incident' }).click()
    const item = (name: string) =>
      page.locator('.scenarios li').filter({ has: page.getByText(name, { exact: true }) })
    await until(async () => expect(await item('crash-2021-05-19').locator('.sets').innerText()).toBe(clock))
    expect(await item('primary-outage').locator('.sets').count()).toBe(0)
    expect(await item('primary-outage').locator('.facts').innerText()).toMatch(
      /^11 min\s+status\s+hang\s+stale\s+market$/,
    )
    expect(await item('primary-outage').locator('.mini rect').count()).toBe(4)
    await page.getByPlaceholder('Look for').fill('close')
    expect(await page.locator('.scenarios li').count()).toBeLessThan(10)
    await page.getByPlaceholder('Look for').fill('crash-2021')
    await item('crash-2021-05-19').getByRole('button').click()
    await until(async () => expect(await textOf(page, '.playing .sets')).toBe(clock))
    await page.close()
  })

  test('the editor completes from the schema and previews lanes; a new one is not the last scenario', async () => {
    await started.control.put('/scenario', 'name: ended\nrules: []\n')
    await started.control.delete('/scenario')
    const { page, complaints } = await openDashboard()
    await page.getByRole('button', { name: 'Write one' }).click()
    const area = page.getByLabel('Scenario, YAML or JSON')
    expect(await area.inputValue()).toMatch(/^# What goes wrong/)
    await until(async () => expect(await page.locator('.preview rect').count()).toBe(3))
    await area.fill('rules:\n  - match: { ba')
    const suggestions = page.getByRole('group', { name: 'Suggestions' }).getByRole('button')
    await until(async () => expect(await suggestions.allTextContents()).toEqual(['base']))
    await suggestions.first().click()
    await area.press('Control+Space')
    // Enter indents.
    await area.pressSequentially(' }\nfault: { ha')
    await until(async () => expect(await suggestions.allTextContents()).toEqual(['hang']))
    await area.press('Control+Space')
    await area.pressSequentially('true }')
    expect(await area.inputValue()).toBe('rules:\n  - match: { base: primary }\n    fault: { hang: true }')
    await until(async () => expect(await page.locator('.preview rect').count()).toBe(1))
    expect(await textOf(page, '.preview figcaption')).toBe('every request to any primary: never answers')
    expect(await page.getByRole('button', { name: /^Save/ }).count()).toBe(0)
    expect(complaints).toEqual([])
    await page.close()
  })
})

describe.skipIf(!hasChromium())('dashboard, editor of a watched file', () => {
  const path = join(mkdtempSync(join(tmpdir(), 'gmx-sim-editor-')), 'mine.yaml')
  writeFileSync(path, 'name: mine\nrules: []\n')
  afterAll(() => rmSync(dirname(path), { recursive: true }))
  const started = startDashboard({ scenario: path, watch: 'true' })

  test('it is saved there', async () => {
    const { page } = await started.openDashboard()
    await page.getByRole('button', { name: 'Edit', exact: true }).click()
    await page.getByLabel('Scenario, YAML or JSON').fill('name: mine\nrules: [{ fault: { status: 418 } }]\n')
    await until(async () => expect(await page.locator('#problems').innerText()).toBe('✓ No errors'))
    await page.getByRole('button', { name: 'Save to mine.yaml' }).click()
    await until(() => expect(readFileSync(path, 'utf8')).toContain('418'))
    await until(async () => expect(await page.locator('dialog[open]').count()).toBe(0))
    await page.close()
  })

  test('it may name candle files, and a missing one is reported', async () => {
    writeFileSync(
      join(dirname(path), 'eth.csv'),
      'time,open,high,low,close\n2020-01-01,1234,1240,1230,1235\n',
    )
    const { page } = await started.openDashboard()
    await page.getByRole('button', { name: 'Edit', exact: true }).click()
    const text = page.getByLabel('Scenario, YAML or JSON')
    const problems = page.locator('#problems')
    await text.fill('name: mine\nprices: { ETH: { candles: none.csv, period: 1d } }\n')
    await until(async () => expect(await problems.innerText()).toMatch(/Line 1.*none\.csv:1:1 no such file/s))
    await text.fill('name: mine\nprices: { ETH: { candles: eth.csv, period: 1d } }\n')
    await until(async () => expect(await problems.innerText()).toBe('✓ No errors'))
    await page.getByRole('button', { name: 'Save to mine.yaml' }).click()
    await until(() => expect(readFileSync(path, 'utf8')).toContain('eth.csv'))
    await until(async () => expect(await page.locator('dialog[open]').count()).toBe(0))
    await page.close()
  })
})
