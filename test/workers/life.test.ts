/** What a server of several processes holds, waits for, and how it ends. */
import { spawn, spawnSync } from 'node:child_process'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, test, vi } from 'vitest'
import { builtCli, runCli } from '../support/cli.js'
import { controlOf } from '../support/control.js'
import { readMetrics } from '../support/prometheus.js'
import { type Server, serveWith } from './support.js'

vi.setConfig({ testTimeout: 30_000 })

const WORKERS = 3
/** What takes milliseconds takes seconds on a machine that has other work. */
const PATIENTLY = { timeout: 10_000 }

async function heldBy({ url }: Server): Promise<number | undefined> {
  const samples = readMetrics(await (await fetch(`${url}/__sim/v1/metrics`)).text())
  return samples.find(({ name }) => name === 'gmx_sim_requests_held')?.value
}

test('held requests are counted, and all freed when the scenario is replaced', async () => {
  const server = await serveWith(WORKERS)
  const { get, control } = server
  await control.put('/scenario', { rules: [{ id: 'stuck', fault: { hang: true } }] })
  const held = Array.from({ length: 12 }, () => get('/arbitrum/ping').catch((error: Error) => error.message))
  const waited = await control.post('/journal/wait', { match: { rule: 'stuck' }, count: 12 })
  expect(waited).toEqual({ status: 200, body: { count: 12 } })
  expect(await heldBy(server)).toBe(12)
  await control.delete('/scenario')
  expect(new Set(await Promise.all(held))).toEqual(new Set(['socket hang up']))
  expect(await heldBy(server)).toBe(0)
})

test('an ended session lets go of what it held', async () => {
  const server = await serveWith(WORKERS)
  const scenario = { rules: [{ fault: { delay: '20s' } }] }
  await server.control.post('/sessions', { id: 'mine', scenario })
  const startMs = performance.now()
  const held = Array.from({ length: 6 }, () => server.get('/s/mine/arbitrum/tokens'))
  await controlOf(`${server.url}/s/mine`).post('/journal/wait', { count: 6 })
  await server.control.delete('/sessions/mine')
  expect((await Promise.all(held)).map(({ status }) => status)).toEqual(Array(6).fill(200))
  expect(performance.now() - startMs).toBeLessThan(8000)
})

test('a wait hears of a request as soon as it has come, and otherwise ends in time', async () => {
  const { control, get } = await serveWith(WORKERS)
  expect((await control.post('/journal/wait', { count: 1, timeout: '50ms' })).status).toBe(408)
  for (let round = 0; round < 20; round++) {
    const waited = control.post('/journal/wait', { count: (round + 1) * 20, timeout: '5s' })
    for (let n = 0; n < 20; n++) await get('/arbitrum/ping')
    expect(await waited).toEqual({ status: 200, body: { count: (round + 1) * 20 } })
  }
})

test('each worker gets its share: one that stands still keeps what it was given, and no more', async () => {
  const { get, served } = await serveWith(WORKERS)
  for (const worker of childrenOf(served.pid)) {
    process.kill(worker, 'SIGSTOP')
    try {
      let answered = 0
      const asked = Array.from({ length: 2 * WORKERS }, () => get('/arbitrum/ping').then(() => answered++))
      await expect.poll(() => answered, PATIENTLY).toBe(2 * WORKERS - 1)
      process.kill(worker, 'SIGCONT')
      await Promise.all(asked)
    } finally {
      process.kill(worker, 'SIGCONT')
    }
  }
})

test('control calls are refused as by one process', async () => {
  const { url, control } = await serveWith(WORKERS, ['--control-token', 'a-secret'])
  expect((await control.get('/health')).status).toBe(401)
  const headers = { authorization: 'Bearer a-secret', origin: 'http://a.test' }
  const reply = await fetch(`${url}/__sim/v1/scenario`, { method: 'PUT', body: 'x'.repeat(3 << 20), headers })
  expect(reply.status).toBe(413)
  expect(reply.headers.get('access-control-allow-origin')).toBe('*')
  const nowhere = await fetch(`${url}/__sim/v1/nowhere`, { headers })
  expect([nowhere.status, ((await nowhere.json()) as { error: { code: string } }).error.code]).toEqual([
    404,
    'no-such-call',
  ])
})

test('without the control API there is none', async () => {
  const { get } = await serveWith(WORKERS, ['--no-control'])
  expect((await get('/__sim/v1/health')).status).toBe(404)
  expect((await get('/arbitrum/ping')).status).toBe(200)
})

test.each(['SIGTERM', 'SIGINT'] as const)('%s ends it with 0, and the port is free', async (signal) => {
  const { get, served, url, control } = await serveWith(WORKERS)
  await control.put('/scenario', { rules: [{ fault: { hang: true } }] })
  const held = get('/arbitrum/ping').catch(() => {})
  await control.post('/journal/wait', { count: 1 })
  expect(await served.stop(signal)).toMatchObject({ code: 0, stderr: '' })
  await held
  const { server } = await listening(Number(new URL(url).port))
  server.close()
})

test('a worker that is lost ends the server, with 1 and why', async () => {
  const { served } = await serveWith(WORKERS)
  const [worker] = childrenOf(served.pid)
  process.kill(worker, 'SIGKILL')
  expect(await served.end).toMatchObject({
    code: 1,
    stderr: 'gmx-sim: unexpected: a worker process has ended (SIGKILL), so the server ends\n',
  })
})

test('a worker that is lost at start ends the server, too', async () => {
  const child = spawn(process.execPath, [builtCli(), 'serve', '--workers', '4', '--port', '0'], {
    stdio: ['ignore', 'ignore', 'pipe'],
  })
  const pid = child.pid as number
  await expect.poll(() => childrenOf(pid).length, { ...PATIENTLY, interval: 5 }).toBe(4)
  process.kill(childrenOf(pid)[0], 'SIGKILL')
  let stderr = ''
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    stderr += text
  })
  expect(await new Promise((resolve) => child.once('close', resolve))).toBe(1)
  expect(stderr).toContain('a worker process has ended (SIGKILL)')
})

test('no worker outlives the primary', async () => {
  const { served } = await serveWith(WORKERS)
  const workers = childrenOf(served.pid)
  await served.stop('SIGKILL')
  await expect.poll(() => workers.filter(isRunning), PATIENTLY).toEqual([])
  expect(served.stderr()).toBe('')
})

test('a port that is taken ends it with 4', async () => {
  const { server, port } = await listening(0)
  const { code, stderr } = await runCli(['serve', '--workers', '2', '--port', String(port)])
  server.close()
  expect(code).toBe(4)
  expect(stderr).toContain(`cannot listen on 127.0.0.1:${port}: EADDRINUSE; another program listens there`)
})

test.each([
  [['--workers', '0'], '--workers cannot be read: "0"; write a whole number from 1 to 64'],
  [
    ['--workers', '2', '--split-ports'],
    '--workers cannot be had with --split-ports: --workers 2; leave out one',
  ],
])('%s ends it with 2', async (args, message) => {
  const { code, stderr } = await runCli(['serve', '--port', '0', ...args])
  expect(code).toBe(2)
  expect(stderr).toContain(message)
})

async function listening(port: number) {
  const server = createServer()
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve))
  return { server, port: (server.address() as AddressInfo).port }
}

function childrenOf(pid: number): number[] {
  return String(spawnSync('pgrep', ['-P', String(pid)]).stdout)
    .trim()
    .split('\n')
    .map(Number)
}

/** One that has ended and that nobody has taken note of counts as ended. */
function isRunning(pid: number): boolean {
  const state = String(spawnSync('ps', ['-o', 'stat=', '-p', String(pid)]).stdout).trim()
  return state !== '' && !state.startsWith('Z')
}
