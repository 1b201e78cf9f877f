/** A real load balancer: Debian's haproxy, round-robin by request. */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { freePort } from './free-port.js'
import { until } from './until.js'

export interface Balancer {
  readonly url: string
  stop(): Promise<void>
}

/** Balances over local servers by port; `more` is added to the section of servers. */
export async function startBalancer(
  ports: readonly number[],
  more: readonly string[] = [],
): Promise<Balancer> {
  const port = await freePort()
  const servers = ports.map((server, n) => `  server s${n} 127.0.0.1:${server}`)
  return startHaproxy(port, [
    'defaults',
    '  mode http',
    '  timeout connect 5s',
    // Propagates disconnects of clients to the replica.
    '  option abortonclose',
    '  timeout client 10m',
    '  timeout server 10m',
    'listen all',
    `  bind 127.0.0.1:${port}`,
    '  balance roundrobin',
    ...more.map((line) => `  ${line}`),
    ...servers,
  ])
}

async function startHaproxy(port: number, config: readonly string[]): Promise<Balancer> {
  const folder = mkdtempSync(join(tmpdir(), 'gmx-sim-haproxy-'))
  const file = join(folder, 'haproxy.cfg')
  writeFileSync(file, `${['global', '  maxconn 2000', '  hard-stop-after 2s', ...config].join('\n')}\n`)
  const program = spawn('haproxy', ['-db', '-q', '-f', file], { stdio: 'ignore' })
  await until(async () => {
    if (program.exitCode !== null) throw new Error(`haproxy ended: ${program.exitCode}`)
    const socket = connect(port, '127.0.0.1')
    await once(socket, 'connect')
    socket.destroy()
  })
  return {
    url: `http://127.0.0.1:${port}`,
    async stop() {
      const ended = once(program, 'exit')
      // Passes on what it has received, such as the last event of a watch.
      program.kill('SIGUSR1')
      await ended
      rmSync(folder, { recursive: true, force: true })
    },
  }
}
