/** A generic reverse proxy that serves upstreams below path prefixes. */
import { createServer, request } from 'node:http'
import type { AddressInfo } from 'node:net'

export interface Proxy {
  readonly url: string
  stop(): Promise<void>
}

/** `targets` are upstream addresses by path: `{ '/tools': 'http://127.0.0.1:8650' }`. */
export async function startProxy(targets: Readonly<Record<string, string>>): Promise<Proxy> {
  const server = createServer((incoming, outgoing) => {
    const { url = '' } = incoming
    const found = Object.entries(targets).find(([prefix]) => url.startsWith(`${prefix}/`))
    if (found === undefined) {
      outgoing.writeHead(404).end()
      return
    }
    const [prefix, target] = found
    const { hostname, port } = new URL(target)
    const path = url.slice(prefix.length)
    const forwarded = request(
      { hostname, port, path, method: incoming.method, headers: incoming.headers },
      (reply) => {
        outgoing.writeHead(reply.statusCode ?? 502, reply.headers)
        reply.pipe(outgoing)
      },
    )
    forwarded.on('error', () => outgoing.destroy())
    outgoing.on('close', () => forwarded.destroy())
    incoming.pipe(forwarded)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    stop: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}
