/** The budget of what sessions have of their own. */
import { afterAll, expect, test } from 'vitest'
import { startServer } from '../../src/server/simulator.js'
import { MAX_OWN_BYTES } from '../../src/session/own-data.js'
import { controlOf } from '../support/control.js'
import { settingsFor } from '../support/settings.js'

const simulator = await startServer(settingsFor({}))
afterAll(() => simulator.stop())

const post = (body: object) => controlOf(simulator.url).post('/sessions', body)

/** A session with rows of `bytes` in memory, as control calls make of megabytes of text. */
function addRows(id: string, bytes: number): void {
  const rows = new Float64Array(bytes / 8)
  const candles = { periodSeconds: 60, runs: [{ firstSecond: 0, count: rows.length / 4, rows }] }
  const collected = { candles, rows: 0, rounded: 0, missing: 0 }
  const given = { kind: 'candles', priceDecimals: 2, source: 'rows', collected, moved: undefined }
  simulator.sessions.make(id, { change: { prices: new Map([['ETH', given as never]]) } })
}

const catalogue = 'networks:\n  base:\n    chainId: 8453\n'
const rows = Array.from({ length: 1000 }, (_, n) => [1_772_366_400 + 60 * n, 2000, 2001, 1999, 2000])
const prices = { ETH: { rows } }

test('what exceeds it is refused by name, and fits again once a session has ended', async () => {
  expect((await post({ id: 'one', catalogue })).status).toBe(201)
  addRows('full', MAX_OWN_BYTES - 210_000)
  for (const body of [{ catalogue }, { prices }, { scenario: { prices } }]) {
    const { status, body: reply } = await post(body)
    expect([status, reply.error.code]).toEqual([429, 'too-much-data'])
    expect(reply.error.hint).toMatch(/^end some sessions/)
    expect(reply.error.message).toMatch(
      /^catalogues, rows and scenarios of sessions take 192\.0 MB, and 0\.\d MB more exceed the limit of 192\.0 MB$/,
    )
  }
  const loaded = await controlOf(`${simulator.url}/s/one`).put('/scenario', { prices })
  expect([loaded.status, loaded.body.error.code]).toEqual([429, 'too-much-data'])
  expect((await controlOf(`${simulator.url}/s/one`).get('/scenario')).body.scenario).toBeNull()
  // Sessions and scenarios of ordinary size always fit.
  expect((await post({ id: 'small', scenario: { rules: [{ fault: { status: 503 } }] } })).status).toBe(201)
  expect((await controlOf(simulator.url).delete('/sessions/full')).status).toBe(200)
  for (const body of [{ catalogue }, { prices }, { scenario: { prices } }])
    expect((await post(body)).status).toBe(201)
})

test('what sessions share counts once', async () => {
  addRows('shared', MAX_OWN_BYTES / 2)
  const { change } = simulator.sessions.originOf('shared') ?? { change: {} }
  for (let n = 0; n < 3; n++) simulator.sessions.create(`shares-${n}`, change)
  simulator.sessions.endHere('shared')
  expect((await post({ catalogue })).status).toBe(201)
})
