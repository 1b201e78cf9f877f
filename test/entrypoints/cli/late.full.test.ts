/** Parts of a server that are loaded on first use. */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readdirSync, readFileSync } from 'node:fs'
import { connect, type Socket } from 'node:net'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { builtCli, ROOT, serveCli } from '../../support/cli.js'
import { until } from '../../support/until.js'

const MAX_FILES = 60

/** A reply over a connection that is there already: a new one would take a file descriptor. */
async function askOver(socket: Socket, path: string): Promise<string> {
  let heard = ''
  const listen = (data: string) => {
    heard += data
  }
  socket.on('data', listen)
  socket.write(`GET ${path} HTTP/1.1\r\nHost: localhost\r\n\r\n`)
  await until(() => {
    const [head, ...body] = heard.split('\r\n\r\n')
    const length = Number(/content-length: (\d+)/i.exec(head)?.[1] ?? Number.NaN)
    expect(body.join('\r\n\r\n').length >= length || /\r\n0\r\n\r\n$/.test(heard)).toBe(true)
  })
  socket.off('data', listen)
  return heard
}

const PARTS = [
  '/__sim/v1/health',
  '/arbitrum/signed_prices/latest',
  '/__sim/v1/metrics',
  '/__sim/v1/openapi.json',
  '/__sim/v1/control-openapi.json',
]

/** A server with few file descriptors; `exhaust` takes all of them and returns the first of its connections. */
async function serveWithFewFiles() {
  const args = [builtCli(), 'serve', '--port', '0']
  const child = spawn('bash', ['-c', `ulimit -n ${MAX_FILES}; exec "$0" "$@"`, process.execPath, ...args], {
    stdio: ['ignore', 'pipe', 'ignore'],
  })
  const sockets: Socket[] = []
  const [line] = await once(child.stdout, 'data')
  const { url } = JSON.parse(String(line)) as { url: string }
  const port = Number(new URL(url).port)
  const dial = () => {
    const socket = connect(port, '127.0.0.1').setEncoding('latin1')
    sockets.push(socket.on('error', () => {}))
    return socket
  }
  const heldFiles = () => readdirSync(`/proc/${child.pid}/fd`).length
  return {
    async exhaust() {
      const first = dial()
      for (let n = 0; n < MAX_FILES; n++) dial()
      await until(() => expect(heldFiles()).toBeGreaterThanOrEqual(MAX_FILES))
      return first
    },
    async free(kept: Socket) {
      for (const socket of sockets) if (socket !== kept) socket.destroy()
      await until(() => expect(heldFiles()).toBeLessThan(MAX_FILES / 2 + 10))
    },
    end() {
      for (const socket of sockets) socket.destroy()
      child.kill('SIGKILL')
    },
  }
}

test('a part that could not be loaded for want of file descriptors is loaded once some are free', async () => {
  const server = await serveWithFewFiles()
  try {
    const first = await server.exhaust()
    for (const path of PARTS) expect(await askOver(first, path), path).toMatch(/^HTTP\/1.1 500 /)
    await server.free(first)
    for (const path of PARTS) expect((await askOver(first, path)).slice(0, 15), path).toBe('HTTP/1.1 200 OK')
  } finally {
    server.end()
  }
})

test('zod is loaded with the first schema that is read, not by a start or a reply', async () => {
  const { ready, stderr, stop } = await serveCli([], { NODE_DEBUG: 'module' })
  for (const path of ['ping', 'prices/tickers', 'prices/candles?tokenSymbol=ETH&period=1m'])
    expect((await fetch(`${ready.url}/arbitrum/${path}`)).status).toBe(200)
  expect(stderr()).not.toContain('zod.cjs')
  expect((await fetch(`${ready.url}/__sim/v1/journal`)).status).toBe(200)
  expect((await stop()).stderr).toContain('zod.cjs')
})

test('whatever is imported while a server runs is declared as such', () => {
  const market = ['market/liquidity', 'market/oracle', 'market/price', 'market/world']
  const server = ['server/control', 'server/http', 'server/openapi']
  const folders = ['api', 'kit', ...market, ...server, 'scenario/faults', 'scenario/read', 'session/journal']
  const files = folders.flatMap((folder) =>
    readdirSync(join(ROOT, 'src', folder), { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map((entry) => join(entry.parentPath, entry.name)),
  )
  const imports = files.flatMap((file) =>
    readFileSync(file, 'utf8')
      .split('\n')
      .filter((line) => /(?<!typeof )\bimport\(/.test(line))
      .map((line) => line.trim()),
  )
  expect(imports.length).toBeGreaterThan(4)
  const declared = imports.filter((line) => /lazy\(\(\) => import\(|^return import\(/.test(line))
  expect(declared).toEqual(imports)
})

test('without WebAssembly signed prices answer a sentence, all else as ever', async () => {
  const { ready, stop } = await serveCli([], { NODE_OPTIONS: '--jitless' })
  try {
    for (const base of Object.values(ready.baseUrls)) {
      const reply = await fetch(`${base.primary}/signed_prices/latest`)
      expect(reply.status).toBe(501)
      expect(reply.headers.get('x-gmx-sim-error')).toBe('unavailable')
      expect(await reply.json()).toEqual({
        errors: [
          'prices can neither be signed nor verified: this Node runs without WebAssembly; start Node without --jitless',
        ],
      })
    }
    expect((await fetch(`${ready.baseUrls.arbitrum.primary}/prices/tickers`)).status).toBe(200)
    expect((await fetch(`${ready.url}/__sim/v1/health`)).status).toBe(200)
  } finally {
    expect((await stop()).stderr).not.toContain('gmx-sim')
  }
})
