/** Proxies of the live hosts, and clients of them. */

import { once } from 'node:events'
import { request as requestHttps } from 'node:https'
import { connect, type Socket } from 'node:net'
import { type ConnectionOptions, connect as connectTls, type TLSSocket } from 'node:tls'
import { issueCertificate } from '../../src/server/http/intercept/certificate.js'
import { createProxyTraffic, openProxy, type ProxyOptions } from '../../src/server/http/intercept/proxy.js'
import { load } from './scenario.js'
import { startAlone } from './simulator.js'

export const HOST = 'arbitrum-api.gmxinfra.io'
export const FALLBACK = 'arbitrum-api-fallback.gmxinfra.io'
export const issued = issueCertificate([HOST, FALLBACK])

export const ends: (() => unknown)[] = []
/** Ends what a test started. */
export async function endAll(): Promise<void> {
  for (const end of ends.splice(0).reverse()) await end()
}

type Given = Partial<ProxyOptions> & { readonly fault?: object; readonly splitPorts?: string }

export async function proxied({ fault, splitPorts = 'false', ...given }: Given = {}) {
  const simulator = await startAlone({ splitPorts })
  ends.push(simulator.stop)
  const { app, session } = simulator
  const rules = [{ id: 'fault', match: { network: 'arbitrum', base: 'primary' }, fault }]
  if (fault !== undefined) {
    load(session, { rules })
    await session.settled()
  }
  const traffic = createProxyTraffic()
  const proxy = await openProxy({
    ...{ app, session, issued, sessionId: undefined, token: undefined, isOffline: false },
    ...{ upstream: () => undefined, onFailure() {}, traffic, ...given },
  })
  ends.push(proxy.close)
  return { ...proxy, session, traffic }
}

/** Sends CONNECT; the head of the answer, and the socket after it. */
export async function tunnelTo(port: number, to: string, headers = ''): Promise<[string, Socket]> {
  const socket = connect(port, '127.0.0.1')
  ends.push(() => socket.destroy())
  socket.write(`CONNECT ${to} HTTP/1.1\r\nHost: ${to}\r\n${headers}\r\n`)
  const [head] = await once(socket, 'data')
  return [String(head).split('\r\n')[0], socket]
}

export async function secured(socket: Socket, options: ConnectionOptions = {}): Promise<TLSSocket> {
  const secure = connectTls({ socket, servername: HOST, ca: issued.authority, ...options })
  await once(secure, 'secureConnect')
  return secure
}

/** Status and length of a reply over TLS, or the error of the client. */
export async function ask(socket: Socket, path = '/tokens', host = HOST): Promise<string> {
  const secure = await secured(socket, { servername: host })
  const request = requestHttps({ createConnection: () => secure, path, headers: { host } })
  // During a reply, its stream has the error, too.
  request.on('error', () => {})
  request.end()
  const answer = async () => {
    const [response] = await once(request, 'response')
    let bytes = 0
    for await (const part of response) bytes += part.length
    return `${response.statusCode}, ${bytes > 0 ? 'body' : 'empty'}`
  }
  return answer().catch(({ code }) => code)
}
