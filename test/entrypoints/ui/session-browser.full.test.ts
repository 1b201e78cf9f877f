/** Sessions on the dashboard, as somebody uses them. */
import { describe, expect, test } from 'vitest'
import { hasChromium } from '../../support/chromium.js'
import { isLive, startDashboard, textOf } from '../../support/dashboard.js'
import { until } from '../../support/until.js'

describe.skipIf(!hasChromium())('dashboard, session', () => {
  const started = startDashboard({ seed: 'abc' })
  const { openDashboard } = started

  test('seed, dialect, scenario and counts', async () => {
    const { page, complaints } = await openDashboard()
    const facts = () => textOf(page, '.session dl')
    expect(await facts()).toMatch(/Seed\s+abc\s+Dialect\s+documented\s+Scenario\s+none\s+Requests\s+0$/)
    await started.control.put('/scenario', { use: 'primary-down' })
    await fetch(`${started.simulator.url}/arbitrum-fallback/ping`)
    await until(async () => expect(await facts()).toMatch(/primary-down\s+Requests\s+1$/))
    await page.getByRole('button', { name: 'Reset…', exact: true }).click()
    expect(await textOf(page, 'dialog p')).toContain('deletes 1 request.')
    await page.getByRole('button', { name: 'Cancel' }).click()
    expect(await facts()).toContain('primary-down')
    await page.getByRole('button', { name: 'Reset…', exact: true }).click()
    await page.getByRole('button', { name: 'Reset session' }).click()
    await until(async () => expect(await facts()).toMatch(/none\s+Requests\s+0$/))
    expect(complaints).toEqual([])
  })

  test('one is made, chosen and ended', async () => {
    const { page, complaints } = await openDashboard()
    await page.getByRole('button', { name: 'New session…' }).click()
    await page.getByLabel('Name').fill('second')
    await page.getByLabel('Seed').fill('<b>7</b>')
    await page.getByLabel('Clock starts at').fill('2030-01-01T00:00:00Z')
    await page.getByRole('button', { name: 'Create' }).click()
    await page.waitForURL('**/s/second/__sim/ui/')
    await isLive(page)
    expect(await textOf(page, '.session dl')).toContain('<b>7</b>')
    expect(await textOf(page, '.time')).toContain('2030-01-01')
    const chooser = page.getByRole('combobox', { name: 'Session' })
    await chooser.selectOption('Default session')
    await page.waitForURL(`${started.simulator.url}/__sim/ui/`)
    await isLive(page)
    await until(async () => expect(await chooser.innerText()).toContain('second'))
    await chooser.selectOption('second')
    await page.waitForURL('**/s/second/__sim/ui/')
    await isLive(page)
    await page.getByRole('button', { name: 'End session' }).click()
    await page.waitForURL(`${started.simulator.url}/__sim/ui/`)
    await isLive(page)
    expect((await started.control.get('/sessions')).body.sessions).toEqual([])
    expect(complaints).toEqual([])
  })

  test('a duplicate name is reported and the input kept', async () => {
    await started.control.post('/sessions', { id: 'taken' })
    const { page } = await openDashboard()
    await page.getByRole('button', { name: 'New session…' }).click()
    await page.getByLabel('Name').fill('taken')
    await page.getByRole('button', { name: 'Create' }).click()
    await until(async () => expect(await page.getByRole('alert').innerText()).toContain('taken'))
    expect(await page.getByLabel('Name').inputValue()).toBe('taken')
    await started.control.delete('/sessions/taken')
  })

  test('it is copied as a command and as a test', async () => {
    const { page } = await openDashboard('/__sim/ui/', {
      permissions: ['clipboard-read', 'clipboard-write'],
    })
    await started.control.put('/scenario', 'rules:\n  - fault: { status: 503 }\n')
    await page.getByRole('button', { name: 'Copy as a command…' }).click()
    const { command, script, test: source } = (await started.control.get('/session')).body
    expect(command).toContain('--seed abc')
    expect(script).toContain('status: 503')
    await until(async () =>
      expect(await page.getByLabel('Command', { exact: true }).inputValue()).toBe(script),
    )
    const copied = () => page.evaluate('navigator.clipboard.readText()')
    await until(async () => expect(await copied()).toBe(script))
    await page.getByRole('dialog').getByText('The command was copied.').waitFor()
    await page.evaluate("navigator.clipboard.writeText('')")
    await page.getByRole('button', { name: 'Copy the command' }).click()
    await until(async () => expect(await copied()).toBe(script))
    await page.getByRole('button', { name: 'Vitest test', exact: true }).click()
    await page.getByRole('dialog').getByText('The test was copied.').waitFor()
    await until(async () => expect(await copied()).toBe(source))
    await page.evaluate("navigator.clipboard.writeText('')")
    await page.getByRole('button', { name: 'Copy the vitest test' }).click()
    await until(async () => expect(await copied()).toBe(source))
    // As on an address of another machine without HTTPS.
    await page.reload()
    await page.evaluate("Object.defineProperty(navigator, 'clipboard', { value: undefined })")
    await page.getByRole('button', { name: 'Copy as a command…' }).click()
    await page.getByRole('button', { name: 'Copy the command' }).click()
    await page.getByRole('dialog').getByText('The command was copied.').waitFor()
    await page.keyboard.press('Escape')
    await until(async () => expect(await page.locator('dialog[open]').count()).toBe(0))
  })
})
