/** `gmx-sim/node-test` and `gmx-sim/playwright` as projects of somebody else's have them. */
import { expect, test } from 'vitest'
import { CHROMIUM, hasChromium } from '../../support/chromium.js'
import { PATIENCE_MS } from '../../support/patience.js'
import { createProject } from '../../support/project.js'

const NODE_TEST = `
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { assertHonouredRetryAfter, assertReceived, simulate } from 'gmx-sim/node-test'

test('reads a price', async (t) => {
  const sim = await simulate(t)
  assert.equal((await fetch(sim.baseUrl('arbitrum') + '/ping')).status, 200)
  assert.equal(sim.id, 'reads-a-price')
  assertReceived(sim, { endpoint: 'ping' }, { times: 1 })
  assert.throws(() => assertReceived(sim, { base: 'fallback' }), /expected at least one request with base fallback/)
  assert.throws(() => assertHonouredRetryAfter(sim), /nothing to honour/)
})

test('passes a minute', async (t) => {
  const sim = await simulate(t, { scenario: { rules: [{ when: { until: '60s' }, fault: { status: 503 } }] } })
  t.mock.timers.enable({ apis: ['setTimeout'] })
  let status
  setTimeout(async () => { status = (await sim.fetch('/arbitrum/ping')).status }, 60_000)
  await sim.advance('61s', { timers: t.mock.timers })
  assert.equal(status, 200)
})
`
const NODE_FAILING = `
import { test } from 'node:test'
import { simulate } from 'gmx-sim/node-test'
test('fails', async (t) => {
  const sim = await simulate(t)
  await sim.fetch('/botanix/ping')
  throw new Error('on purpose')
})
`
const PLAYWRIGHT = `
import { expect, routeLiveHosts, test } from 'gmx-sim/playwright'
test.use({ simOptions: { scenario: { rules: [{ match: { base: 'primary' }, fault: { reset: 'before' } }] } } })

test('a page requests the live hosts', async ({ page, sim }) => {
  await routeLiveHosts(page, sim)
  await page.goto(sim.baseUrl('arbitrum', 'fallback') + '/ping')
  const seen = await page.evaluate(async () => {
    const ask = async (host) => (await fetch('https://' + host + '/ping')).status
    return [
      await ask('arbitrum-api.gmxinfra.io').catch((error) => error.message),
      await ask('arbitrum-api-fallback.gmxinfra.io'),
    ]
  })
  expect(seen).toEqual(['Failed to fetch', 200])
  expect(sim).toHaveReceived({ base: 'fallback' }, { times: 2 })
})
`
const INTERCEPTED = `
import { expect, test } from 'gmx-sim/playwright'
test.use({ intercept: true })
const ask = (page, host) => page.evaluate(async (url) => (await fetch(url)).status, 'https://' + host + '/ping')

test('a page requests the live hosts, over TLS', async ({ page, sim }) => {
  await page.goto('https://arbitrum-api-fallback.gmxinfra.io/ping')
  expect(await ask(page, 'arbitrum-api.gmxinfra.io')).toBe(200)
  expect(sim).toHaveReceived({ base: 'primary', endpoint: 'ping' }, { times: 1 })
  await sim.loadScenario({ rules: [{ match: { base: 'primary' }, fault: { tls: 'expired' } }] })
  await expect(ask(page, 'arbitrum-api.gmxinfra.io')).rejects.toThrow('Failed to fetch')
  expect(await ask(page, 'arbitrum-api-fallback.gmxinfra.io')).toBe(200)
  await expect(page.goto('https://arbitrum-api.gmxinfra.io/ping')).rejects.toThrow('ERR_CERT_')
})

test('each test has a session of its own', async ({ page, sim }) => {
  await page.goto('https://botanix-api.gmxinfra.io/ping')
  expect(sim).toHaveReceived({ endpoint: 'ping' }, { times: 1 })
})
`
const PLAYWRIGHT_CONFIG = `export default { use: { launchOptions: ${JSON.stringify(CHROMIUM)} }, reporter: 'line', workers: 1 }`

test('node:test: a suite passes; a failing test prints its journal with the failure', async () => {
  const project = createProject({ 'good.test.js': NODE_TEST, 'bad.test.js': NODE_FAILING })
  const { code, stdout, stderr } = await project.run(process.execPath, ['--test'])
  expect(code, stdout + stderr).toBe(1)
  expect(stdout).toMatch(/pass 2\n/)
  expect(stdout).toMatch(/fail 1\n/)
  expect(stdout).toContain('the journal of fails:')
  expect(stdout).toContain('botanix primary GET /ping → 200 ok')
})

test.skipIf(!hasChromium())(
  'Playwright: pages with sessions and matchers, routed or intercepted',
  async () => {
    const project = createProject({
      'routed.spec.js': PLAYWRIGHT,
      'intercepted.spec.js': INTERCEPTED,
      'playwright.config.js': PLAYWRIGHT_CONFIG,
    })
    const { code, stdout, stderr } = await project.bin('playwright', ['test', `--timeout=${PATIENCE_MS}`])
    expect(code, stdout + stderr).toBe(0)
    expect(stdout).toContain('3 passed')
  },
)
