import { afterAll, expect, test } from 'vitest'
import { pausesIn } from '../../../src/session/clients/retry-after.js'
import { DURATION_HINT, fault, problemsOf } from '../../support/problems.js'
import { load, oneRule, type Written } from '../../support/scenario.js'
import { startTestSimulator } from '../../support/simulator.js'

const simulator = await startTestSimulator()
afterAll(() => simulator.stop())

const under = (fault: Written, path = '/arbitrum/prices/tickers') => {
  load(simulator.session, oneRule(fault))
  return fetch(`${simulator.url}${path}`)
}

test.each([
  [429, 'too many requests'],
  [500, 'internal server error'],
  [503, 'service unavailable'],
  [418, 'status 418'],
  [500, 'db is unavailable', '/botanix/ping'],
])('status %i says {"errors":["%s"]} by default', async (status, message, path?: string) => {
  const reply = await under({ status }, path)
  expect(reply.status).toBe(status)
  expect(reply.headers.get('content-type')).toBe('application/json; charset=utf-8')
  expect(await reply.json()).toEqual({ errors: [message] })
})

test.each([
  ['2s', '2'],
  ['1500ms', '2'],
  ['1ms', '1'],
  ['1m', '60'],
])('retryAfter: %s is sent as %s, in whole seconds', async (retryAfter, seconds) => {
  expect((await under({ status: 429, retryAfter })).headers.get('retry-after')).toBe(seconds)
})

test('Retry-After as a date is a whole second of the virtual clock, and the journal has it in ms', async () => {
  simulator.session.journal.clear()
  const reply = await under({ status: 429, retryAfter: { date: '4s' } })
  // It is 12:00:07.450.
  expect(reply.headers.get('retry-after')).toBe('Sun, 01 Mar 2026 12:00:12 GMT')
  const [{ retryAfterMs }] = pausesIn(simulator.session.journal.lines())
  expect(retryAfterMs).toBe(4550)
})

test.each([
  ['soon', DURATION_HINT],
  ['{ date: 4 }', DURATION_HINT],
  ['{ at: 4s }', 'unknown key "at": write date'],
])('retryAfter: %s is refused', async (given, hint) => {
  const problems = await problemsOf(fault(`{ status: 429, retryAfter: ${given} }`))
  expect(problems.join('\n')).toContain(hint)
})

test.each<[Written & { status?: number; headers?: object }, string, string]>([
  [{ body: '<h1>down</h1>' }, 'text/plain; charset=utf-8', '<h1>down</h1>'],
  [{ body: '<p>', headers: { 'content-type': 'text/html' } }, 'text/html', '<p>'],
  [{ body: { error: { code: 7 } } }, 'application/json; charset=utf-8', '{"error":{"code":7}}'],
  [{ body: [1], status: 200 }, 'application/json; charset=utf-8', '[1]'],
])('%j is sent as %s, with any headers', async (own, type, text) => {
  const fault = { status: 503, ...own, headers: { 'x-trace': 'a1', ...own.headers } }
  const reply = await under(fault)
  const { headers } = reply
  expect([
    reply.status,
    headers.get('content-type'),
    headers.get('x-trace'),
    headers.get('x-gmx-sim-rule'),
  ]).toEqual([fault.status, type, 'a1', 'r'])
  expect(await reply.text()).toBe(text)
})

test('replaces any reply: of invalid queries and unknown paths, too', async () => {
  for (const path of ['/arbitrum/prices/candles', '/arbitrum/nothing'])
    expect((await under({ status: 502 }, path)).status).toBe(502)
})

test.each([
  ['Transfer-Encoding', 'write chunked or null, or '],
  ['content-length', 'write null, or '],
  ['connection', 'write close, or '],
  ...['trailer', 'keep-alive', 'upgrade', 'TE', 'proxy-authenticate'].map((name) => [name, '']),
])('header %s, which frames messages or concerns one connection, is refused', async (name, allowed) => {
  const message = `${name} is "x": ${allowed}leave it out, as the server frames messages and manages connections`
  expect(await problemsOf(fault(`{ status: 503, headers: { ${name}: x } }`))).toEqual([
    expect.stringContaining(message),
  ])
  const limit = `{ rateLimit: { requests: 1, per: 1s, headers: { ${name}: x } } }`
  expect(await problemsOf(fault(limit))).toEqual([expect.stringContaining(message)])
})

test.each([
  [204, { body: 'none' }],
  [205, { body: 'none' }],
  [304, { body: 'none' }],
  [201, {}],
])('%i with %j has no body', async (status, more) => {
  const reply = await under({ status, ...more })
  expect([reply.status, await reply.text()]).toEqual([status, ''])
})
