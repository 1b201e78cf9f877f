/** `gmx-sim compare` with what was saved of a source: reports, the catalogue that it writes, and refusals. */
import { readdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { beforeAll, expect, onTestFinished, test } from 'vitest'
import { interfaceOf } from '../../src/api/endpoints/index.js'
import { saveObserved } from '../../src/compare/saved.js'
import { newFolder } from '../support/folder.js'
import { runMain } from '../support/in-process-cli.js'
import { each, listed, NEW_TOKEN, rows } from './plants.js'
import { at, observedOf } from './support.js'

const folder = newFolder()
/** Replies with a renamed key in tickers. */
const saved = newFolder()
beforeAll(async () => {
  const plant = at(
    '/prices/tickers',
    each(rows, (row) => {
      row['highPrice'] = row['maxPrice']
      delete row['maxPrice']
    }),
  )
  await saveObserved(saved, await observedOf({ network: 'botanix', plant }))
})

const compare = (...args: readonly string[]) => runMain(['compare', ...args])

test('a line per difference, in every format, and exit code 5', async () => {
  const file = join(folder, 'report')
  const reports = ['--report', `json=${file}.json`, '--report', `junit=${file}.xml`]
  const { code, stdout, stderr } = await compare(saved, ...reports, '--report', `markdown=${file}.md`)
  expect([code, stderr]).toEqual([5, ''])
  expect(stdout.split('\n').slice(0, 4)).toEqual([
    expect.stringContaining('2 differences'),
    expect.stringMatching(/^ {2}what +where +theirs +ours$/),
    expect.stringMatching(/^ {2}key +tickers \[\]\.maxPrice +gone +digits$/),
    expect.stringMatching(/^ {2}key +tickers \[\]\.highPrice +new: digits +none$/),
  ])
  expect(JSON.parse(readFileSync(`${file}.json`, 'utf8'))).toMatchObject({
    network: 'botanix',
    dialect: 'documented',
    asked: interfaceOf(1).length + 4,
    differences: [
      { kind: 'key', where: 'tickers [].maxPrice', theirs: 'gone', ours: 'digits' },
      { kind: 'key', where: 'tickers [].highPrice', theirs: 'new: digits', ours: 'none' },
    ],
  })
  expect(readFileSync(`${file}.xml`, 'utf8')).toContain(
    '<testsuites name="gmx-sim compare" tests="2" failures="2" skipped="0">',
  )
  expect(readFileSync(`${file}.md`, 'utf8')).toContain('| key | `tickers [].maxPrice` | `gone` | `digits` |')
})

test('the catalogue is written whole, where its link leads to, and removes the differences of the lists', async () => {
  const replies = newFolder()
  const there = newFolder()
  const [path, link] = [join(there, 'mine.yaml'), join(there, 'link.yaml')]
  writeFileSync(path, 'mine')
  symlinkSync(path, link)
  const plant = at('/tokens', (json) => void listed('tokens')(json).push(NEW_TOKEN))
  await saveObserved(replies, await observedOf({ network: 'botanix', plant }))
  const first = await compare(replies, '--write-catalogue', link)
  expect([first.code, first.stdout]).toEqual([5, expect.stringContaining('new: MYT')])
  for (const line of first.stdout.split('\n').slice(1)) expect(line.length).toBeLessThanOrEqual(100)
  const text = readFileSync(path, 'utf8')
  expect(text).toMatch(/^# Differences of .* found by gmx-sim compare/)
  expect(text).toMatch(/- \{ symbol: MYT, address: "0x1{40}", decimals: 18/)
  expect(readdirSync(there).sort()).toEqual(['link.yaml', 'mine.yaml'])
  const second = await compare(replies, '--catalogue', path)
  expect([second.stdout.split('\n')[0], second.code]).toEqual([expect.stringMatching(/: no difference$/), 0])
})

test.each<[args: readonly string[], message: string]>([
  [['--network', 'arbitrun'], 'unknown network: arbitrun'],
  [['--rate', '0'], '--rate cannot be read: "0"'],
  [['--rate', '1e-9'], '--rate cannot be read: "1e-9"; write requests per second, from 0.1 to 100'],
  [['--timeout', '5'], '--timeout cannot be read'],
  [['--timeout', '60d'], '--timeout cannot be read: "60d"; write a duration from 1ms to 1h'],
  [['--timeout', '0s'], '--timeout cannot be read: "0s"; write a duration from 1ms to 1h'],
  [['--report', 'pdf'], '--report cannot be read: "pdf"'],
  [['--report', 'json=/no/such/file'], 'the report /no/such/file cannot be written: no such file'],
])('%j exits with 2 and one sentence', async (args, message) => {
  const { code, stderr } = await compare(saved, ...args)
  expect([code, stderr]).toEqual([2, expect.stringContaining(message)])
  expect(stderr.trimEnd().split('\n')).toHaveLength(1)
})

test('an unwritable target fails before any request', async () => {
  let requests = 0
  const server = createServer(() => requests++)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => void server.close())
  const { port } = server.address() as AddressInfo
  const full = newFolder()
  writeFileSync(join(full, 'mine.txt'), 'mine')
  for (const [args, message] of [
    [['--save', full], `the replies cannot be saved: ${full} has other contents`],
    [
      ['--save', join(full, 'mine.txt')],
      `the replies cannot be saved: ${full}/mine.txt: there is something of that name`,
    ],
    [['--save', join(full, 'mine.txt', 'folder')], 'the replies cannot be saved'],
    // Making a folder there recursively never returns.
    [['--save', '/proc/none/replies'], 'the replies cannot be saved: /proc/none/replies: no such file'],
    [['--write-catalogue', join(full, 'no', 'such')], 'the catalogue cannot be written'],
    [['--write-catalogue', full], `the catalogue cannot be written: ${full}: this is a directory`],
    [['--report', `json=${full}/no/such`], 'cannot be written: no such file'],
    [['--network', 'arbitrun'], 'unknown network: arbitrun'],
  ] as const) {
    const { code, stdout, stderr } = await compare(`http://127.0.0.1:${port}/arbitrum`, ...args)
    expect([code, stdout, stderr]).toEqual([2, '', expect.stringContaining(message)])
  }
  expect(requests).toBe(0)
  expect(readdirSync(full)).toEqual(['mine.txt'])
})
