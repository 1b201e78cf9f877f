/** The library and the editor of the dashboard. */
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterAll, describe, expect, test } from 'vitest'
import { hasChromium } from '../../support/chromium.js'
import { editedText, startDashboard, textOf, writeScenario } from '../../support/dashboard.js'
import { until } from '../../support/until.js'

describe.skipIf(!hasChromium())('dashboard, library and editor', () => {
  const started = startDashboard()
  const { openDashboard } = started

  test('a scenario that sets the clock says so in the library, and once it is loaded', async () => {
    const { page } = await openDashboard()
    const clock = 'Changes the clock: 300x, from 2021-05-19T05:29:00.000Z'
    await page.getByRole('button', { name: 'Try an incident' }).click()
    const item = (name: string) =>
      page.locator('.scenarios > li').filter({ has: page.getByText(name, { exact: true }) })
    await until(async () => expect(await item('crash-2021-05-19').locator('.sets').innerText()).toBe(clock))
    expect(await item('primary-outage').locator('.sets').count()).toBe(0)
    expect(await item('primary-outage').locator('.facts').innerText()).toMatch(
      /^11 min\s+status\s+hang\s+stale\s+market$/,
    )
    expect(await item('primary-outage').locator('.mini rect').count()).toBe(4)
    await page.getByPlaceholder('Look for').fill('close')
    expect(await page.locator('.scenarios > li').count()).toBeLessThan(10)
    await page.getByPlaceholder('Look for').fill('crash-2021')
    await item('crash-2021-05-19').locator('summary').click()
    // It is shown before it is loaded.
    expect(await item('crash-2021-05-19').locator('.previewed').innerText()).toMatch(
      /\+7:21:00 – \+9:09:00\s.+primary/,
    )
    expect((await started.control.get('/scenario')).body.scenario).toBeNull()
    await item('crash-2021-05-19').getByRole('button', { name: 'Load', exact: true }).click()
    await until(async () => expect(await textOf(page, '.playing .sets')).toBe(clock))
  })

  test('the editor completes from the schema and previews lanes; a new one is not the last scenario', async () => {
    await started.control.put('/scenario', 'name: ended\nrules: []\n')
    await started.control.delete('/scenario')
    const { page, complaints } = await openDashboard()
    await page.getByRole('button', { name: 'Write one' }).click()
    expect(await editedText(page)).toMatch(/^# What goes wrong/)
    await until(async () => expect(await page.locator('.preview rect').count()).toBe(3))
    await writeScenario(page, 'rules:\n  - match: { ')
    await page.keyboard.press('Control+End')
    const options = page.locator('.cm-tooltip-autocomplete [role=option]')
    // Suggestions are not taken by a press that was on its way as they appeared.
    const take = async () => {
      await page.waitForTimeout(100)
      await page.keyboard.press('Enter')
    }
    await page.keyboard.type('ba')
    await until(async () => expect(await options.allInnerTexts()).toEqual([expect.stringMatching(/^base/)]))
    await take()
    await page.keyboard.press('Control+Space')
    await until(async () => expect(await options.first().innerText()).toMatch(/^primary/))
    await take()
    // Enter indents.
    await page.keyboard.type(' }\nfault: { ha')
    await until(async () => expect(await options.first().innerText()).toMatch(/^hang/))
    await take()
    await page.keyboard.type('true }')
    expect(await editedText(page)).toBe('rules:\n  - match: { base: primary }\n    fault: { hang: true }')
    await until(async () => expect(await page.locator('.preview rect').count()).toBe(1))
    expect(await textOf(page, '.preview figcaption')).toBe('every request to any primary: never answers')
    expect(await page.getByRole('button', { name: /^Save to/ }).count()).toBe(0)
    // A completion is undone like what was typed.
    for (let times = 0; times < 20; times++) await page.keyboard.press('Control+z')
    expect(await editedText(page)).toMatch(/^# What goes wrong/)
    for (let times = 0; times < 20; times++) await page.keyboard.press('Control+Shift+z')
    expect(await editedText(page)).toContain('hang: true')
    expect(complaints).toEqual([])
  })

  test('a key is explained under the pointer, and an error in words at its line', async () => {
    const { page, complaints } = await openDashboard()
    await page.getByRole('button', { name: 'Write one' }).click()
    await writeScenario(page, 'rules:\n  - fault: { hang: 30s }\n')
    await page.getByText('fault', { exact: true }).hover()
    await until(async () => expect(await page.locator('.about').innerText()).toContain('Effect'))
    const [shown] = await page.locator('.cm-panel-lint li').allInnerTexts()
    expect(shown).toContain('write `hang: true` and `when: { until: 30s }`')
    expect(complaints).toEqual([])
  })

  test('an incident of the library is edited under a name of its own, and saved as a file', async () => {
    const { page, complaints } = await openDashboard()
    await page.getByRole('button', { name: 'Try an incident' }).click()
    await page.getByPlaceholder('Look for').fill('primary outage')
    const choices = page.getByRole('group', { name: 'primary-outage', exact: true })
    await choices.getByRole('button', { name: 'Edit', exact: true }).click()
    await until(async () => expect(await editedText(page)).toContain('description: '))
    expect((await started.control.get('/scenario')).body.scenario).toBeNull()
    await writeScenario(page, (await editedText(page)).replace('status: 429', 'status: 418'))
    await until(async () => expect(await page.locator('#problems').innerText()).toBe('✓ No errors'))
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: 'Save and load' }).click(),
    ])
    expect(download.suggestedFilename()).toBe('primary-outage-edited.yaml')
    const saved = readFileSync((await download.path())!, 'utf8')
    expect(saved).toContain('name: primary-outage-edited')
    expect(saved).toContain('status: 418')
    expect(saved).not.toContain('description')
    await until(async () => expect(await textOf(page, '.playing')).toContain('primary-outage-edited'))
    expect((await started.control.get('/scenario/source')).body.text).toBe(saved)
    expect(complaints).toEqual([])
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
    await writeScenario(page, 'name: mine\nrules: [{ fault: { status: 418 } }]\n')
    await until(async () => expect(await page.locator('#problems').innerText()).toBe('✓ No errors'))
    await page.getByRole('button', { name: 'Save to mine.yaml' }).click()
    await until(() => expect(readFileSync(path, 'utf8')).toContain('418'))
    await until(async () => expect(await page.locator('dialog[open]').count()).toBe(0))
  })

  test('it may name candle files, and a missing one is reported', async () => {
    writeFileSync(
      join(dirname(path), 'eth.csv'),
      'time,open,high,low,close\n2020-01-01,1234,1240,1230,1235\n',
    )
    const { page } = await started.openDashboard()
    await page.getByRole('button', { name: 'Edit', exact: true }).click()
    const problems = page.locator('#problems')
    await writeScenario(page, 'name: mine\nprices: { ETH: { candles: none.csv, period: 1d } }\n')
    await until(async () =>
      expect(await textOf(page, '.cm-panel-lint')).toMatch(/Line 1.*none\.csv:1:1 no such file/s),
    )
    await writeScenario(page, 'name: mine\nprices: { ETH: { candles: eth.csv, period: 1d } }\n')
    await until(async () => expect(await problems.innerText()).toBe('✓ No errors'))
    await page.getByRole('button', { name: 'Save to mine.yaml' }).click()
    await until(() => expect(readFileSync(path, 'utf8')).toContain('eth.csv'))
    await until(async () => expect(await page.locator('dialog[open]').count()).toBe(0))
  })
})
