/** Systems under attack: a server in a separate process with an untouched one for comparison, and a simulator in this process. */
import { type ChildProcess, fork } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { type Simulator, startSimulator } from '../../src/entrypoints/index.js'

export interface Server {
  readonly url: string
  /** Heap in bytes after garbage collection. */
  usedBytes(): Promise<number>
  /** Errors of its own that it has met. */
  readonly bugs: readonly string[]
  readonly isAlive: boolean
}

export interface Local {
  readonly sim: Simulator
  /** Errors of its own that it has met since the last question. */
  takeBugs(): readonly string[]
}

export interface World {
  readonly attacked: Server
  readonly clean: Server
  /** In this process, for what needs no socket; each input has sessions of its own. */
  readonly local: Local
  /** Ends all its processes. */
  stop(): Promise<void>
}

export async function startWorld(): Promise<World> {
  const servers = await Promise.all([startServer(), startServer()])
  const [[attacked], [clean]] = servers
  const local = await startLocal()
  return {
    attacked,
    clean,
    local,
    async stop() {
      await local.sim.stop()
      await Promise.all(servers.map(([, child]) => end(child)))
    },
  }
}

async function startLocal(): Promise<Local> {
  let bugs: string[] = []
  const onBug = (error: unknown) => void bugs.push(String(error instanceof Error ? error.stack : error))
  return {
    sim: await startSimulator({ onBug }),
    takeBugs() {
      const taken = bugs
      bugs = []
      return taken
    },
  }
}

function end(child: ChildProcess): Promise<void> {
  return new Promise((resolve) => {
    if (child.exitCode !== null || child.signalCode !== null) return resolve()
    child.once('exit', () => resolve())
    child.kill()
  })
}

const ENTRY = new URL('../../dist/entry/index.js', import.meta.url).href
const HOST = fileURLToPath(new URL('host.js', import.meta.url))

async function startServer(): Promise<[Server, ChildProcess]> {
  const child = fork(HOST, [ENTRY], { execArgv: ['--expose-gc'] })
  const bugs: string[] = []
  child.on('message', (message: { bug?: string }) => {
    if (message.bug !== undefined) bugs.push(message.bug)
  })
  const answers = listen(child)
  const url = (await answers('url')) as string
  return [
    {
      url,
      bugs,
      async usedBytes() {
        child.send('what do you hold?')
        return (await answers('usedBytes')) as number
      },
      get isAlive() {
        return child.exitCode === null && child.signalCode === null
      },
    },
    child,
  ]
}

/** The next message that has a key; rejects when the process ends instead. */
function listen(child: ChildProcess): (key: string) => Promise<unknown> {
  return (key) =>
    new Promise((resolve, reject) => {
      const take = (message: Readonly<Record<string, unknown>>) => {
        if (!(key in message)) return
        child.off('message', take).off('exit', fail)
        resolve(message[key])
      }
      const fail = (code: number | null) => reject(new Error(`a server ended with code ${code}`))
      child.on('message', take).once('exit', fail)
    })
}
