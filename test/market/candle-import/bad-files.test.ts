/** Everything that may be wrong with a file of recorded candles: one sentence, with its place. */
import { execFileSync } from 'node:child_process'
import { closeSync, ftruncateSync, mkdirSync, openSync, symlinkSync } from 'node:fs'
import { gzipSync } from 'node:zlib'
import { describe, expect, test } from 'vitest'
import { readCandleFile } from '../../../src/market/candle-import/read-file.js'
import { candleFolder, ETH, HEADER, IN_SECONDS, problemOf, ROWS, START } from '../../support/candle-files.js'
import { rowsOf } from '../../support/rows.js'

const { read, pathOf } = candleFolder()

/** A file of a header, two good rows, and one more. */
const with3rd = (row: string) => [HEADER, ...IN_SECONDS.slice(0, 2), row].join('\n')
const third = START + 120

const TIME_HINT = 'write Unix time in s, ms or µs, or UTC such as 2025-10-10T21:15:00Z'
const PRICE_HINT = 'is not a price: write a number above 0'

/** Third rows, and the problem with each. */
const THIRD_ROWS = `
  ${third},2450,2440,2450,2450 | 4:17 the high "2440" is below the low "2450"
  ${third},2460,2455,2440,2450 | 4:12 the open "2460" is not between the low "2440" and the high "2455"
  ${third},2450,2455,2440,2430 | 4:27 the close "2430" is not between the low "2440" and the high "2455"
  ${third},2450,2455,n/a,2450 | 4:22 the low "n/a" ${PRICE_HINT}
  ${third},"2 450",2455,2440,2450 | 4:12 the open "2 450" ${PRICE_HINT}
  ${third},0x10,2455,2440,2450 | 4:12 the open "0x10" ${PRICE_HINT}
  ${third},-1,2455,2440,2450 | 4:12 the open "-1" ${PRICE_HINT}
  ${third},0,2455,0,2450 | 4:12 the open "0" ${PRICE_HINT}
  ${third},1e400,1e400,0.1,1 | 4:12 the open "1e400" ${PRICE_HINT}
  ${third},0.00001,1,0.00001,1 | 4:12 the open "0.00001" is out of range: prices of ETH are from 0.0001 to 100000000000 USD
  ${third},2450,2455 | 4:1 this row has 3 columns: 4 are needed
  ${START},2450,2455,2440,2450 | 4:1 the time "${START}" is not after the previous row
  ${START + 60},1,1,1,1 | 4:1 the time "${START + 60}" is not after the previous row
  ${third + 7},2450,2455,2440,2450 | 4:1 the time "${third + 7}" is off the grid: rows so far are 1m apart
  ${third}.5,1,1,1,1 | 4:1 the time "${third}.5" is not a whole second
  soon,1,1,1,1 | 4:1 the time "soon" is invalid: ${TIME_HINT}
  10/10/2025 21:17,1,1,1,1 | 4:1 the time "10/10/2025 21:17" is invalid: ${TIME_HINT}
  2025-10-10 21:17:00 CET,1,1,1,1 | 4:1 the time "2025-10-10 21:17:00 CET" is invalid: ${TIME_HINT}
  2025-02-30 21:17:00,1,1,1,1 | 4:1 the time "2025-02-30 21:17:00" is invalid: ${TIME_HINT}
  ${third}000000000,1,1,1,1 | 4:1 the time ${third}000000000 is invalid: ${TIME_HINT}
  12,1,1,1,1 | 4:1 the time "12" is 1970-01-01T00:00:12Z: write one from 1990 to 2100
`

describe('problems have line and column', () => {
  test.each(rowsOf(THIRD_ROWS))('%s', async (row, problem) => {
    expect(await problemOf(read(with3rd(row)))).toBe(problem)
  })

  test.each([
    [
      [HEADER, IN_SECONDS[2], IN_SECONDS[0], IN_SECONDS[1]].join('\n'),
      `4:1 the time "${START + 60}" is not before the previous row`,
    ],
    [
      [HEADER, `${START + 1},1,1,1,1`, `${START + 61},1,1,1,1`].join('\n'),
      '3:1 a candle of 1m cannot begin at 2025-10-10T21:15:01Z: times must be multiples of the period, in UTC',
    ],
    [
      [HEADER, `${START},1,1,1,1`, `${START + 7},1,1,1,1`].join('\n'),
      '3:1 rows are 7s apart: write candles of 1s, or of 4s to 1d, whole numbers of which make a day',
    ],
    [[HEADER, IN_SECONDS[0]].join('\n'), '2:1 a single row has no period: write one, such as period: 1m'],
    [HEADER, '1:1 no candles: write at least one row'],
    ['', '1:1 the file is empty'],
    [
      IN_SECONDS.join('\n'),
      '1:1 the file has no header, and 5 columns instead of 12: write timestamp,open,high,low,close in its first line',
    ],
    [
      'timestamp,open,high,close\n',
      '1:1 the header has no column low: write timestamp,open,high,low,close in its first line',
    ],
    [Buffer.from([0x50, 0x4b, 3, 4, 1, 2]), '1:1 this is a zip file: unpack it first'],
    [gzipSync('timestamp'), '1:1 this is a gzip file: unpack it first'],
    [Buffer.from(`\uFEFF${HEADER}`, 'utf16le'), '1:1 this is UTF-16: save the file as UTF-8'],
    [
      '[]',
      '1:1 no list of candles found: write [[time, open, high, low, close], …], or a reply of /prices/candles or /v1/prices/ohlcv',
    ],
    ['{"rows":[[1,2]]}', /^1:11 the row "\[1,2\]" is not five numbers/],
    [`{"rows":${JSON.stringify(ROWS)}}`, /^1:1 no list of candles found/],
    [JSON.stringify(ROWS).slice(0, -9), /^1:\d+ the file is truncated: it ends within the list/],
    [
      JSON.stringify(ROWS).replace('2400', '24oo'),
      /^1:\d+ the row "\[1760130960,2500.25,2501,24oo,2450\]" is not JSON/,
    ],
    [JSON.stringify(ROWS).replace(/]$/, ',\n true]'), '2:2 the row "true]" is not JSON'],
    [
      JSON.stringify(ROWS).replace(/]$/, ',\n {}]'),
      '2:2 the row "{}" has no timestamp: write [[time, open, high, low, close], …], or a reply of /prices/candles or /v1/prices/ohlcv',
    ],
    ['[{"timestamp":1,"open":1,"high":1,"low":1}]', /^1:2 the row "{.*" has no close: write/],
    ['[\n{"time":"soon","open":1,"high":1,"low":1,"close":1}]', /^2:9 the time "soon" is invalid/],
    [`[{"time":${START},"close":1, "high" : 1,"low":2,"open":1}]`, '1:41 the high 1 is below the low 2'],
    ['[{"time":60,"open":{"usd":1}}]', /^1:2 the row "{.*" is not JSON/],
    [JSON.stringify(ROWS).replace(/]$/, ',]'), /^1:\d+ the row "\]" is not JSON/],
    [JSON.stringify([[START, [1], 1, 1, 1]]), /^1:2 the row "\[\d+,\[1\],1,1,1\]\]" is not JSON/],
    [JSON.stringify(ROWS).replace('2400', '2600'), '1:60 the high 2501 is below the low 2600'],
    [JSON.stringify(ROWS, null, 1).replace('2400', '2600'), '12:3 the high 2501 is below the low 2600'],
    [
      JSON.stringify({ period: '5m', candles: ROWS }),
      '1:1 the reply has period 5m, but its rows are 60 s apart',
    ],
  ])('%#', async (content, problem) => {
    const found = await problemOf(read(content))
    if (typeof problem === 'string') expect(found).toBe(problem)
    else expect(found).toMatch(problem)
  })

  test('a row off the given period', async () => {
    const wanted = { ...ETH, periodSeconds: 300 }
    expect(await problemOf(read([HEADER, ...IN_SECONDS].join('\n'), wanted))).toBe(
      `3:1 the time "${START + 60}" is off the grid: rows so far are 5m apart`,
    )
  })
})

describe('a row that does not fit the grid', () => {
  const rowsAt = (...seconds: number[]) =>
    [HEADER, ...seconds.map((second) => `${START + second},1,1,1,1`)].join('\n')
  const every = (step: number, count: number) => Array.from({ length: count }, (_, n) => n * step)
  test.each([
    ['late, after a period that was clear', rowsAt(...every(60, 5), 270, 300, 360), '7:1', 270, '1m', '30s'],
    ['after a hole', rowsAt(0, 60, 120, 600, 630), '6:1', 630, '1m', '30s'],
    ['where all so far were holes', rowsAt(0, 120, 300), '4:1', 300, '2m', '1m'],
    ['where all so far were holes of one length', rowsAt(0, 120, 240, 300), '5:1', 300, '2m', '1m'],
  ])('%s', async (_, content, place, second, seen, fits) => {
    expect(await problemOf(read(content))).toBe(
      `${place} the time "${START + second}" is off the grid: rows so far are ${seen} apart; write period: ${fits} if rows are missing before`,
    )
    const periodSeconds = fits === '1m' ? 60 : 30
    expect((await read(content, { ...ETH, periodSeconds })).candles.periodSeconds).toBe(periodSeconds)
  })

  test('suggests existing periods only', async () => {
    expect(await problemOf(read(rowsAt(0, 60, 120, 127)))).toMatch(/are 1m apart$/)
    expect(await problemOf(read(rowsAt(0, 60, 120, 182)))).toMatch(/are 1m apart$/)
  })

  test('a hole in the first step is not yet a hole', async () => {
    expect(await read(rowsAt(0, 120, 180, 240))).toMatchObject({ rows: 4, holes: 1, missing: 1 })
  })
})

test.each([
  ['in front of the rows', { period: '1m', candles: [ROWS[0]] }, '2:2'],
  ['after them', { candles: [ROWS[0]], period: '1m' }, '11:2'],
])('a reply whose period is another than that beside it: %s', async (_, reply, place) => {
  const periodSeconds = 300
  expect(await problemOf(read(JSON.stringify(reply, null, 1), { ...ETH, periodSeconds }))).toBe(
    `${place} the reply has period 1m, the scenario 5m: leave period out of the scenario`,
  )
})

test.skipIf(process.platform === 'win32')('files that are not candles', async () => {
  mkdirSync(pathOf('directory'))
  execFileSync('mkfifo', [pathOf('pipe')])
  symlinkSync(pathOf('b'), pathOf('a'))
  symlinkSync(pathOf('a'), pathOf('b'))
  const file = openSync(pathOf('large.csv'), 'w')
  ftruncateSync(file, 200 << 20)
  closeSync(file)
  for (const [path, problem] of [
    [pathOf('nowhere.csv'), 'no such file: check the path'],
    [pathOf('directory'), 'this is a directory: write the path of a file in it'],
    [pathOf('a'), 'its links form a cycle: write the path of a file'],
    [pathOf('pipe'), 'this is not a file: write the path of a file'],
    ['/dev/zero', 'this is not a file: write the path of a file'],
    [pathOf('large.csv'), 'this file has 200 MB: write at most 128 MB, in fewer candles'],
  ] as const)
    expect(await problemOf(readCandleFile(path, ETH))).toBe(`1:1 ${problem}`)
})
