/** A server of several processes, seen through connections of its own for each request, so that each may meet another. */
import { request } from 'node:http'
import { afterEach } from 'vitest'
import { type Served, serveCli } from '../support/cli.js'
import { controlOf } from '../support/control.js'

export interface Seen {
  readonly status: number
  /** Without its date. */
  readonly headers: Readonly<Record<string, unknown>>
  /** Their names as they were written, in their order. */
  readonly names: readonly string[]
  readonly body: string
}

export interface Server {
  readonly url: string
  readonly control: ReturnType<typeof controlOf>
  readonly served: Served
  /** Asks on a new connection. */
  get(path: string, method?: string): Promise<Seen>
}

const running = new Set<Served>()
afterEach(async () => {
  await Promise.all([...running].map((served) => served.stop()))
  running.clear()
})

/** Ended after the test; at a frozen instant, with the seed 42, unless told otherwise. */
export async function serveWith(workers: number, args: readonly string[] = []): Promise<Server> {
  const served = await serveCli(['--workers', String(workers), '--seed', '42', ...frozenUnless(args)])
  running.add(served)
  const { url } = served.ready
  return { url, control: controlOf(url), served, get: (path, method) => ask(url, path, method) }
}

function frozenUnless(args: readonly string[]): readonly string[] {
  return args.includes('--clock') ? args : ['--clock', 'frozen', '--at', '2026-03-01T12:00:00Z', ...args]
}

function ask(origin: string, path: string, method = 'GET'): Promise<Seen> {
  return new Promise((resolve, reject) => {
    const { hostname, port } = new URL(origin)
    // As it is written: a URL would be tidied up on the way.
    const asked = request({ hostname, port, path, method, agent: false }, async (reply) => {
      const { date: _, ...headers } = reply.headers
      reply.setEncoding('utf8').once('error', reject)
      let body = ''
      for await (const text of reply) body += text
      const names = reply.rawHeaders.filter((_, i) => i % 2 === 0)
      resolve({ status: reply.statusCode as number, headers, names, body })
    })
    asked.once('error', reject).end()
  })
}

/** One after the other. */
export async function inTurn<Result>(count: number, ask: (n: number) => Promise<Result>): Promise<Result[]> {
  const results: Result[] = []
  for (let n = 0; n < count; n++) results.push(await ask(n))
  return results
}
