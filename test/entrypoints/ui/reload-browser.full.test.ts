/** Reloading a scenario from the dashboard where neither its text nor its name describes it fully. */
import { describe, expect, test } from 'vitest'
import { loadScenarioSource } from '../../../src/scenario/read/load.js'
import { hasChromium } from '../../support/chromium.js'
import { startDashboard } from '../../support/dashboard.js'
import { until } from '../../support/until.js'

describe.skipIf(!hasChromium())('dashboard, the same once more', () => {
  const started = startDashboard()
  const { openDashboard } = started

  test('code of a program is stopped, started again and reloaded, although no text says it', async () => {
    const { session } = started.simulator
    const given = { name: 'coded', rules: [{ fault: { reply: () => ({ status: 418 }) } }] }
    session.loadScenario(await loadScenarioSource(given, session.catalogue))
    const { page } = await openDashboard()
    for (const pressed of ['End scenario', 'Start again', 'Reload']) {
      const before = session.scenario
      await page.getByRole('button', { name: pressed, exact: true }).click()
      await until(() => expect(session.scenario).not.toBe(before))
    }
    expect((await fetch(`${started.simulator.url}/arbitrum/ping`)).status).toBe(418)
  })
})
