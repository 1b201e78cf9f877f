/** `gmx-sim/vitest` as a project of somebody else's has it: installed, configured by one line, run by their vitest. */
import { expect, test } from 'vitest'
import { PATIENT_VITEST } from '../../support/patience.js'
import { createProject } from '../../support/project.js'

const TESTS = `
import { inject, vi } from 'vitest'
import { expect, test } from 'gmx-sim/vitest'

test('reads a price', async ({ sim }) => {
  const reply = await fetch(\`\${sim.baseUrl('arbitrum')}/prices/tickers\`)
  const rows = await reply.json()
  expect(rows.length).toBeGreaterThan(100)
  expect(sim).toHaveReceived({ endpoint: 'tickers' }, { times: 1 })
  expect(sim).not.toHaveReceived({ base: 'fallback' })
})

test('reads a price', async ({ sim }) => {
  expect(sim.id).toBe('reads-a-price-2')
  expect(sim).not.toHaveReceived()
})

test('the environment names one server for all', async () => {
  expect(process.env.GMX_SIM_ARBITRUM_FALLBACK_URL).toBe(inject('gmxSim').baseUrls.arbitrum.fallback)
  const reply = await fetch(\`\${process.env.GMX_SIM_URL}/botanix/ping\`)
  expect(await reply.json()).toEqual({ ok: true })
})

const duringOutage = test.extend({
  simOptions: { scenario: 'scenarios/primary-outage.yaml', clock: { mode: 'frozen' } },
})

duringOutage('a minute passes', async ({ sim }) => {
  vi.useFakeTimers()
  let seconds = 0
  setInterval(() => seconds++, 1000)
  await sim.advance('65s', { timers: vi })
  vi.useRealTimers()
  expect(seconds).toBe(65)
  expect(sim.clock.now().toISOString().slice(14, 19)).toBe('01:05')
})

test('honours Retry-After', async ({ sim }) => {
  await sim.loadScenario({ rules: [{ when: { times: 1 }, fault: { status: 429, retryAfter: '5s' } }] })
  await sim.fetch('/arbitrum/ping')
  await sim.advance('5s')
  await sim.fetch('/arbitrum/ping')
  expect(sim).toHaveHonouredRetryAfter()
})

const many = test.extend({ simulatorOptions: [{ extraTokens: 2 }, { scope: 'file' }] })
many('starts as it is told', async ({ sim, simulator }) => {
  expect((await sim.ask('botanix', 'tokens')).tokens.length).toBe((await simulator.ask('botanix', 'tokens')).tokens.length)
})
`

const FAILING = `
import { expect, test } from 'gmx-sim/vitest'

test('fails', async ({ sim }) => {
  await sim.fetch('/arbitrum-fallback/ping')
  expect(1).toBe(2)
})
test('fails by a matcher', async ({ sim }) => {
  await sim.fetch('/arbitrum/ping')
  expect(sim).toHaveReceived({ status: 429 })
})
`

test("a suite with sessions, matchers, fake timers and the environment's addresses passes; failures show their journal once", async () => {
  const project = createProject({
    'vitest.config.js': "export default { test: { globalSetup: ['gmx-sim/vitest'] } }",
    'good.test.ts': TESTS,
    'failing.test.ts': FAILING,
  })
  const { code, stdout, stderr } = await project.bin('vitest', ['run', ...PATIENT_VITEST])
  const seen = stdout + stderr
  expect(code, seen).toBe(1)
  for (const counted of ['2 failed', '6 passed']) expect(stdout).toContain(counted)
  expect(stdout).not.toMatch(/FAIL .*good\.test/)
  expect(seen).toContain('the journal of fails:')
  expect(seen).toMatch(/#1 2026-01-01T00:00:00.000Z arbitrum fallback GET \/ping → 200 ok/)
  expect(seen).toContain('expected at least one request with status 429')
  expect(seen).not.toContain('the journal of fails-by-a-matcher')
})
