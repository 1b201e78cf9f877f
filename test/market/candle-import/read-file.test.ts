/** Files of recorded candles in every format. */
import { describe, expect, test } from 'vitest'
import { candleFolder, HEADER, IN_SECONDS, problemOf, ROWS, START } from '../../support/candle-files.js'

const { read } = candleFolder()

/** Twelve columns, as exchanges write them: times in `perSecond`, prices with eight decimals. */
const kline = (perSecond: number) =>
  ROWS.map(([time, ...prices]) =>
    [
      time * perSecond,
      ...prices.map((price) => price.toFixed(8)),
      '12.50000000',
      (time + 60) * perSecond - 1,
      '31250.00000000',
      91,
      '6.1',
      '15000.1',
      0,
    ].join(','),
  )
const dated = ROWS.map(([time, ...prices]) =>
  [new Date(time * 1000).toISOString().slice(0, 19).replace('T', ' '), ...prices].join(','),
)
const reply = (rows: readonly unknown[]) => ({ period: '1m', candles: rows })
const ohlcv = (rows: readonly (typeof ROWS)[number][]) =>
  rows.map(([time, ...prices]) => {
    const [open, high, low, close] = prices.map(String)
    return { timestamp: time * 1000, open, high, low, close }
  })

test.each([
  ['CRLF and a mark of byte order', `\uFEFF${[HEADER, ...IN_SECONDS].join('\r\n')}\r\n`],
  ['blank lines at its end', `${[HEADER, ...IN_SECONDS].join('\n')}\n\n\n`],
  ['quotes', [HEADER, ...IN_SECONDS.map((row) => `"${row.replaceAll(',', '","')}"`)].join('\n')],
  ['semicolons', [HEADER, ...IN_SECONDS].join('\n').replaceAll(',', ';')],
  ['tabs', [HEADER, ...IN_SECONDS].join('\n').replaceAll(',', '\t')],
  [
    'other columns, in another order and case',
    [
      'Volume,Close,Low,High,Open,Date',
      ...ROWS.map(([time, open, high, low, close]) => `7,${close},${low},${high},${open},${time}`),
    ].join('\n'),
  ],
  ['dates and times, in UTC', ['time,open,high,low,close', ...dated].join('\n')],
  [
    'a time zone of their own',
    [
      'time,open,high,low,close',
      ...dated.map((row) => row.replace('21:1', '23:1').replace(',', '+02:00,')),
    ].join('\n'),
  ],
  ['klines in s', kline(1).join('\n')],
  ['klines in ms', kline(1e3).join('\n')],
  ['klines in µs', kline(1e6).join('\n')],
  ['klines with a header', ['open_time,open,high,low,close,v,ct,qv,n,tb,tq,i', ...kline(1e3)].join('\n')],
  ['a list of rows', JSON.stringify(ROWS)],
  [
    'klines in JSON',
    JSON.stringify(ROWS.map(([time, ...p]) => [time * 1000, ...p.map(String), '1', '2', 3])),
  ],
  ['a reply', JSON.stringify(reply(ROWS))],
  ['a reply, newest first', JSON.stringify(reply(ROWS.toReversed()))],
  ['a reply of ohlcv', JSON.stringify(ohlcv(ROWS))],
  ['a reply of ohlcv over many lines, newest first', JSON.stringify(ohlcv(ROWS.toReversed()), null, 2)],
  [
    'objects with other names, in another order',
    JSON.stringify(
      ROWS.map(([time, Open, high, low, close]) => ({ v: 1, close, low, high, Open, Date: time })),
    ),
  ],
  ['a reply whose period comes last', JSON.stringify({ candles: ROWS.toReversed(), period: '1m' }, null, 1)],
])('%s', async (_, content) => {
  const { candles, rows, holes, missing, rounded } = await read(content)
  expect({ rows, holes, missing, rounded }).toEqual({ rows: 3, holes: 0, missing: 0, rounded: 0 })
  expect(candles.periodSeconds).toBe(60)
  expect(candles.runs.map(({ firstSecond, count }) => ({ firstSecond, count }))).toEqual([
    { firstSecond: START, count: 3 },
  ])
  expect([...candles.runs[0].rows]).toEqual(
    ROWS.flatMap(([, ...prices]) => prices.map((price) => Math.round(price * 10_000))),
  )
})

describe('reading in pieces', () => {
  const many = Array.from({ length: 20_000 }, (_, n) => [
    START + 60 * n,
    2500 + n,
    2501 + n,
    2499 + n,
    2500.5 + n,
  ])
  test.each([
    ['CSV', [HEADER, ...many.map((row) => row.join(','))].join('\n')],
    ['JSON on one line', JSON.stringify(many)],
    ['JSON over many lines', JSON.stringify(reply(many.toReversed()), null, 1)],
  ])('%s', async (_, content) => {
    const { candles, rows } = await read(content)
    expect(rows).toBe(20_000)
    const [run] = candles.runs
    expect([...run.rows]).toEqual(many.flatMap(([, ...prices]) => prices.map((price) => price * 10_000)))
  })

  test.each([
    [
      'CSV',
      [HEADER, ...many.map((row) => row.join(','))].join('\n').replace(',17490.5\n', ',1\n'),
      /^14992:30 the close "1"/,
    ],
    ['JSON on one line', JSON.stringify(many).replace(',17490.5]', ',1]'), /^1:\d{6} the close 1 is not/],
    [
      'JSON over many lines',
      JSON.stringify(many, null, 1).replace('17490.5\n', '1\n'),
      /^104937:3 the close 1 is not/,
    ],
  ])('a row that cannot be, far down in %s', async (_, content, problem) => {
    expect(await problemOf(read(content))).toMatch(problem)
  })
})

test.each([
  ['CRLF first', '\r\n', '\n'],
  ['LF first', '\n', '\r\n'],
])('lines that end both ways in one file: %s', async (_, before, after) => {
  const rows = Array.from({ length: 2000 }, (_, n) => `${START + 60 * n},2500,2501,2499,2500.5`)
  const content =
    [HEADER, ...rows.slice(0, 1000)].join(before) + before + rows.slice(1000).join(after) + after
  expect((await read(content)).rows).toBe(2000)
  expect(await problemOf(read(`${content}soon,1,1,1,1`))).toMatch(/^2002:1 the time "soon"/)
  const quoted = IN_SECONDS.map((row) => `"${row.replaceAll(',', '","')}"`)
  expect((await read(`${HEADER}${before}${quoted.join(after)}${after}`)).rows).toBe(3)
})

test('rows that are missing are counted, and prices with more decimals than the asset has are rounded', async () => {
  const at = (minute: number, price: string) => [START + 60 * minute, price, price, price, price].join(',')
  const { candles, ...facts } = await read(
    [HEADER, at(0, '2500'), at(1, '2500.12345'), at(5, '1e3'), at(6, '.5'), at(9, '2500.0000')].join('\n'),
  )
  expect(facts).toEqual({ rows: 5, holes: 2, missing: 5, rounded: 1 })
  expect(candles.runs).toHaveLength(1)
  const opens = Array.from({ length: 10 }, (_, n) => candles.runs[0].rows[4 * n])
  const none = Number.NaN
  expect(opens).toEqual([25e6, 25_001_235, none, none, none, 1e7, 5000, none, none, 25e6])
})

test('where very many are missing, another run begins', async () => {
  const at = (minute: number) => [START + 60 * minute, 2, 2, 2, 2].join(',')
  const { candles, missing } = await read([HEADER, at(0), at(1), at(2000), at(2001)].join('\n'))
  expect(missing).toBe(1998)
  expect(candles.runs.map(({ firstSecond, count }) => [firstSecond - START, count])).toEqual([
    [0, 2],
    [120_000, 2],
  ])
})
