/** The incident of the dashboard, as somebody uses it: lanes, library, editor, and the big switch. */
import { readFileSync } from 'node:fs'
import type { Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { hasChromium } from '../../support/chromium.js'
import { editedText, startDashboard, textOf, writeScenario } from '../../support/dashboard.js'
import { until } from '../../support/until.js'

describe.skipIf(!hasChromium())('dashboard, incident', () => {
  const started = startDashboard()
  const { openDashboard } = started
  const ask = (path: string) => fetch(`${started.simulator.url}${path}`)
  const scenario = async () => (await started.control.get('/scenario')).body
  const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name, exact: true })
  const bandsOf = (page: Page) =>
    page
      .locator('.lanes [data-lane="arbitrum"] .band')
      .evaluateAll((bands) =>
        bands.map((band) => [band.getAttribute('class'), band.previousElementSibling?.textContent]),
      )
  const nowX = (page: Page) =>
    page.locator('.lanes line.now').evaluate((line) => Number(line.getAttribute('x1')))

  async function loadFromLibrary(page: Page, name: string): Promise<void> {
    await page
      .locator('#incident')
      .getByRole('button', { name: /^(Try an incident|Choose another)$/ })
      .click()
    await page.getByPlaceholder('Look for').fill(name)
    await page.locator('dialog summary', { hasText: name }).first().click()
    await page
      .getByRole('group', { name, exact: true })
      .getByRole('button', { name: 'Load', exact: true })
      .click()
    await until(async () => expect((await scenario()).scenario?.name).toBe(name))
    await until(async () => expect(await textOf(page, '.playing')).toContain(name))
    expect(await page.locator('dialog[open]').count()).toBe(0)
  }

  async function editText(page: Page): Promise<string> {
    await page
      .locator('#incident')
      .getByRole('button', { name: /^(Edit|Write one)$/ })
      .click()
    return editedText(page)
  }

  test('a library scenario loads after its preview and appears as lanes: rules, market, now', async () => {
    const { page, complaints } = await openDashboard()
    expect(await textOf(page, '.playing')).toBe('No active scenario')
    await loadFromLibrary(page, 'primary-outage')
    await until(async () =>
      expect(await textOf(page, '.playing')).toMatch(/^primary-outage\s+1 of 3 active$/),
    )
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
    // What no style names is black.
    const fills: string[] = await page.evaluate(
      "[...document.querySelectorAll('.lanes rect')].map((shape) => getComputedStyle(shape).fill)",
    )
    expect(fills.length).toBeGreaterThan(8)
    expect(fills).not.toContain('rgb(0, 0, 0)')
    expect(complaints).toEqual([])
  })

  test('frozen, an hour forward: now and the rules active follow in the lanes', async () => {
    const { page } = await openDashboard()
    await loadFromLibrary(page, 'primary-outage')
    const before = await nowX(page)
    for (let times = 0; times < 15; times++) await button(page, /go forward one second/).click()
    await until(async () => expect((await bandsOf(page))[0][0]).toBe('band error acting'))
    expect(await nowX(page)).toBeGreaterThan(before + 50)
    await button(page, /go forward one hour/).click()
    // An hour after it, it is still in view, until it is left.
    const isIncident = () =>
      until(async () =>
        expect((await bandsOf(page)).map(([look]) => look)).toEqual(['band error', 'band silent']),
      )
    await isIncident()
    expect(await page.locator('.lanes line.now').count()).toBe(0)
    await button(page, 'Follow now').click()
    await until(async () => expect(await bandsOf(page)).toEqual([]))
    expect(await page.locator('.lanes line.now').count()).toBe(1)
    await button(page, 'Whole').click()
    await isIncident()
    expect(await page.locator('.axis .tick').first().textContent()).toBe('12:00:00')
    expect(await page.locator('.axis .since').first().textContent()).toBe('+0:00')
    await button(page, 'Follow now').click()
    await until(async () => expect(await page.locator('.lanes line.now').count()).toBe(1))
  })

  test('a mistake is seen at its line before anything is loaded; mended, it is loaded', async () => {
    const { page, complaints } = await openDashboard()
    await loadFromLibrary(page, 'primary-outage')
    const text = await editText(page)
    expect(text).toContain('- id: dead')
    const line = text.split('\n').indexOf('    fault: { hang: true }') + 1
    expect(line).toBeGreaterThan(1)
    const area = page.getByLabel('Scenario, YAML or JSON')
    await writeScenario(page, text.replace('hang: true', 'hung: true'))
    const marks = page.locator('.cm-lintPoint, .cm-lintRange-error')
    await until(async () =>
      expect(await page.locator('.cm-gutter-lint .cm-lint-marker-error').count()).toBe(1),
    )
    expect(await marks.count()).toBeGreaterThan(0)
    expect(await page.locator('.cm-panel-lint').innerText()).toMatch(
      new RegExp(`Line ${line}, column \\d+: .*hung`),
    )
    // As a person presses it: nobody waits until it looks enabled.
    await button(page, 'Load').click({ force: true })
    // It leads to the mistake instead.
    expect(await textOf(page, '.cm-activeLine')).toContain('hung: true')
    expect((await scenario()).scenario.name).toBe('primary-outage')
    expect((await scenario()).rules.map(({ id }: { id: string }) => id)).toEqual([
      'throttle',
      'dead',
      'lagging-fallback',
    ])

    await writeScenario(
      page,
      text.replace('hang: true', 'status: 418').replace('name: primary-outage', 'name: mine'),
    )
    await until(async () => expect(await page.locator('#problems').innerText()).toBe('✓ No errors'))
    expect(await page.locator('.cm-lint-marker-error').count()).toBe(0)
    await area.press('Control+Enter')
    await until(async () => expect((await scenario()).scenario.name).toBe('mine'))
    await until(async () => expect(await page.locator('dialog[open]').count()).toBe(0))
    await until(async () => expect((await bandsOf(page))[1][1]).toBe('! dead: 418'))
    expect(await editText(page)).toContain('status: 418')
    expect(complaints).toEqual([])
  })

  test('text is found; unsaved text survives closing the editor, and can be undone', async () => {
    const { page } = await openDashboard()
    const example = await editText(page)
    await until(async () => expect(await page.locator('#problems').innerText()).toBe('✓ No errors'))
    await page.keyboard.press('Control+f')
    await page.keyboard.type('retryAfter')
    await page.keyboard.press('Enter')
    await until(async () => expect(await page.locator('.cm-searchMatch-selected').count()).toBe(1))
    // Closes the search, not the editor.
    await page.keyboard.press('Escape')
    await until(async () => expect(await page.locator('.cm-search').count()).toBe(0))
    await writeScenario(page, 'rules: [')
    await until(async () => expect(await page.locator('.cm-lint-marker-error').count()).toBe(1))
    await page.keyboard.press('Escape')
    await until(async () => expect(await page.locator('dialog[open]').count()).toBe(0))
    expect(await editText(page)).toBe('rules: [')
    await button(page, 'Undo all changes').click()
    expect(await editedText(page)).toBe(example)
    expect((await scenario()).scenario).toBeNull()
  })

  test('ending the scenario frees held requests; the next press restarts it', async () => {
    const { page } = await openDashboard()
    await loadFromLibrary(page, 'primary-hangs')
    await started.control.post('/clock/advance', { by: '15s' })
    const held = ask('/arbitrum/prices/tickers').then(
      ({ status }) => status,
      () => 'broken',
    )
    await until(async () => expect(await textOf(page, '.switch')).toBe('End scenario 1 held'))
    await page.locator('.switch').click()
    await until(async () => expect((await scenario()).scenario).toBeNull())
    await held
    expect((await ask('/arbitrum/prices/tickers')).status).toBe(200)
    await until(async () => expect(await textOf(page, '.playing')).toBe('No active scenario'))
    expect(await textOf(page, '.switch')).toBe('Start again')
    // The server knows it, whatever becomes of the page.
    await page.reload()
    await button(page, 'Start again').click()
    await until(async () => expect((await scenario()).scenario?.name).toBe('primary-hangs'))
    await until(async () => expect(await textOf(page, '.switch')).toBe('End scenario'))
    // As one of the library, and not as a copy of it.
    expect((await started.control.get('/session')).body.files).toEqual([])
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
    await until(async () => expect(await marks.count()).toBe(3))
    expect(await marks.evaluateAll((all) => all.map((mark) => mark.getAttribute('class')))).toEqual([
      'mark good',
      'mark error',
      'mark good',
    ])
    const named = () => page.evaluate('document.activeElement.getAttribute("aria-label")')
    await page.locator('.lanes').focus()
    await page.keyboard.press('Tab')
    expect(await named()).toMatch(/^#1 arbitrum GET \/ping: 200 ok in \d+ ms$/)
    await page.keyboard.press('ArrowDown')
    expect(await named()).toMatch(/^#3 arbitrum-fallback /)
    await page.keyboard.press('ArrowUp')
    await page.keyboard.press('End')
    expect(await named()).toMatch(/^#2 arbitrum GET \/ping: 503 error in \d+ ms, rule odd$/)
    await page.keyboard.press('Enter')
    await until(async () => expect(await textOf(page, '.detail .why')).toBe('Rule odd fired, on match 2.'))
    expect(await page.evaluate('document.activeElement.id')).toBe('detail-title')
    // Marks are narrow: a press beside one opens it.
    const box = await marks.nth(2).boundingBox()
    if (box === null) throw new Error('the mark has no place')
    await page.mouse.click(box.x + box.width + 5, box.y + 2)
    await until(async () => expect(await textOf(page, '.detail h3')).toBe('Request #3'))
  })

  test('rejections appear next to the control', async () => {
    const { page } = await openDashboard()
    await loadFromLibrary(page, 'primary-outage')
    await editText(page)
    await page.route('**/__sim/v1/scenario', (route) => route.abort())
    await writeScenario(page, 'rules:\n  - { fault: { status: 500 } }')
    await until(async () => expect(await page.locator('#problems').innerText()).toBe('✓ No errors'))
    await button(page, 'Load').click()
    await until(async () => expect(await textOf(page, 'dialog [role=alert]')).toContain('does not answer'))
    expect(await page.locator('dialog[open]').count()).toBe(1)
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
})
