/** Why each rule fired or not for a request that has come: as it was when it came. */
import { expect, test } from 'vitest'
import { oneSimulator } from '../../support/one-simulator.js'

const { simulator, control, bodyOf, ask } = oneSimulator({ at: '2026-03-01T12:00:00Z' })

const askAs = (path: string, headers: Record<string, string>) => ask(path, { headers })
const why = (n: number) => bodyOf(`/journal/${n}`)
const load = (rules: readonly unknown[], name = 'a day') =>
  control.put('/scenario', JSON.stringify({ name, rules }))

test('shows the rule, its match number, and why earlier rules did not fire', async () => {
  await load([
    { id: 'other', match: { base: 'fallback' }, fault: { status: 500 } },
    { id: 'late', when: { after: '1h' }, fault: { status: 500 } },
    { id: 'second', when: { calls: 2 }, fault: { status: 503 } },
    { id: 'bucket', fault: { rateLimit: { requests: 2, per: '1h' } } },
    { id: 'last', fault: { delay: '1ms' } },
  ])
  for (let i = 0; i < 5; i++) await ask('/arbitrum/ping')
  const first = await why(1)
  expect(first).toMatchObject({ entry: { n: 1, rule: 'last' }, scenario: 'a day' })
  expect(first.rules).toEqual([
    { rule: 'other', fires: false, call: null, why: 'base is primary, not fallback' },
    { rule: 'late', fires: false, call: 1, why: 'not before 1 h, it is 0 s since the start' },
    { rule: 'second', fires: false, call: 1, why: 'call 1 is outside calls 2..2' },
    { rule: 'bucket', fires: false, call: 1, why: 'rateLimit admits this request' },
    { rule: 'last', fires: true, call: 1, why: 'fires' },
  ])
  const second = await why(2)
  expect(second.rules.slice(2)).toEqual([
    { rule: 'second', fires: true, call: 2, why: 'fires' },
    { rule: 'bucket', fires: false, call: 2, why: 'second comes first' },
    { rule: 'last', fires: false, call: 2, why: 'second comes first' },
  ])
  expect((await why(5)).rules[3]).toEqual({ rule: 'bucket', fires: true, call: 5, why: 'fires' })
})

test('only headers inspected by rules are kept', async () => {
  await load([
    { id: 'mine', match: { header: { 'X-Who': 'me' } }, when: { calls: 2 }, fault: { status: 503 } },
  ])
  await askAs('/arbitrum/ping', { 'x-who': 'me' })
  await askAs('/arbitrum/ping', { 'x-who': 'you', 'x-else': 'x' })
  await askAs('/arbitrum/ping', { 'x-who': 'me' })
  expect((await why(1)).rules[0]).toMatchObject({ call: 1, why: 'call 1 is outside calls 2..2' })
  expect((await why(2)).rules[0]).toMatchObject({ call: null, why: 'header X-Who is you, not me' })
  expect((await why(3)).rules[0]).toMatchObject({ call: 2, fires: true })
  const [newest] = simulator().session.journal.newestFirst()
  expect(newest.headers).toEqual({ 'x-who': 'me' })
})

test('a scenario that was replaced is remembered, but not for ever', async () => {
  await load([{ id: 'old', when: { times: 1 }, fault: { status: 503 } }], 'the old one')
  await ask('/arbitrum/ping')
  await ask('/arbitrum/ping')
  await load([{ fault: { status: 500 } }], 'the new one')
  await ask('/arbitrum/ping')
  await control.delete('/scenario')
  await ask('/arbitrum/ping')
  expect(await why(2)).toMatchObject({
    scenario: 'the old one',
    rules: [{ rule: 'old', fires: false, call: 2, why: 'it has fired 1 of 1 times' }],
  })
  expect(await why(3)).toMatchObject({ scenario: 'the new one', rules: [{ rule: 'rule-1', fires: true }] })
  expect(await why(4)).toMatchObject({ scenario: null, rules: [] })
  for (let i = 0; i < 10; i++) await load([])
  expect(await why(2)).toMatchObject({ scenario: null, rules: null })
})

test('unknown entries are 404; other calls keep their paths', async () => {
  for (const n of ['0', '1', '-1', 'x', '1e3', '9'.repeat(20)]) {
    const refused = await control.get(`/journal/${n}`)
    expect([refused.status, refused.body.error.code], n).toEqual([404, 'no-such-entry'])
  }
  const wait = await control.get('/journal/wait')
  expect([wait.status, wait.body.error.code]).toEqual([405, 'wrong-method'])
})

test('an error is explained by its message, also where nobody watched', async () => {
  await load([{ id: 'own', match: { base: 'fallback' }, fault: { status: 503, body: 'down '.repeat(1000) } }])
  await ask('/arbitrum/prices/candles?tokenSymbol=ETH&period=7m')
  await ask('/arbitrum-fallback/ping', { headers: { 'accept-encoding': 'gzip' } })
  await ask('/arbitrom/ping')
  await ask('/arbitrum/ping')
  expect(JSON.parse((await why(1)).error).errors.join()).toContain('period')
  expect((await why(2)).error).toBe('down '.repeat(1000).slice(0, 2048))
  expect((await why(3)).error).toContain('did you mean /arbitrum/ping')
  expect((await why(4)).error).toBeNull()
})
