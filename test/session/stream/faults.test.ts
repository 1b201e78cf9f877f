/** Faults on open streams, in virtual time and in process. */
import { expect, test } from 'vitest'
import { load } from '../../support/scenario.js'
import { rule, streams } from './support.js'

const {
  simulator,
  session,
  startMs,
  connect,
  open,
  advance,
  under,
  subscribed,
  tickersAt,
  dates,
  addressOf,
} = await streams()
const entry = () => session.journal.entries({ endpoint: 'stream' }).at(-1)

test('stale frames have the prices and the origin of then, on sockets that are open too, while the rule lasts', async () => {
  const before = await subscribed()
  under(rule({ stale: '20s' }, { after: '2s', until: '4s' }))
  const after = await subscribed()
  for (const second of [1, 2, 3, 4]) {
    await advance(1000)
    const originS = second === 2 || second === 3 ? second - 20 : second
    expect([dates(before), dates(after)]).toEqual([[[originS, second]], [[originS, second]]])
  }
  expect(entry()).toMatchObject({
    ...{ status: 101, rule: null, met: 'good' },
    stream: { faults: [{ rule: 'r', fault: 'stale', fromMs: startMs + 2000, untilMs: startMs + 4000 }] },
  })
})

test('stale: frozen keeps the instant at which the rule began; originTs: now dates old prices at the present', async () => {
  under(rule({ stale: 'frozen' }, { after: '1s' }))
  const stream = await subscribed()
  await advance(1000)
  await advance(1000)
  expect(dates(stream).join(' ')).toBe('1,1 1,2')
  under(rule({ stale: '1m', originTs: 'now' }))
  await advance(1000)
  const [frame] = stream.take()
  expect(JSON.parse(frame)).toMatchObject({ originTs: session.nowMs(), data: tickersAt(-60_000) })
})

test('partial leaves out what it leaves out of the read, and no candle', async () => {
  const stream = await subscribed('candles:ETH:1m')
  const count = Object.keys(await tickers()).length
  for (const partial of [0.5, { omit: ['ETH'] }]) {
    load(session, { rules: [{ id: 'r', fault: { partial } }] })
    await advance(1000)
    const [prices, candle] = stream.take().map((frame) => JSON.parse(frame).data)
    expect(prices).toEqual(await tickers())
    expect(Object.keys(prices).length).toBeLessThan(count)
    expect(candle).toHaveProperty('close')
  }
})

test.each([
  [{ poison: null }, () => ({ minPrice: null, maxPrice: null })],
  [{ stale: '20s' }, (address: string) => tickersAt(-20_000)[address]],
  [{ partial: 0 }, () => undefined],
])('%o, only of a token: its row of a frame alone, and no candle', async (fault, expected) => {
  const stream = await subscribed('candles:ETH:1m')
  const doge = addressOf('DOGE')
  load(session, { rules: [{ id: 'r', fault: { ...fault, only: ['DOGE'] } }] })
  await advance(1000)
  const [{ data, originTs }, candle] = stream.take().map((frame) => JSON.parse(frame))
  const { [doge]: row, ...others } = tickersAt(0)
  expect(row).toHaveProperty('minPrice')
  expect(data).toEqual({ ...others, ...(expected(doge) && { [doge]: expected(doge) }) })
  expect(originTs).toBe(session.nowMs())
  expect(candle.data).toHaveProperty('close')
  expect(candle.data.close).not.toBeNull()
})

test('a delisted token ends its candles, and the stream goes on', async () => {
  const stream = await subscribed('candles:DOGE:1m')
  load(session, { tokens: { DOGE: { delistedAt: '2s' } } })
  await session.settled()
  stream.take()
  await advance(1000)
  expect(stream.take().map((frame) => JSON.parse(frame).ch)).toEqual(['prices', 'candles:DOGE:1m'])
  await advance(60_000)
  expect(stream.take().map((frame) => JSON.parse(frame).ch)).toEqual(['prices'])
})

test('poison changes values, and times of frames; malformed frames are no JSON', async () => {
  const stream = await subscribed()
  under(rule({ poison: 'zero' }))
  await advance(1000)
  const rows = Object.values<object>(JSON.parse(stream.take()[0]).data)
  expect(new Set(rows.flatMap((row) => Object.values(row)))).toEqual(new Set(['0']))
  under(rule({ poison: 'undated' }))
  await advance(1000)
  expect(dates(stream)).toEqual([[null, 2]])
  for (const malformed of ['json', 'html', 'garbage', 'chunk', 'encoding']) {
    under(rule({ malformed }))
    await advance(1000)
    const [frame] = stream.take()
    expect(() => JSON.parse(frame), malformed).toThrow()
  }
})

test('silent: no frame at all, and the socket stays open', async () => {
  const stream = await subscribed()
  under(rule({ silent: true }, { until: '10s' }))
  stream.send('{"op":"subscribe","channels":["candles:BTC:1h"]}')
  await advance(5000)
  expect(stream.take()).toEqual([])
  const late = await open()
  expect(entry()).toMatchObject({ status: 101, rule: 'r', outcome: 'silent', met: 'silent' })
  await advance(5000)
  expect(stream.take().map((frame) => JSON.parse(frame).ch)).toEqual(['prices', 'candles:BTC:1h'])
  late.send('{"op":"subscribe","channels":[]}')
  expect(await late.next()).toBe('{"op":"ack","channels":[]}')
})

test('drop: now closes what is open as the rule begins, and lets new connections be', async () => {
  const older = await subscribed()
  under(
    rule({ drop: 'now', code: 1006 }, { after: '2s', until: '10s' }),
    rule({ stale: '20s' }, { after: '3s' }, 'next'),
  )
  const younger = await subscribed()
  await advance(1999)
  expect(simulator.context.streams.open).toBe(2)
  await advance(1)
  expect([await older.closed, await younger.closed]).toMatchObject([{ code: 1006 }, { code: 1006 }])
  const next = await subscribed()
  expect(entry()).toMatchObject({ status: 101, rule: 'r', outcome: 'unchanged', met: 'good' })
  expect(entry()?.stream?.faults).toEqual([])
  await advance(1000)
  // A rule that spares a stream leaves it to the next one.
  expect(dates(next)).toEqual([[-17, 3]])
  next.close()
  const closed = { code: 1000, side: 'client' }
  expect(entry()?.stream).toMatchObject({ sent: 3, received: 1, channels: ['prices'], closed })
  const [first] = session.journal.entries({ endpoint: 'stream' })
  expect(first.stream?.closed).toEqual({ code: 1006, side: 'server' })
})

test('drop: a duration closes each so long after it was opened, or the rule began', async () => {
  const older = await subscribed()
  under(rule({ drop: '3s' }, { after: '2s' }))
  await advance(4000)
  const younger = await subscribed()
  await advance(1000)
  expect((await older.closed).code).toBe(1001)
  await advance(1999)
  expect(simulator.context.streams.open).toBe(1)
  await advance(1)
  expect((await younger.closed).reason).toBe('rule r')
})

test('slow frames come later, with the times that they had, and in order when the rule has ended', async () => {
  const stream = await subscribed()
  under(rule({ slow: '2500ms' }, { until: '2s' }))
  for (const ms of [1000, 1000]) await advance(ms)
  expect(stream.take()).toEqual([])
  // The one of 2 s was sent when the rule had ended, and waits behind that of 1 s.
  await advance(1500)
  expect(dates(stream).join(' ')).toBe('1,1 2,2 3,3.5')
})

test('forget acknowledges a subscription and sends nothing for it; earlier ones go on', async () => {
  const stream = await subscribed()
  under(rule({ forget: true }, { until: '5s' }))
  stream.send('{"op":"subscribe","channels":["candles:ETH:1m"]}')
  await advance(1000)
  expect(stream.take().map((frame) => JSON.parse(frame))).toMatchObject([
    { op: 'ack', channels: ['prices', 'candles:ETH:1m'] },
    { ch: 'prices' },
  ])
  await advance(4000)
  expect(stream.take().length).toBe(2)
})

test('when counts connections; older ones have no number', async () => {
  const older = await subscribed()
  under(rule({ stale: '20s' }, { every: 2, times: 1 }))
  const streams = [older, await subscribed(), await subscribed(), await subscribed(), await subscribed()]
  await advance(1000)
  expect(streams.map((stream) => dates(stream)[0][0])).toEqual([1, 1, -19, 1, 1])
})

test('faults of connections act on the handshake, with the body of the generation', async () => {
  under(
    rule({ status: 429, retryAfter: '2s' }, { calls: 1 }),
    rule({ hang: true }, { calls: 2 }, 'h'),
    rule({ reset: 'before' }, { calls: 3 }, 'x'),
  )
  const reply = (await connect()) as Response
  expect([reply.status, reply.headers.get('retry-after')]).toEqual([429, '2'])
  expect(await reply.json()).toMatchObject({ code: 'VALIDATION_ERROR' })
  const hanging = connect().catch((error) => error.cause.code)
  await expect(connect()).rejects.toThrow('fetch failed')
  session.loadScenario(undefined)
  expect(await hanging).toBe('UND_ERR_SOCKET')
  const met = session.journal.entries({ endpoint: 'stream' }).map(({ status, outcome }) => [status, outcome])
  expect(met.join(' ')).toBe('429,status ,hang ,reset')
  expect(simulator.context.streams.open).toBe(0)
})

test('a rule for streams neither matches nor counts other requests', async () => {
  under({ id: 'r', fault: { silent: true } })
  expect((await fetch(`${simulator.url}/arbitrum-api/v1/tokens`)).headers.get('x-gmx-sim-rule')).toBeNull()
  expect(session.scenario?.states()[0].matched).toBe(0)
})

const tickers = async () =>
  (await fetch(`${simulator.url}/arbitrum-api/v1/prices/tickers`)).json() as Promise<object>
