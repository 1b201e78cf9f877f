/** A reader's walk through a page: its blocks in order, in one empty folder with the package installed from its tarball. */
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { type Block, isShown } from '../../tools/generate/doc-blocks.js'
import { run } from './cli.js'
import { freePort } from './free-port.js'
import { PATIENCE_MS, PATIENT_VITEST } from './patience.js'
import { until } from './until.js'

/** Timeout for a server to end after Ctrl+C. */
const STOP_MS = 10_000
/** Ports used by pages. */
const PORTS = /\b865\d\b/g
const DEFAULT_PORT = '8650'

/** Runs installed commands only, and without npm, which takes a second each time. */
const NPX = `#!/bin/sh
if [ "$1" = --no ]; then shift; [ "$1" = -- ] || exit 64; shift; fi
case "$1" in
  gmx-sim) main=gmx-sim/dist/cli/main.js ;;
  vitest) main=vitest/vitest.mjs; set -- "$@" ${PATIENT_VITEST.join(' ')} ;;
  *) echo "npx: $1 is not installed" >&2; exit 1 ;;
esac
shift
exec node "node_modules/$main" "$@"
`

export interface Step {
  readonly code: number | null
  readonly printed: string
}

export class PageWalk {
  readonly #folder: string
  readonly #path: string
  readonly #ports: ReadonlyMap<string, string>
  readonly #servers: Server[] = []

  private constructor(folder: string, path: string, ports: ReadonlyMap<string, string>) {
    this.#folder = folder
    this.#path = path
    this.#ports = ports
  }

  /** A new folder in that of a project, and free ports in place of the page's. */
  static async start(project: string, name: string, blocks: readonly Block[]): Promise<PageWalk> {
    const folder = join(project, 'pages', name)
    const commands = join(folder, 'bin')
    mkdirSync(commands, { recursive: true })
    writeFileSync(join(commands, 'npx'), NPX, { mode: 0o755 })
    symlinkSync(join(project, 'node_modules'), join(folder, 'node_modules'))
    const named = blocks.flatMap(({ text }) => text.match(PORTS) ?? [])
    const ports = await freePorts([...new Set([DEFAULT_PORT, ...named])])
    return new PageWalk(folder, `${commands}:${process.env['PATH']}`, ports)
  }

  save({ savedAs, text }: Block): void {
    const path = join(this.#folder, savedAs as string)
    mkdirSync(dirname(path), { recursive: true })
    writeFileSync(path, `${this.#here(text)}\n`)
  }

  /** Runs a block of `sh` or `js` to its end. */
  async run({ language, text }: Block): Promise<Step> {
    const real = this.#here(text)
    const type = text.includes('require(') ? 'commonjs' : 'module'
    const { code, stdout, stderr } = await (language === 'sh'
      ? run('bash', shell(`exec 2>&1\n${real}`), this.#env, this.#folder)
      : run(process.execPath, [`--input-type=${type}`, '--eval', real], this.#env, this.#folder))
    return { code, printed: this.#asShown(code === 0 ? stdout : stdout + stderr) }
  }

  /** Starts a block in its own terminal and waits for its simulator; stops that of an earlier block. */
  async serve({ text, shown }: Pick<Block, 'text' | 'shown'>): Promise<Step> {
    const simulates = /(npx|--) gmx-sim\b/.test(text)
    if (simulates) await this.#stop((server) => server.simulates)
    const real = this.#here(text)
    const child = spawn('bash', shell(`exec 2>&1\n${real}`), {
      cwd: this.#folder,
      env: { ...process.env, ...this.#env },
      // Its own process group, interrupted as a whole, as by Ctrl+C.
      detached: true,
      stdio: ['ignore', 'pipe', 'inherit'],
    })
    const server: Server = { child, simulates, printed: '' }
    this.#servers.push(server)
    child.stdout.setEncoding('utf8').on('data', (more: string) => {
      server.printed += more
    })
    const hasEnded = () => child.exitCode !== null
    const [, port = this.#ports.get(DEFAULT_PORT)] = /--port[ =](\d+)/.exec(real) ?? []
    if (simulates)
      await until(async () => hasEnded() || (await fetch(`http://127.0.0.1:${port}/__sim/v1/live`)))
    const printed = () => this.#asShown(server.printed)
    for (let waitedMs = 0; waitedMs < PATIENCE_MS && !hasEnded(); waitedMs += 20) {
      if (shown === undefined || isShown(shown, printed())) break
      await sleep(20)
    }
    return { code: child.exitCode ?? 0, printed: printed() }
  }

  /** Stops all servers. */
  stop(): Promise<void> {
    return this.#stop(() => true)
  }

  async #stop(which: (server: Server) => boolean): Promise<void> {
    for (const server of this.#servers.filter(which)) {
      this.#servers.splice(this.#servers.indexOf(server), 1)
      if (server.child.exitCode !== null || server.child.pid === undefined) continue
      const ended = once(server.child, 'close')
      const signal = (name: NodeJS.Signals) => process.kill(-(server.child.pid as number), name)
      signal('SIGINT')
      if ((await Promise.race([ended, sleep(STOP_MS, 'late')])) === 'late') signal('SIGKILL')
      await ended
    }
  }

  get #env() {
    return { PATH: this.#path, GMX_SIM_PORT: this.#ports.get(DEFAULT_PORT) as string }
  }

  #here(text: string): string {
    return text.replaceAll(PORTS, (port) => this.#ports.get(port) ?? port)
  }

  /** With the page's ports. */
  #asShown(printed: string): string {
    let text = printed
    for (const [named, port] of this.#ports)
      text = text.replaceAll(new RegExp(`(?<=[a-z0-9]:|[Pp]ort )${port}\\b`, 'g'), named)
    return text
  }
}

interface Server {
  readonly child: ChildProcess
  readonly simulates: boolean
  printed: string
}

const shell = (text: string) => ['-euo', 'pipefail', '-c', text]

async function freePorts(names: readonly string[]): Promise<Map<string, string>> {
  const ports = new Map<string, string>()
  for (const name of names) ports.set(name, String(await freePort()))
  return ports
}
