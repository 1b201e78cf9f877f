/** What a server of several processes holds, waits for, and how it ends. */
import { spawnSync } from 'node:child_process'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, test, vi } from 'vitest'
import { runCli } from '../support/cli.js'
import { controlOf } from '../support/control.js'
import { readMetrics } from '../support/prometheus.js'
import { type Server, serveWith } from './support.js'

vi.setConfig({ testTimeout: 30_000 })

const WORKERS = 3

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
  const scenario = { rules: [{ fault: { delay: '9s' } }] }
  await server.control.post('/sessions', { id: 'mine', scenario })
  const held = Array.from({ length: 6 }, () => server.get('/s/mine/arbitrum/tokens'))
  await controlOf(`${server.url}/s/mine`).post('/journal/wait', { count: 6 })
  await server.control.delete('/sessions/mine')
  expect((await Promise.all(held)).map(({ status }) => status)).toEqual(Array(6).fill(200))
})

test('a wait for requests that do not come ends in time, and with whoever waited', async () => {
  const { control, url } = await serveWith(WORKERS)
  expect((await control.post('/journal/wait', { count: 1, timeout: '50ms' })).status).toBe(408)
  const leaving = AbortSignal.timeout(50)
  const body = JSON.stringify({ count: 1, timeout: '10m' })
  await expect(
    fetch(`${url}/__sim/v1/journal/wait`, { method: 'POST', body, signal: leaving }),
  ).rejects.toThrow()
  expect((await control.get('/health')).status).toBe(200)
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
  const { get, served, url } = await serveWith(WORKERS, ['--scenario', 'scenarios/timeouts.yaml'])
  const held = get('/arbitrum/ping').catch(() => {})
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

test('no worker outlives the primary', async () => {
  const { served, get } = await serveWith(WORKERS)
  await served.stop('SIGKILL')
  await expect.poll(() => get('/arbitrum/ping').catch(({ code }) => code)).toBe('ECONNREFUSED')
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
