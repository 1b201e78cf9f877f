/** --log-format json: each event on its line, as its published schema says. */
import { Ajv2020 } from 'ajv/dist/2020.js'
import addFormats from 'ajv-formats'
import { expect, onTestFinished, test } from 'vitest'
import { createEventLog } from '../../../src/entrypoints/cli/event-log.js'
import { type LogEvent, logJsonSchemaText } from '../../../src/entrypoints/cli/log-events.js'
import { BUILT_IN } from '../../../src/market/catalogue/networks.js'
import { startServer } from '../../../src/server/simulator.js'
import { controlOf } from '../../support/control.js'
import { settingsFor } from '../../support/simulator.js'
import { until } from '../../support/until.js'

const ajv = new Ajv2020({ discriminator: true })
addFormats.default(ajv)
const validate = ajv.compile(JSON.parse(logJsonSchemaText(BUILT_IN)))

async function startLogged() {
  const startedMs = Date.now()
  const lines: string[] = []
  const log = createEventLog((line) => void lines.push(line))
  const simulator = await startServer(settingsFor(), undefined, undefined, log.listeners)
  onTestFinished(() => simulator.stop())
  expect(lines).toEqual([])
  log.start(simulator)
  /** The events since the last call, without what all have. */
  const events = () =>
    lines.splice(0).map((line) => {
      expect(line.endsWith('\n')).toBe(true)
      const event = JSON.parse(line)
      expect(validate(event), JSON.stringify(validate.errors)).toBe(true)
      const { v, time, instanceId, ...rest } = event
      expect([v, instanceId]).toEqual([1, simulator.instanceId])
      expect(Date.parse(time)).toBeGreaterThanOrEqual(startedMs)
      expect(Date.parse(time)).toBeLessThanOrEqual(Date.now())
      return rest as Omit<LogEvent, 'v' | 'time' | 'instanceId'>
    })
  return { simulator, control: controlOf(simulator.url), events }
}

const now = '2026-03-01T12:00:07.450Z'

test('clocks: of the server at the start, of a new session, and each change', async () => {
  const { control, events } = await startLogged()
  const clock = { event: 'clock', session: null, now, mode: 'frozen', rate: 1 }
  expect(events()).toEqual([clock])
  await control.post('/clock/advance', { by: '1s' })
  await control.put('/clock', { rate: 60 })
  await control.post('/sessions', { id: 'one', clock: { mode: 'frozen', at: '2026-01-01T00:00:00Z' } })
  const later = '2026-03-01T12:00:08.450Z'
  expect(events()).toEqual([
    { ...clock, now: later },
    { ...clock, now: later, rate: 60 },
    { ...clock, session: 'one', now: '2026-01-01T00:00:00.000Z' },
  ])
})

test('scenarios: loaded, replaced and ended, with their rules; a price is no change of either', async () => {
  const { control, events } = await startLogged()
  await control.post('/sessions', { id: 'one', scenario: { use: 'primary-down' } })
  await control.put('/scenario', { name: 'mine', rules: [{ id: 'a', fault: { status: 503 } }] })
  await control.post('/prices', { asset: 'ETH', price: '2000' })
  await control.delete('/scenario')
  expect(events().filter(({ event }) => event !== 'clock')).toEqual([
    expect.objectContaining({ event: 'scenario', session: 'one', name: 'primary-down' }),
    { event: 'scenario', session: null, at: now, name: 'mine', rules: ['a'] },
    { event: 'scenario', session: null, at: now, name: null, rules: [] },
  ])
})

test('requests: the entries of the journal, with their session', async () => {
  const { simulator, control, events } = await startLogged()
  await control.post('/sessions', { id: 'one', scenario: { rules: [{ id: 'a', fault: { status: 503 } }] } })
  const headers = { 'x-request-id': 'r7', 'user-agent': 'client/1' }
  await (await fetch(`${simulator.url}/s/one/arbitrum-fallback/ping?a=1`, { headers })).text()
  await (await fetch(`${simulator.url}/nothing`)).text()
  const requests: unknown[] = []
  await until(() => {
    requests.push(...events().filter(({ event }) => event === 'request'))
    expect(requests).toHaveLength(2)
  })
  const [entry] = (await controlOf(`${simulator.url}/s/one`).get('/journal')).body.entries
  const { n: _, ...fields } = entry
  expect(requests[0]).toEqual({ event: 'request', session: 'one', ...fields })
  expect(fields).toMatchObject({ rule: 'a', status: 503, url: '/ping?a=1', requestId: 'r7' })
  expect(requests[1]).toMatchObject({ session: null, network: null, outcome: 'nowhere', url: '/nothing' })
})

test('the schema allows new fields, and rejects missing and wrong ones', () => {
  const event = {
    event: 'clock',
    session: null,
    now,
    mode: 'frozen',
    rate: 1,
    v: 1,
    time: now,
    instanceId: 'a',
  }
  const judge = (value: unknown) => validate(value)
  expect(judge({ ...event, later: true })).toBe(true)
  const { rate: _, ...less } = event
  for (const wrong of [less, { ...event, v: 2 }, { ...event, event: 'clocks' }, { ...event, now: 'noon' }])
    expect(judge(wrong)).toBe(false)
})
