/** A scenario that is loaded once more plays the same as the first time, whatever came before its words then. */
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { controlOf } from '../../support/control.js'
import { newFolder } from '../../support/folder.js'
import { startTestSimulator, type Typed } from '../../support/simulator.js'

const folder = newFolder()

const start = async (typed: Typed = {}) => {
  const simulator = await startTestSimulator({ at: '2026-03-01T12:00:00Z', ...typed })
  onTestFinished(() => simulator.stop())
  return { simulator, control: controlOf(simulator.url) }
}

const SEEDED =
  'name: seeded\nseed: "42"\ndialect: observed\nclock: { at: 2026-05-01T00:00:00Z }\nrules:\n  - fault: { status: 503 }\n'

test.each(['loaded', 'ended'])('command-line options still override the reloaded file: %s', async (what) => {
  const path = join(folder, 'seeded.yaml')
  writeFileSync(path, SEEDED)
  const { control } = await start({ scenario: path, seed: '7', dialect: 'documented' })
  const before = (await control.get('/session')).body
  const candles = (await control.get('/market/candles')).body
  expect(before).toMatchObject({ seed: '7', dialect: 'documented', scenario: 'seeded', stopped: null })
  if (what === 'ended') {
    await control.delete('/scenario')
    expect((await control.get('/session')).body).toMatchObject({ scenario: null, stopped: 'seeded' })
    expect((await control.get('/scenario/source')).body).toEqual({ text: null, stopped: SEEDED })
  }
  expect((await control.post('/scenario/reload')).status).toBe(200)
  expect((await control.get('/session')).body).toEqual(before)
  expect((await control.get('/market/candles')).body).toEqual(candles)
})

test('its time and counts restart', async () => {
  const { simulator, control } = await start()
  await control.put('/scenario', 'rules:\n  - { id: down, fault: { status: 503 } }\n')
  await fetch(`${simulator.url}/arbitrum/ping`)
  await control.post('/clock/advance', { by: '1m' })
  expect((await control.get('/scenario')).body.rules).toEqual([{ id: 'down', matched: 1, fired: 1 }])
  const { body } = await control.post('/scenario/reload')
  expect(body).toMatchObject({
    loadedAt: '2026-03-01T12:01:00.000Z',
    rules: [{ id: 'down', matched: 0, fired: 0 }],
  })
})

test('a scenario that names a candle file is reloaded, although no call can send it', async () => {
  writeFileSync(
    join(folder, 'c.csv'),
    'time,open,high,low,close\n1772366400,2000,2010,1990,2005\n1772366460,2005,2020,2000,2015\n',
  )
  const path = join(folder, 'candles.yaml')
  writeFileSync(path, 'name: candles\nprices:\n  ETH: { candles: c.csv }\n')
  const { control } = await start({ scenario: path })
  const { prices } = (await control.get('/scenario/timeline')).body
  expect(prices).toMatchObject([{ asset: 'ETH' }])
  const { text } = (await control.get('/scenario/source')).body
  expect((await control.put('/scenario', text)).status).toBe(400)
  await control.delete('/scenario')
  expect((await control.post('/scenario/reload')).status).toBe(200)
  expect((await control.get('/scenario/timeline')).body.prices).toEqual(prices)
})

test('nothing to load again is said so; a reset forgets it, a snapshot does not', async () => {
  const { control } = await start()
  const nothing = { status: 409, body: { error: { code: 'no-scenario' } } }
  expect(await control.post('/scenario/reload')).toMatchObject(nothing)
  await control.put('/scenario', 'primary-outage')
  await control.delete('/scenario')
  const { id } = (await control.post('/snapshots')).body
  await control.put('/scenario', 'primary-down')
  await control.post(`/snapshots/${id}/restore`)
  expect((await control.get('/session')).body.stopped).toBe('primary-outage')
  expect((await control.post('/scenario/reload')).body.scenario.name).toBe('primary-outage')
  await control.delete('/scenario')
  await control.post('/reset')
  expect(await control.post('/scenario/reload')).toMatchObject(nothing)
})

test('a scenario that continues keeps its time, its run and the counts of its unchanged rules', async () => {
  const { simulator, control } = await start()
  const ask = async (path: string) => (await fetch(`${simulator.url}${path}`)).status
  const kept = '  - { id: third, when: { calls: 3 }, fault: { status: 500 } }\n'
  const bucket = '  - { id: few, fault: { rateLimit: { requests: 2, per: 1h } } }\n'
  await control.put(
    '/scenario',
    `name: mine\nrules:\n${kept}${bucket}  - { id: changed, fault: { delay: 1ms } }\n`,
  )
  const { loadedAt } = (await control.get('/scenario')).body
  expect([await ask('/arbitrum/ping'), await ask('/arbitrum/ping')]).toEqual([200, 200])
  await control.post('/clock/advance', { by: '1m' })
  const added =
    '  - { id: break, match: { base: fallback }, when: { after: 60s, until: 90s }, fault: { status: 418 } }\n'
  const { body } = await control.put(
    '/scenario?continue=true',
    `name: mine\nrules:\n${added}${kept}${bucket}  - { id: changed, fault: { delay: 2ms } }\n`,
  )
  expect(body.loadedAt).toBe(loadedAt)
  expect(body.rules).toEqual([
    { id: 'break', matched: 0, fired: 0 },
    { id: 'third', matched: 2, fired: 0 },
    { id: 'few', matched: 2, fired: 0 },
    { id: 'changed', matched: 0, fired: 0 },
  ])
  expect(await ask('/arbitrum-fallback/ping')).toBe(418)
  // The third and the fourth request of rules that did not change.
  expect([await ask('/arbitrum/ping'), await ask('/arbitrum/ping')]).toEqual([429, 429])
  expect((await control.get('/scenario')).body.rules[1]).toEqual({ id: 'third', matched: 5, fired: 0 })
  // As one run, whose requests are still explained.
  expect((await control.get('/journal/1')).body.scenario).toBe('mine')
  expect((await control.put('/scenario?continue=true', 'rules: [')).body.error.code).toBe('bad-scenario')
  expect((await control.get('/scenario')).body.loadedAt).toBe(loadedAt)
})
