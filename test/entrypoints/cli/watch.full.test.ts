/** `serve --watch`: the scenario file changes while the server runs. */
import { execFileSync } from 'node:child_process'
import {
  mkdirSync,
  mkdtempSync,
  readFileSync,
  renameSync,
  rmdirSync,
  rmSync,
  symlinkSync,
  unlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { expect, onTestFinished, test } from 'vitest'
import { serveCli } from '../../support/cli.js'
import { PATIENCE_MS } from '../../support/patience.js'

const failing = (status: number) => `rules: [{ fault: { status: ${status} } }]`

/** A server that watches a file which answers with 501 at first. */
async function watching(args: readonly string[] = []) {
  const folder = mkdtempSync(join(tmpdir(), 'gmx-sim-'))
  const path = join(folder, 'scenario.yaml')
  writeFileSync(path, failing(501))
  const served = await serveCli(['--scenario', path, '--watch', ...args])
  onTestFinished(async () => {
    await served.stop()
    rmSync(folder, { recursive: true })
  })
  const statusNow = async () => (await fetch(`${served.ready.url}/arbitrum/ping`)).status
  expect(await statusNow()).toBe(501)
  return { ...served, folder, path, statusNow }
}

/** Waits until `check` holds. */
async function until(check: () => boolean | Promise<boolean>): Promise<void> {
  const giveUp = AbortSignal.timeout(PATIENCE_MS)
  while (!(await check())) await sleep(20, undefined, { signal: giveUp })
}

test('an overwritten file is reloaded', async () => {
  const { path, statusNow, stderr } = await watching()
  writeFileSync(path, failing(502))
  await until(async () => (await statusNow()) === 502)
  expect(stderr()).toBe(`gmx-sim: reloaded ${path}\n`)
})

test('a control call writes the file if it is valid, and it is reloaded', async () => {
  const { path, statusNow, ready } = await watching()
  const put = (body: string) => fetch(`${ready.url}/__sim/v1/scenario/file`, { method: 'PUT', body })
  expect((await put('rules: [{ fault: { status: 1 } }]')).status).toBe(400)
  expect(readFileSync(path, 'utf8')).toBe(failing(501))
  expect(await (await put(failing(504))).json()).toEqual({ path })
  expect(readFileSync(path, 'utf8')).toBe(failing(504))
  await until(async () => (await statusNow()) === 504)
})

test('a file that cannot be written is no bug: 409 says why, and file calls go on', async () => {
  const { path, ready } = await watching()
  const put = async () => {
    const reply = await fetch(`${ready.url}/__sim/v1/scenario/file`, { method: 'PUT', body: failing(504) })
    return [reply.status, ((await reply.json()) as { error?: object }).error]
  }
  const refusal = (reason: string, hint: string) => [
    409,
    { code: 'unwritable-file', message: `${path} cannot be written: ${reason}`, hint },
  ]
  unlinkSync(path)
  execFileSync('mkfifo', [path])
  // More than Node has threads for file calls.
  for (const reply of await Promise.all(Array.from({ length: 9 }, put)))
    expect(reply).toEqual(refusal('this is not a file', 'write the path of a file'))
  unlinkSync(path)
  mkdirSync(path)
  expect(await put()).toEqual(refusal('this is a directory', 'write the path of a file in it'))
  rmdirSync(path)
  expect(await put()).toEqual([200, undefined])
  expect(readFileSync(path, 'utf8')).toBe(failing(504))
})

test('no path of a reported problem is a command of a CI system', async () => {
  const { path, stderr } = await watching()
  writeFileSync(path, 'prices: { ETH: { candles: "a\\n::error::b.csv" } }')
  await until(() => stderr().includes('?:error::b.csv:1:1 no such file'))
  expect(stderr()).not.toMatch(/^\s*::/m)
})

const candleOf = (open: number) => `time,open,high,low,close\n2020-01-01,${open},1240,1230,1235\n`
const CANDLES = 'prices: { ETH: { candles: eth.csv, period: 1d, startsAt: 0s } }\n'

/** A server that watches a scenario with recorded candles, the first of which opens at 1234. */
async function watchingCandles() {
  const watched = await watching()
  const csv = join(watched.folder, 'eth.csv')
  const opensAt = async (open: number) => {
    const query = 'tokenSymbol=ETH&period=1d&limit=1'
    const reply = await fetch(`${watched.ready.url}/arbitrum/prices/candles?${query}`)
    const { candles = [] } = (await reply.json()) as { candles?: number[][] }
    return candles[0]?.[1] === open
  }
  writeFileSync(csv, candleOf(1234))
  writeFileSync(watched.path, CANDLES)
  await until(() => opensAt(1234))
  return { ...watched, csv, opensAt }
}

test('changed candles are reloaded; invalid ones are reported, and so is their repair', async () => {
  const { path, csv, opensAt, stderr } = await watchingCandles()
  writeFileSync(csv, candleOf(1232))
  await until(() => opensAt(1232))
  await until(() => stderr().includes(`gmx-sim: reloaded ${path}: its recorded candles changed\n`))
  writeFileSync(csv, candleOf(1250))
  await until(() =>
    stderr().includes(
      `gmx-sim: cannot reload ${path}: the last valid scenario stays active\n${csv}:2:12 the open "1250" is not between`,
    ),
  )
  expect(await opensAt(1232)).toBe(true)
  writeFileSync(csv, candleOf(1232))
  await until(() =>
    stderr().endsWith(`${path} is valid again and unchanged: the active scenario continues\n`),
  )
  writeFileSync(csv, candleOf(1233))
  await until(() => opensAt(1233))
})

test('candles that are created after the scenario that names them are loaded', async () => {
  const { path, folder, stderr, ready } = await watching()
  writeFileSync(path, CANDLES)
  const missing = `${join(folder, 'eth.csv')}:1:1 no such file: check the path\n`
  await until(() => stderr().includes(missing))
  writeFileSync(join(folder, 'eth.csv'), candleOf(1234))
  const control = `${ready.url}/__sim/v1/scenario`
  await until(async () => {
    const { scenario } = (await (await fetch(control)).json()) as { scenario: { prices: string[] } }
    return scenario.prices.includes('ETH')
  })
  expect(stderr().split(missing)).toHaveLength(2)
})

test('a file that is replaced by rename is reloaded every time', async () => {
  const { folder, path, statusNow } = await watching()
  for (const status of [502, 503]) {
    writeFileSync(join(folder, 'next'), failing(status))
    renameSync(join(folder, 'next'), path)
    await until(async () => (await statusNow()) === status)
  }
})

test('an invalid file is reported and the last valid scenario stays, until it is fixed', async () => {
  const { path, statusNow, stderr } = await watching()
  writeFileSync(path, 'rules: [{ fualt: { hang: true } }]\nseed: 1')
  // A look may fall between the two steps of writing, and find an empty file.
  await until(() => stderr().includes('seed is 1'))
  expect(stderr()).toContain(
    `gmx-sim: cannot reload ${path}: the last valid scenario stays active\n` +
      `${path}:1:11 unknown key "fualt": did you mean fault?\n` +
      `${path}:2:7 seed is 1: write the seed in quotes, as text\n`,
  )
  expect(await statusNow()).toBe(501)
  writeFileSync(path, failing(504))
  await until(async () => (await statusNow()) === 504)
})

test.each([
  ['invalid', (path: string) => writeFileSync(path, 'seed: 1')],
  ['missing', (path: string) => rmSync(path)],
])(
  'a file that is %s, then restored, is reported as valid and does not restart the scenario',
  async (_, spoil) => {
    const { folder, path, statusNow, stderr } = await watching()
    const once = 'rules: [{ when: { times: 1 }, fault: { status: 502 } }]'
    // In one step: a look between emptying the file and writing it would report it as invalid.
    const write = () => {
      writeFileSync(join(folder, 'next'), once)
      renameSync(join(folder, 'next'), path)
    }
    write()
    await until(async () => (await statusNow()) === 502)
    spoil(path)
    await until(() => stderr().includes(`gmx-sim: cannot reload ${path}`))
    write()
    const repaired = `gmx-sim: ${path} is valid again and unchanged: the active scenario continues\n`
    await until(() => stderr().includes(repaired))
    expect(stderr().endsWith(repaired)).toBe(true)
    expect(await statusNow()).toBe(200)
  },
)

test('the target of a link is watched', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'gmx-sim-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  const [target, link] = [join(folder, 'target.yaml'), join(folder, 'link.yaml')]
  writeFileSync(target, failing(501))
  symlinkSync(target, link)
  const { ready, stop } = await serveCli(['--scenario', link, '--watch'])
  writeFileSync(target, failing(502))
  await until(async () => (await fetch(`${ready.url}/arbitrum/ping`)).status === 502)
  await stop()
})

test('a file that is saved unchanged does not restart the scenario', async () => {
  const { folder, path, statusNow, stderr } = await watching()
  const once = 'rules: [{ when: { times: 1 }, fault: { status: 502 } }]'
  writeFileSync(path, once)
  await until(async () => (await statusNow()) === 502)
  // In one step: a process that gets no turn between emptying the file and writing it has saved two changes.
  writeFileSync(join(folder, 'next'), once)
  renameSync(join(folder, 'next'), path)
  await sleep(600) // longer than a look and the rest after it
  expect(await statusNow()).toBe(200)
  expect(stderr().match(/reloaded/g)).toHaveLength(1)
})

test('a clock from the options overrides the reloaded file', async () => {
  const { path, ready, statusNow } = await watching(['--clock', 'frozen', '--at', '2026-03-01T12:00:00Z'])
  writeFileSync(path, `${failing(502)}\nclock: { mode: real, at: 2030-01-01T00:00:00Z }`)
  await until(async () => (await statusNow()) === 502)
  const { headers } = await fetch(`${ready.url}/arbitrum/ping`)
  expect(headers.get('x-gmx-sim-at')).toBe('2026-03-01T12:00:00.000Z')
})

test('--quiet: reloads are not reported', async () => {
  const { path, statusNow, stderr } = await watching(['--quiet'])
  writeFileSync(path, failing(502))
  await until(async () => (await statusNow()) === 502)
  expect(stderr()).toBe('')
})

test('a control call checks, saves and loads a text that names candle files', async () => {
  const { ready, path, opensAt } = await watchingCandles()
  const call = async (method: string, at: string, body: string) => {
    const reply = await fetch(`${ready.url}/__sim/v1${at}`, { method, body })
    // biome-ignore lint/suspicious/noExplicitAny: what a test expects of a reply, it says itself.
    return (await reply.json()) as any
  }
  const changed = `name: changed\n${CANDLES}`
  const check = async (at: string, body: string) => (await call('POST', at, body)).problems
  expect(await check('/scenario/check?file=true', changed)).toEqual([])
  expect(await check('/scenario/check', changed)).toMatchObject([
    { line: 2, message: expect.stringContaining('files are not available here') },
  ])
  const missing = changed.replace('eth.csv', 'none.csv')
  const message = `${path.replace('scenario.yaml', 'none.csv')}:1:1 no such file`
  expect(await check('/scenario/check?file=true', missing)).toEqual([
    { line: 1, column: 1, message: expect.stringContaining(message) },
  ])
  expect((await call('PUT', '/scenario/file', missing)).error.message).toContain(message)
  expect(readFileSync(path, 'utf8')).toBe(CANDLES)
  expect((await call('PUT', '/scenario?file=true', changed)).scenario).toMatchObject({ name: 'changed' })
  expect(await opensAt(1234)).toBe(true)
  expect(await call('PUT', '/scenario/file', changed)).toEqual({ path })
  expect(readFileSync(path, 'utf8')).toBe(changed)
})
