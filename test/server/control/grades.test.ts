/** Grades of the clients of a session while its scenario plays. */
import { expect, test } from 'vitest'
import { CHECKS } from '../../../src/grading/checks/index.js'
import { oneSimulator } from '../../support/one-simulator.js'

const { control, bodyOf, ask } = oneSimulator({ at: '2026-03-01T12:00:00Z' })

const SCENARIO = `name: limited
rules:
  - match: { network: arbitrum, base: primary }
    when: { until: 10s }
    fault: { status: 429, retryAfter: 3s }
`

/** Each client asks its network once a second. */
async function poll(seconds: number, networks: Readonly<Record<string, string>>): Promise<void> {
  for (let second = 0; second < seconds; second++) {
    for (const [name, network] of Object.entries(networks))
      await (await ask(`/${network}/prices/tickers`, { headers: { 'user-agent': name } })).text()
    await control.post('/clock/advance', { by: '1s' })
  }
}

const grades = async () => {
  const reply = await bodyOf('/clients/grades')
  return {
    ...reply,
    by: Object.fromEntries(reply.clients.map((one: { userAgent: string }) => [one.userAgent, one])),
  }
}

test('each client is graded by what it did, and nothing passes before it is over or for want of proof', async () => {
  const nothing = { scenario: null, phase: null, leftMs: null, skippedMs: 0, clients: [] }
  expect(await bodyOf('/clients/grades')).toMatchObject(nothing)
  await poll(12, { eager: 'arbitrum', elsewhere: 'avalanche' })
  await control.put('/scenario', SCENARIO)
  expect(await grades()).toMatchObject({ scenario: 'limited', phase: null, leftMs: 70_000, clients: [] })
  await poll(5, { eager: 'arbitrum', elsewhere: 'avalanche', late: 'arbitrum' })

  const early = await grades()
  expect([early.phase, early.leftMs]).toEqual(['incident', 65_000])
  const worst = early.by.eager.checks.find(({ id }: { id: string }) => id === 'retry-after')
  expect(early.by.eager).toMatchObject({ verdict: 'fail', of: CHECKS.length, problem: null })
  expect(early.by.eager.score).toBeLessThan(60)
  expect(early.by.eager.judged).toBeGreaterThan(1)
  expect(worst).toMatchObject({ id: 'retry-after', level: 'MUST', verdict: 'fail' })
  expect(worst.because).toMatch(/^asked too early after 4 of 5 replies with Retry-After/)
  const { entries } = await bodyOf('/journal')
  const named = entries.find(({ n }: { n: number }) => n === worst.evidence[0])
  expect([named.userAgent, named.network]).toEqual(['eager', 'arbitrum'])
  expect(early.by.elsewhere).toMatchObject({ verdict: 'running', score: null })
  expect(early.by.late).toMatchObject({ verdict: 'not proven', score: null, judged: 0 })
  expect(early.by.late.problem).toContain('load the scenario while the client is running')

  await poll(10, { elsewhere: 'avalanche' })
  expect((await grades()).phase).toBe('recovery')
  await poll(60, { elsewhere: 'avalanche' })
  const last = await grades()
  expect(last.leftMs).toBe(0)
  expect(last.by.elsewhere).toMatchObject({ verdict: 'not exercised', score: null })
  expect(last.by.elsewhere.problem).toContain('no request of the client met a fault')
})

test('a reload begins anew: what the rules struck before is no warm-up', async () => {
  await poll(3, { again: 'arbitrum' })
  await control.put('/scenario', SCENARIO)
  await poll(2, { again: 'arbitrum' })
  await control.post('/scenario/reload')
  await poll(2, { again: 'arbitrum' })
  expect((await grades()).by.again.verdict).toBe('not proven')
})

test('incidents are kept with each client that met them, also after another scenario', async () => {
  await poll(1, { plain: 'arbitrum' })
  const { loadedAt } = (await control.put('/scenario', SCENARIO)).body
  for (const base of ['arbitrum', 'arbitrum-fallback', 'arbitrum'])
    await (await ask(`/${base}/prices/tickers`, { headers: { 'user-agent': 'moves' } })).text()
  await control.post('/clock/advance', { by: '4s' })
  await (await ask('/arbitrum/prices/tickers', { headers: { 'user-agent': 'moves' } })).text()
  await control.put('/scenario', 'name: calm\nrules: []')
  const [incident, calm] = (await bodyOf('/incidents')).incidents.slice(-2)
  expect(incident).toMatchObject({ scenario: 'limited', loadedAt })
  expect(incident.clients).toEqual([
    {
      // No good answer from before the incident.
      worst: null,
      userAgent: 'moves',
      address: expect.any(String),
      requests: 4,
      failed: 3,
      firstFailureAt: loadedAt,
      failovers: 1,
      outageMs: expect.any(Number),
      outageOf: 'arbitrum tickers',
    },
  ])
  expect(incident.clients[0].outageMs).toBeGreaterThanOrEqual(4000)
  expect(calm).toMatchObject({ scenario: 'calm', clients: [] })
})

const ONCE = `name: once
rules:
  - match: { network: avalanche }
    when: { times: 1 }
    fault: { status: 503 }
`

const servingOf = async (name: string) => {
  const { by, skippedMs } = await grades()
  const serving = by[name].checks.find(({ id }: { id: string }) => id === 'keeps-serving')
  return { said: [serving.verdict, serving.because], skippedMs }
}

test('a jump of the running clock is no outage', async () => {
  await control.put('/clock', { mode: 'real', rate: 1 })
  const pollAtOnce = async (count: number) => {
    for (let poll = 0; poll < count; poll++)
      await (await ask('/avalanche/prices/tickers', { headers: { 'user-agent': 'steady' } })).text()
  }
  await pollAtOnce(6)
  await control.put('/scenario', ONCE)
  await pollAtOnce(3)
  await control.post('/clock/advance', { by: '1m' })
  await pollAtOnce(3)
  const { said, skippedMs } = await servingOf('steady')
  expect(said).toEqual(['pass', expect.stringContaining('never without usable avalanche tickers')])
  expect(skippedMs).toBe(60_000)
})

test('a client that has finished is neither failed nor passed for what it no longer asks', async () => {
  await control.put('/clock', { mode: 'frozen' })
  await poll(6, { finished: 'avalanche' })
  await control.put('/scenario', ONCE)
  await poll(5, { finished: 'avalanche' })
  await poll(120, { other: 'arbitrum' })
  const { by, leftMs } = await grades()
  expect(leftMs).toBe(0)
  expect(by.finished).toMatchObject({ verdict: 'not proven', score: null })
  expect(by.finished.problem).toMatch(/^stopped asking \d+\.\d s into the run$/)
  expect((await servingOf('finished')).said[0]).toBe('pass')
})
