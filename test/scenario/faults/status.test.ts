import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { RunningSimulator } from '../../../src/server/simulator.js'
import { pausesIn } from '../../../src/session/clients/retry-after.js'
import { DURATION_HINT, fault, problemsOf } from '../../support/problems.js'
import { load, oneRule, type Written } from '../../support/scenario.js'
import { startTestSimulator } from '../../support/simulator.js'

let simulator: RunningSimulator
beforeAll(async () => {
  simulator = await startTestSimulator()
})
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
])('status %i says {"errors":["%s"]} unless told otherwise', async (status, message) => {
  const reply = await under({ status })
  expect(reply.status).toBe(status)
  expect(reply.headers.get('content-type')).toBe('application/json; charset=utf-8')
  expect(await reply.json()).toEqual({ errors: [message] })
})

test("ping's 500 says what the service is on record for", async () => {
  expect(await (await under({ status: 500 }, '/botanix/ping')).json()).toEqual({
    errors: ['db is unavailable'],
  })
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

describe('a custom body', () => {
  test('text is sent as text, with any headers', async () => {
    const reply = await under({ status: 503, body: '<h1>down</h1>', headers: { 'x-trace': 'a1' } })
    expect(reply.headers.get('content-type')).toBe('text/plain; charset=utf-8')
    expect(reply.headers.get('x-trace')).toBe('a1')
    expect(await reply.text()).toBe('<h1>down</h1>')
  })

  test('its type may be given', async () => {
    const reply = await under({
      status: 503,
      body: '<h1>down</h1>',
      headers: { 'content-type': 'text/html' },
    })
    expect(reply.headers.get('content-type')).toBe('text/html')
  })

  test('a mapping or a list is sent as JSON', async () => {
    const reply = await under({ status: 500, body: { error: { code: 7 } } })
    expect(reply.headers.get('content-type')).toBe('application/json; charset=utf-8')
    expect(await reply.json()).toEqual({ error: { code: 7 } })
    expect(await (await under({ status: 500, body: [1] })).json()).toEqual([1])
  })
})

test('replaces any reply: of invalid queries and unknown paths, too', async () => {
  for (const path of ['/arbitrum/prices/candles', '/arbitrum/nothing'])
    expect((await under({ status: 502 }, path)).status).toBe(502)
})

test.each([
  'trailer',
  'Transfer-Encoding',
  'content-length',
  'connection',
  'keep-alive',
  'upgrade',
  'TE',
  'proxy-authenticate',
])('header %s, which frames messages or concerns one connection, is refused', async (name) => {
  const allowed: Readonly<Record<string, string>> = {
    connection: 'write close, or ',
    'content-length': 'write null, or ',
    'Transfer-Encoding': 'write chunked or null, or ',
  }
  const message = `${name} is "x": ${allowed[name] ?? ''}leave it out, as the server frames messages and manages connections`
  expect(await problemsOf(fault(`{ status: 503, headers: { ${name}: x } }`))).toEqual([
    expect.stringContaining(message),
  ])
  const limit = `{ rateLimit: { requests: 1, per: 1s, headers: { ${name}: x } } }`
  expect(await problemsOf(fault(limit))).toEqual([expect.stringContaining(message)])
})

describe("replies of one's own", () => {
  test('a good status with another body', async () => {
    const reply = await under({ status: 200, headers: { 'x-made': 'up' }, body: [{ tokenSymbol: 'ETH' }] })
    expect([reply.status, reply.headers.get('x-made'), reply.headers.get('x-gmx-sim-rule')]).toEqual([
      200,
      'up',
      'r',
    ])
    expect(reply.headers.get('content-type')).toBe('application/json; charset=utf-8')
    expect(await reply.json()).toEqual([{ tokenSymbol: 'ETH' }])
  })

  test('a redirection, which a client follows', async () => {
    load(simulator.session, {
      rules: [
        {
          match: { base: 'primary' },
          fault: { status: 307, headers: { location: '/arbitrum-fallback/ping' } },
        },
      ],
    })
    const reply = await fetch(`${simulator.url}/arbitrum/ping`)
    expect([reply.redirected, new URL(reply.url).pathname, await reply.json()]).toEqual([
      true,
      '/arbitrum-fallback/ping',
      { ok: true },
    ])
  })

  test.each([204, 205, 304])('%i has no body, whatever is written', async (status) => {
    const reply = await under({ status, body: 'none' })
    expect([reply.status, await reply.text()]).toEqual([status, ''])
  })

  test('no body below 400 unless given', async () => {
    const reply = await under({ status: 201 })
    expect([reply.status, await reply.text()]).toEqual([201, ''])
  })
})
