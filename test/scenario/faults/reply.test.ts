/** Replies that code makes: edited in place, replaced, and what happens where the code fails. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type ReplyFunction, type Simulator, startSimulator } from '../../../src/entrypoints/index.js'

let sim: Simulator
const bugs: unknown[] = []
beforeAll(async () => {
  sim = await startSimulator({ clock: { at: '2026-03-01T12:00:00Z' }, onBug: (error) => bugs.push(error) })
})
afterAll(() => sim.stop())

/** Returns the replies to a path of Arbitrum under a `reply` function, over a socket and in process. */
async function under(reply: ReplyFunction, path = '/ping', init?: RequestInit) {
  bugs.length = 0
  await sim.loadScenario({ rules: [{ id: 'mine', fault: { reply } }] })
  sim.journal.clear()
  const told = async (response: Response) => ({
    status: response.status,
    rule: response.headers.get('x-gmx-sim-rule'),
    type: response.headers.get('content-type'),
    header: response.headers.get('x-own'),
    text: await response.text(),
  })
  const overSocket = await told(await fetch(`${sim.baseUrl('arbitrum')}${path}`, init))
  expect(await told(await sim.fetch(`/arbitrum${path}`, init))).toEqual(overSocket)
  return overSocket
}

const JSON_TYPE = 'application/json; charset=utf-8'

describe('a function', () => {
  test('may change the reply in place', async () => {
    const seen = await under((_request, reply) => {
      const rows = reply.body as { tokenSymbol: string; minPrice: string }[]
      rows[0].minPrice = '1'
      reply.headers['x-own'] = 'yes'
    }, '/prices/tickers')
    expect(seen).toMatchObject({ status: 200, rule: 'mine', type: JSON_TYPE, header: 'yes' })
    const rows = JSON.parse(seen.text)
    const truth = await sim.ask('arbitrum', 'tickers')
    expect(rows[0]).toEqual({ ...truth[0], minPrice: '1' })
    expect(rows.slice(1)).toEqual(truth.slice(1))
  })

  test('may return replacements; omitted parts stay', async () => {
    expect(await under(() => ({ status: 418 }))).toMatchObject({ status: 418, text: '{"ok":true}' })
    expect(await under(() => ({ body: [1, 2] }))).toMatchObject({
      status: 200,
      text: '[1,2]',
      type: JSON_TYPE,
    })
    expect(await under(async () => ({ body: '<p>down' }))).toMatchObject({
      text: '<p>down',
      type: 'text/plain; charset=utf-8',
    })
    expect(await under(() => ({ status: 204 }))).toMatchObject({ status: 204, text: '' })
    const html = { body: '<p>', headers: { 'content-type': 'text/html' } }
    expect(await under(() => html)).toMatchObject({ text: '<p>', type: 'text/html' })
  })

  test('that does nothing leaves every byte as it is', async () => {
    for (const path of ['/prices/candles?tokenSymbol=SHIB&period=1m&limit=50', '/markets/info', '/nothing']) {
      const { status, text } = await under(() => {}, path)
      await sim.loadScenario(undefined)
      const plain = await fetch(`${sim.baseUrl('arbitrum')}${path}`)
      expect([status, text]).toEqual([plain.status, await plain.text()])
    }
  })

  test('knows the request, and errors are replies, too', async () => {
    const { text } = await under(
      ({ query, header, at, ...request }, { status }) => ({
        body: {
          ...request,
          limit: query.get('limit'),
          trace: header('X-Trace'),
          at: at.toISOString(),
          status,
        },
      }),
      '/prices/candles?limit=0',
      { headers: { 'X-Trace': 'a1' } },
    )
    expect(JSON.parse(text)).toEqual({
      network: 'arbitrum',
      base: 'primary',
      endpoint: 'candles',
      method: 'GET',
      url: '/prices/candles?limit=0',
      limit: '0',
      trace: 'a1',
      at: '2026-03-01T12:00:00.000Z',
      status: 400,
    })
  })

  test.each<[string, ReplyFunction, string]>([
    [
      'throws',
      () => {
        throw new RangeError('too far')
      },
      'RangeError: too far',
    ],
    ['rejects', () => Promise.reject(new Error('later')), 'Error: later'],
    ['returns a status that is none', () => ({ status: 42 }), 'TypeError: status: '],
    ['returns what no reply has', () => ({ boddy: 1 }) as never, 'TypeError: the result: '],
    ['sends a header that frames', () => ({ headers: { 'content-length': '1' } }), 'leave it out'],
  ])('that %s ends in status 500, and its author is told', async (_name, reply, words) => {
    expect(await under(reply)).toMatchObject({ status: 500, text: '{"errors":["internal error"]}' })
    expect(bugs).toHaveLength(2)
    expect(String(bugs[0])).toContain('ReplyFunctionError: the reply function failed: ')
    expect(String(bugs[0])).toContain(words)
    const failed = { status: 500, met: 'error', ms: expect.any(Number) }
    expect(sim.journal.entries()).toMatchObject([{ ...failed, outcome: 'custom' }, failed])
  })
})

test('no file can have one', async () => {
  await expect(sim.loadScenario('rules: [{ fault: { reply: edit.js } }]')).rejects.toThrow(
    'reply is "edit.js": write a function; scenarios in files cannot have one',
  )
  await expect(
    sim.loadScenario({ rules: [{ fault: { reply: () => {}, hang: true } as never }] }),
  ).rejects.toThrow('hang and reply are two outcomes')
})
