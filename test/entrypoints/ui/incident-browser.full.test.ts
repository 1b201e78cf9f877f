/** The incident of the dashboard, as somebody loads, edits, plays and ends one, by mouse and by keys. */
import { readFileSync } from 'node:fs'
import type { Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { hasChromium } from '../../support/chromium.js'
import {
  drag,
  editedText,
  hasCount,
  isChecked,
  isDialogGone,
  shows,
  startDashboard,
  textOf,
  writeScenario,
} from '../../support/dashboard.js'
import { until } from '../../support/until.js'

describe.skipIf(!hasChromium())('dashboard, incident', () => {
  const started = startDashboard()
  const { openDashboard, ask } = started
  const scenario = async () => (await started.control.get('/scenario')).body
  const source = async (): Promise<string> => (await started.control.get('/scenario/source')).body.text
  const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name, exact: true })
  const bandsOf = (page: Page) =>
    page
      .locator('.lanes [data-lane="arbitrum"] .band')
      .evaluateAll((bands) =>
        bands.map((band) => [band.getAttribute('class'), band.previousElementSibling?.textContent]),
      )
  const edits = (page: Page, text: string | RegExp) =>
    until(async () => expect(await editedText(page)).toEqual(expect.stringMatching(text)))

  async function loadFromLibrary(page: Page, name: string, how = 'Load'): Promise<void> {
    await button(page, /^(Try an incident|Choose another)$/).click()
    await page.getByPlaceholder('Look for').fill(name)
    const choices = page.getByRole('group', { name, exact: true })
    await choices.getByRole('button', { name: how, exact: true }).click()
    await shows(page, '.playing', name)
    await isDialogGone(page)
  }

  test('one of the library is loaded and appears as lanes: rules, market, now; over, it is left and shown again', async () => {
    const { page } = await openDashboard()
    expect(await textOf(page, '.playing')).toBe('No active scenario')
    await loadFromLibrary(page, 'primary-outage')
    await shows(page, '.playing', /^primary-outage\s+1 of 3 active$/)
    expect(await bandsOf(page)).toEqual([
      ['band error', expect.stringMatching(/^! throttle: 429, Retry-After 7 s/)],
      ['band silent', expect.stringMatching(/^\? dead: never answers/)],
    ])
    expect(await page.locator('.lanes .happening').getAttribute('aria-label')).toBe('ETH −18 % over 40 s')
    expect(await page.locator('.lanes .lane-name').allTextContents()).toEqual([
      'market',
      'arbitrum',
      'arbitrum-fallback',
      'arbitrum-fallback-2',
      'arbitrum-api',
      'arbitrum-api-fallback',
    ])
    // Shapes that no style names are black.
    const fills: string[] = await page.evaluate(
      "[...document.querySelectorAll('.lanes rect')].map((shape) => getComputedStyle(shape).fill)",
    )
    expect(fills.length).toBeGreaterThan(8)
    expect(fills).not.toContain('rgb(0, 0, 0)')

    await started.control.post('/clock/advance', { by: '15s' })
    await until(async () => expect((await bandsOf(page))[0][0]).toBe('band error acting'))
    await started.control.post('/clock/advance', { by: '1h' })
    // An hour after it, it is still in view, until it is left.
    const isIncident = () =>
      until(async () =>
        expect((await bandsOf(page)).map(([look]) => look)).toEqual(['band error', 'band silent']),
      )
    const isNowSeen = (isSeen: boolean) => hasCount(page.locator('.lanes line.now'), Number(isSeen))
    await isIncident()
    await isNowSeen(false)
    await button(page, 'Follow now').click()
    await isNowSeen(true)
    expect(await bandsOf(page)).toEqual([])
    await button(page, 'Whole').click()
    await isIncident()
    expect(await page.locator('.axis text').allTextContents()).toEqual(
      expect.arrayContaining(['12:00:00', '+0:00']),
    )
  })

  test('a mistake is seen at its line before anything is loaded; corrected, it is loaded', async () => {
    const { page, complaints } = await openDashboard()
    await loadFromLibrary(page, 'primary-outage')
    await button(page, 'Edit').click()
    const text = await editedText(page)
    const line = text.split('\n').indexOf('    fault: { hang: true }') + 1
    expect(line).toBeGreaterThan(1)
    await writeScenario(page, text.replace('hang: true', 'hung: true'))
    await hasCount(page.locator('.cm-gutter-lint .cm-lint-marker-error'), 1)
    await shows(page, '.cm-panel-lint', new RegExp(`Line ${line}, column \\d+: .*hung`))
    // As a person presses it: nobody waits until it looks enabled.
    await button(page, 'Load').click({ force: true })
    // It leads to the mistake instead.
    await shows(page, '.cm-activeLine', 'hung: true')
    expect((await scenario()).rules.map(({ id }: { id: string }) => id)).toEqual([
      'throttle',
      'dead',
      'lagging-fallback',
    ])

    await writeScenario(
      page,
      text.replace('hang: true', 'status: 418').replace('name: primary-outage', 'name: mine'),
    )
    await isChecked(page)
    // Rejections appear next to the control.
    await page.route('**/__sim/v1/scenario', (route) => route.abort())
    await button(page, 'Load').click()
    await shows(page, 'dialog [role=alert]', 'does not answer')
    expect(complaints.splice(0)).toEqual([expect.stringContaining('ERR_FAILED')])
    await page.unroute('**/__sim/v1/scenario')
    await page.getByLabel('Scenario, YAML or JSON').press('Control+Enter')
    await isDialogGone(page)
    expect((await scenario()).scenario.name).toBe('mine')
    await until(async () => expect((await bandsOf(page))[1][1]).toBe('! dead: 418'))
  })

  test('a new text is completed from the schema and previewed; unsaved it survives closing the editor', async () => {
    await started.control.put('/scenario', 'name: ended\nrules: []\n')
    await started.control.delete('/scenario')
    const { page } = await openDashboard()
    await button(page, 'Write one').click()
    // Not that of the last scenario.
    await edits(page, /^# What goes wrong/)
    const example = await editedText(page)
    await hasCount(page.locator('.preview rect'), 3)
    // Escape closes the search before the editor.
    await page.keyboard.press('Control+f')
    await page.locator('.cm-search input:focus').first().waitFor()
    await page.keyboard.press('Escape')
    await hasCount(page.locator('.cm-search'), 0)

    await writeScenario(page, 'rules:\n  - match: { ')
    const options = page.locator('.cm-tooltip-autocomplete [role=option]')
    const take = async (option: RegExp) => {
      await until(async () => expect(await options.first().innerText()).toMatch(option))
      await options.first().click()
      await hasCount(options, 0)
    }
    await page.keyboard.type('ba')
    await take(/^base/)
    await page.keyboard.press('Control+Space')
    await take(/^primary/)
    // Enter indents.
    await page.keyboard.type(' }\nfault: { hang: true }')
    const text = 'rules:\n  - match: { base: primary }\n    fault: { hang: true }'
    await until(async () => expect(await editedText(page)).toBe(text))
    await shows(page, '.preview figcaption', /^every request to any primary: never answers$/)
    await hasCount(page.locator('.preview rect'), 1)
    await page.keyboard.press('Escape')
    await isDialogGone(page)
    await button(page, 'Write one').click()
    expect(await editedText(page)).toBe(text)
    await button(page, 'Undo all changes').click()
    await until(async () => expect(await editedText(page)).toBe(example))
    expect((await scenario()).scenario).toBeNull()
  })

  test('an edge is changed by keys and saved under a name of its own; a drag moves one in the text', async () => {
    const { page } = await openDashboard()
    const edge = page.locator('.edge:focus')
    const isAt = (name: string, time: string) =>
      until(async () =>
        expect([await edge.getAttribute('aria-label'), await edge.getAttribute('aria-valuetext')]).toEqual([
          name,
          time,
        ]),
      )
    await page.keyboard.press('l')
    await page.locator('input[type=search]:focus').waitFor()
    await page.keyboard.type('primary outage')
    await page.getByRole('group', { name: 'primary-outage', exact: true }).waitFor()
    await page.keyboard.press('Enter')
    await isAt('Begin of throttle', '10 s')
    await page.keyboard.press('ArrowRight')
    await isAt('Begin of throttle', '11 s')
    await page.keyboard.press('Enter')
    await isChecked(page)
    const [download] = await Promise.all([page.waitForEvent('download'), page.keyboard.press('Control+s')])
    expect(download.suggestedFilename()).toBe('primary-outage-edited.yaml')
    const saved = readFileSync((await download.path())!, 'utf8')
    expect(saved).toContain('name: primary-outage-edited')
    expect(saved).toContain('when: { after: 11s, until: 30s }')
    expect(saved).not.toContain('description')
    await shows(page, '.playing', 'primary-outage-edited')
    expect(await source()).toBe(saved)
    await isAt('Begin of throttle', '11 s')

    await page.keyboard.press('Shift+ArrowLeft')
    await isAt('Begin of throttle', '1 s')
    // It stops at the other edge.
    for (let times = 0; times < 4; times++) await page.keyboard.press('Shift+ArrowRight')
    await isAt('Begin of throttle', '29.9 s')
    await page.keyboard.press('Escape')
    await isAt('Begin of throttle', '11 s')
    await page.keyboard.press('Tab')
    await page.keyboard.press('ArrowDown')
    await isAt('End of throttle', '29 s')
    await page.keyboard.press('Escape')
    await isAt('End of throttle', '30 s')

    const middleOf = async (name: string): Promise<[number, number]> => {
      const { x, y, width, height } = (await page.locator(`[data-edge="${name}"]`).boundingBox())!
      return [x + width / 2, y + height / 2]
    }
    const [end, begin] = [await middleOf('until throttle'), await middleOf('after throttle')]
    await drag(page, end, [(begin[0] + end[0]) / 2, end[1]])
    await page.getByLabel('Scenario, YAML or JSON').waitFor()
    await edits(page, /when: \{ after: 11s, until: (20|21)(\.\d)?s \}/)
  })

  test('an edge is written into its own rule, also after a rule about a base in each network', async () => {
    await ask('/arbitrum-fallback/ping')
    await ask('/avalanche/ping')
    await started.control.put(
      '/scenario',
      `rules:
  - { id: used, match: { base: current }, fault: { hang: true } }
  - { id: late, when: { after: 10s, until: 20s }, fault: { status: 503 } }`,
    )
    const { page } = await openDashboard()
    await hasCount(page.locator('[data-edge="after used"]'), 2)
    await page.locator('[data-edge="until late"][tabindex]').focus()
    await page.keyboard.press('Shift+ArrowRight')
    await page.keyboard.press('Enter')
    await edits(page, /id: late, when: { after: 10s, until: 30s }/)
  })

  test('ending the scenario frees held requests; the next press starts it again', async () => {
    const { page } = await openDashboard()
    await loadFromLibrary(page, 'primary-hangs', 'Load and grade')
    expect(page.url()).toContain('show=clients')
    await page.getByRole('button', { name: 'List', exact: true }).click()
    await started.control.post('/clock/advance', { by: '15s' })
    const held = ask('/arbitrum/prices/tickers')
    await shows(page, '.switch', /^End scenario 1 held$/)
    await until(async () => expect(await page.locator('.request .came').textContent()).toBe('?hang, held'))
    expect(await page.locator('.request .took').textContent()).toBe('waits')
    await page.locator('.switch').click()
    await held
    await shows(page, '.playing', /^No active scenario$/)
    expect((await scenario()).scenario).toBeNull()
    expect(await ask('/arbitrum/prices/tickers')).toBe(200)
    await until(async () =>
      expect(await page.locator('.request .took').allTextContents()).toEqual([
        expect.stringMatching(/^\d/),
        expect.stringMatching(/^\d/),
      ]),
    )
    expect(await textOf(page, '.switch')).toBe('Start again')
    // The server knows it, whatever becomes of the page.
    await page.reload()
    await button(page, 'Start again').click()
    await shows(page, '.switch', /^End scenario$/)
    expect((await scenario()).scenario?.name).toBe('primary-hangs')
    // As one of the library, and not as a copy of it.
    expect((await started.control.get('/session')).body.files).toEqual([])
  })
})
