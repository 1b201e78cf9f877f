/** A store per test: by default Debian's redis-server, on a free port, in a temporary folder. */
import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Redis } from 'ioredis'
import { freePort } from './free-port.js'
import { need } from './needs.js'
import { until } from './until.js'

/** Any compatible program, such as valkey-server. */
const STORE_SERVER = process.env['GMX_SIM_TEST_STORE_SERVER'] ?? 'redis-server'

export const hasStore = (): boolean => hasProgram(STORE_SERVER)

/** Whether the program of a Debian package is installed. */
export function hasProgram(name: string, flag = '--version'): boolean {
  const isThere = spawnSync(name, [flag]).error === undefined
  return need(isThere, `${name} is not installed`, `apt-get install ${name}`)
}

export interface TestStore {
  readonly url: string
  readonly port: number
  /** For inspection. */
  readonly client: Redis
  signal(signal: NodeJS.Signals): void
  /** Stops the server, by SIGKILL or in order. */
  down(signal?: NodeJS.Signals): Promise<void>
  /** Restarts it on the same port, with or without its data. */
  up(withData?: boolean): Promise<void>
  stop(): Promise<void>
}

export async function startStore(...options: readonly string[]): Promise<TestStore> {
  const port = await freePort()
  const folders: string[] = []
  let server: ChildProcess
  const start = async (folder: string): Promise<void> => {
    const own = [
      '--port',
      String(port),
      '--bind',
      '127.0.0.1',
      '--dir',
      folder,
      '--save',
      '',
      '--loglevel',
      'warning',
    ]
    server = spawn(STORE_SERVER, [...own, ...options], { stdio: 'ignore' })
    await until(async () => {
      if (server.exitCode !== null) throw new Error(`${STORE_SERVER} ended: ${server.exitCode}`)
      const probe = new Redis({ port, lazyConnect: true, retryStrategy: () => null })
      probe.on('error', () => {})
      try {
        await probe.connect()
        await probe.ping()
      } finally {
        probe.disconnect()
      }
    })
  }
  const newFolder = (): string => {
    folders.push(mkdtempSync(join(tmpdir(), 'gmx-sim-store-')))
    return folders.at(-1) as string
  }
  await start(newFolder())
  const client = new Redis({ port, maxRetriesPerRequest: null, retryStrategy: () => 100 })
  client.on('error', () => {})
  const down = async (signal: NodeJS.Signals = 'SIGTERM'): Promise<void> => {
    if (server.exitCode !== null || server.signalCode !== null) return
    const ended = once(server, 'exit')
    server.kill('SIGCONT')
    server.kill(signal)
    await ended
  }
  return {
    url: `redis://127.0.0.1:${port}/0`,
    port,
    client,
    signal: (signal) => void server.kill(signal),
    down,
    up: (withData = true) => start(withData ? (folders.at(-1) as string) : newFolder()),
    async stop() {
      client.disconnect()
      await down('SIGKILL')
      for (const folder of folders) rmSync(folder, { recursive: true, force: true })
    },
  }
}
