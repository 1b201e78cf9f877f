/** The worst finding on a client of an incident, which outlasts the scenario and the records of its requests. */
import { expect, test, vi } from 'vitest'
import { createLocalFetch } from '../../../src/server/http/local/fetch.js'
import { oneSimulator } from '../../support/one-simulator.js'

// Jumps of a running clock would be cut out.
const { simulator, control, bodyOf } = oneSimulator({ at: '2026-03-01T12:00:00Z', clock: 'frozen' })

const SCENARIO = `name: limited
rules: [{ match: { network: arbitrum }, when: { until: 1h }, fault: { status: 429, retryAfter: 3s } }]
`

/** One second of virtual time per `perSecond` requests. */
async function poll(count: number, perSecond = 1): Promise<void> {
  const { url, session, app, context } = simulator()
  const fetchHere = createLocalFetch({ app, context }, session, url)
  for (let n = 1; n <= count; n++) {
    await (await fetchHere(`${url}/arbitrum/prices/tickers`)).text()
    if (n % perSecond === 0) await control.post('/clock/advance', { by: '1s' })
  }
}

const worst = async () => {
  const { incidents } = await bodyOf('/incidents')
  return incidents.findLast(({ scenario }: { scenario: string }) => scenario === 'limited').clients[0].worst
}

test('the worst finding is that of the last grade, which the end of the scenario makes too', async () => {
  await poll(12)
  await control.put('/scenario', SCENARIO)
  await poll(1)
  expect(await worst()).toBeNull()
  await poll(4)
  await control.put('/scenario', 'name: calm\nrules: []')
  await control.delete('/scenario')
  expect(await worst()).toMatchObject({
    check: 'retry-after',
    because: expect.stringMatching(/^asked too early after 4 of 5 replies with Retry-After/),
  })
})

test('an incident of many requests is graded once in between, before those of its warm-up go', async () => {
  await poll(12)
  await control.put('/scenario', SCENARIO)
  const { session } = simulator()
  const grades = vi.spyOn(session.journal.incidents, 'grade')
  const id = session.scenario?.id ?? ''
  await poll(2999, 100)
  expect(session.journal.incidents.of(id)).toMatchObject([{ requests: 2999, worst: null }])
  await poll(2000, 100)
  expect(session.journal.incidents.of(id)).toMatchObject([
    { requests: 4999, worst: { check: 'amplification' } },
  ])
  expect(grades).toHaveBeenCalledTimes(1)
  grades.mockRestore()
  // By now, the newest requests are those of the incident alone: what was found is kept.
  expect(await bodyOf('/clients/grades')).toMatchObject({ clients: [{ verdict: 'not proven' }] })
  expect(await worst()).toMatchObject({ check: 'amplification' })
})
