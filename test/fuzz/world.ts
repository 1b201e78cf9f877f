/** What targets attack: a server in a process of its own, beside one that nobody attacks. */
import { type ChildProcess, fork } from 'node:child_process'
import { fileURLToPath } from 'node:url'

export interface Server {
  readonly url: string
  /** What it holds in bytes once the garbage is out. */
  usedBytes(): Promise<number>
  /** Errors of its own that it has met. */
  readonly bugs: readonly string[]
  readonly isAlive: boolean
}

export interface World {
  readonly attacked: Server
  readonly clean: Server
  /** By how many ms the attacked one kept a ping waiting longer than the other, at worst since the last question. */
  worstPingMs(): Promise<number>
  stop(): void
}

export async function startWorld(): Promise<World> {
  const servers = await Promise.all([startServer(), startServer()])
  const [[attacked], [clean]] = servers
  const pinger = fork(fileOf('pinger.js'), [attacked.url, clean.url])
  const answers = listen(pinger)
  return {
    attacked,
    clean,
    async worstPingMs() {
      pinger.send('how long?')
      return (await answers('worstMs')) as number
    },
    stop() {
      for (const child of [pinger, ...servers.map(([, child]) => child)]) child.disconnect()
    },
  }
}

const ENTRY = new URL('../../dist/entry/index.js', import.meta.url).href
const fileOf = (name: string) => fileURLToPath(new URL(name, import.meta.url))

async function startServer(): Promise<[Server, ChildProcess]> {
  const child = fork(fileOf('host.js'), [ENTRY], { execArgv: ['--expose-gc'] })
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
