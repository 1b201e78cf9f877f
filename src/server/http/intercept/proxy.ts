/**
 * An HTTP proxy on loopback. Answers requests for the live hosts as the simulator, over TLS where the client asks for it, refuses other
 * hosts of GMX, and passes the rest on. A second port takes TLS without CONNECT, for programs that `preload.ts` redirects.
 */

import { constants } from 'node:crypto'
import { once } from 'node:events'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { type AddressInfo, createServer, type Socket } from 'node:net'
import { createSecureContext, TLSSocket } from 'node:tls'
import { locate } from '../../../api/routing/locate.js'
import { setTimer } from '../../../kit/clock/timers.js'
import type { BaseAddress } from '../../../market/catalogue/bases.js'
import { isGmxHost, refusalOf } from '../../../market/catalogue/gmx-hosts.js'
import { closedPortsNow } from '../../../scenario/closed-ports.js'
import type { DnsFailure } from '../../../scenario/faults/dns.js'
import type { TlsFailure } from '../../../scenario/faults/tls.js'
import type { Session } from '../../../session/session.js'
import type { NodeListener } from '../context.js'
import { isSameSecret } from '../guard.js'
import { answerConnect, listen, type OnConnect } from '../server.js'
import type { Issued } from './certificate.js'
import { answerAndClose, ESTABLISHED, forward, type OnFailure, tunnel, type Upstream } from './forward.js'

export interface ProxyOptions {
  readonly app: NodeListener
  readonly session: Session
  /** Undefined for the default session. */
  readonly sessionId: string | undefined
  readonly issued: Issued
  /** Expected as the password of the proxy; undefined if none is required. */
  readonly token: string | undefined
  readonly isOffline: boolean
  readonly upstream: Upstream
  readonly traffic: ProxyTraffic
  /** Called with what prevents a connection to another host. */
  readonly onFailure: OnFailure
}

export type LiveHostProxy = Awaited<ReturnType<typeof openProxy>>

const LOOPBACK = '127.0.0.1'

export async function openProxy(options: ProxyOptions) {
  const { app, session, sessionId, issued, token, isOffline, upstream, traffic, onFailure } = options
  const { bases } = session.catalogue
  // Without tickets: a session that a client resumes shows it no certificate, expired or not.
  const secureOptions = constants.SSL_OP_NO_TICKET
  const contexts = Object.fromEntries(
    Object.entries(issued.certificates).map(([kind, certificate]) => [
      kind,
      createSecureContext({ ...certificate, secureOptions }),
    ]),
  )
  /** Connections to which a certificate was presented that clients must reject. */
  const spoiled = new WeakMap<Socket, string>()
  /** Base addresses that tunnels were opened to. */
  const tunnelled = new WeakMap<Socket, BaseAddress>()
  /** Ends the waits of connections that hang, as what they wait for may have changed. */
  const recheck = new Set<() => void>()
  session.onChange(() => {
    for (const cut of recheck) cut()
  })
  const reject = (response: ServerResponse, status: number, message: string) =>
    response
      .writeHead(status, { 'content-type': 'application/json; charset=utf-8' })
      .end(JSON.stringify({ errors: [message] }))
  const rejectToken = (response: ServerResponse) =>
    reject(
      response.setHeader('proxy-authenticate', 'Basic'),
      407,
      'the proxy needs the control token as its password',
    )
  const answer = (request: IncomingMessage, response: ServerResponse) => {
    const { socket, url = '/', headers } = request
    const to = URL.canParse(url) ? new URL(url) : undefined
    if (to !== undefined && !isAllowed(request, token)) return rejectToken(response)
    const host = to?.host ?? headers.host ?? ''
    const base = tunnelled.get(socket) ?? bases.ofLiveHost(host)
    if (base !== undefined) {
      const { refuse, dns, tls, connect } = faultOf(session, base)
      // In plain HTTP, no CONNECT could wait.
      if (connect && to !== undefined) return
      const isAffected = tls !== undefined && socket instanceof TLSSocket && spoiled.get(socket) !== tls
      // Later: Node keeps a parser whose socket ends during its callback, and fails to close the server.
      if (refuse || dns || connect || isAffected) return void setImmediate(() => socket.resetAndDestroy())
      traffic.answered++
      const place = locate(() => bases, url, undefined, base)
      return app.answerAt({ ...place, session: sessionId }, response)
    }
    if (isGmxHost(host)) {
      countHost(traffic.refused, host)
      return reject(response, 403, refusalOf(host))
    }
    if (!isAllowed(request, token)) return rejectToken(response)
    if (isOffline) {
      countHost(traffic.refused, host)
      return reject(response, 403, `offline: ${host} is not served`)
    }
    if (to === undefined) return reject(response, 400, `this proxy does not serve ${host}`)
    countHost(traffic.passedOn, host)
    forward(response, to, upstream(to), onFailure)
  }
  const onConnect: OnConnect = (request, duplex, head) => {
    const socket = duplex as Socket
    if (tunnelled.has(socket)) return answerConnect(request, socket)
    socket.on('error', () => socket.destroy())
    if (!URL.canParse(`https://${request.url}`)) return answerConnect(request, socket)
    const to = new URL(`https://${request.url}`)
    if (!isAllowed(request, token)) return answerAndClose(socket, 407, 'proxy-authenticate: Basic\r\n')
    const base = bases.ofLiveHost(to.hostname)
    if (base === undefined && !isGmxHost(to.hostname)) {
      countHost(isOffline ? traffic.refused : traffic.passedOn, to.host)
      return isOffline ? answerAndClose(socket, 403) : tunnel(socket, head, to, upstream(to), onFailure)
    }
    const { refuse, dns, connect } = faultOf(session, base)
    if (refuse) return void socket.resetAndDestroy()
    if (dns) return answerAndClose(socket, RESOLVING[dns])
    if (connect) {
      const hangs = () => faultOf(session, base).connect !== undefined
      return void holdConnection(session, socket, hangs, recheck).then(
        (isOver) => isOver && onConnect(request, duplex, head),
      )
    }
    socket.write(ESTABLISHED)
    if (head.length > 0) socket.unshift(head)
    if (base !== undefined) tunnelled.set(socket, base)
    if (to.port === '80') main.accept(socket)
    else decrypt(socket, base)
  }
  const handshakes = createHandshakes()
  const decrypt = (socket: Socket, tunnelledTo?: BaseAddress): void => {
    const finish = handshakes.begin(socket)
    // Else a client that leaves before its handshake is complete ends one half, and nothing the other.
    socket.allowHalfOpen = false
    const decrypted = new TLSSocket(socket, {
      isServer: true,
      secureContext: contexts.valid,
      ALPNProtocols: ['http/1.1'],
      SNICallback(name, proceed) {
        const base = bases.ofLiveHost(name)
        const isOther = base === undefined && !isGmxHost(name)
        if (isOther && isOffline) countHost(traffic.refused, name)
        const { refuse, dns, connect, tls = 'valid' } = faultOf(session, base)
        if (isOther || refuse || dns || connect) return void socket.resetAndDestroy()
        if (tls === 'handshake') return void socket.destroy()
        spoiled.set(decrypted, tls)
        proceed(null, contexts[tls])
      },
    })
    // Node resets TCP sockets only: one that decrypts resets the one below it.
    decrypted.resetAndDestroy = () => {
      socket.resetAndDestroy()
      return decrypted.destroy()
    }
    if (tunnelledTo !== undefined) tunnelled.set(decrypted, tunnelledTo)
    decrypted.on('error', () => socket.destroy())
    decrypted.once('secure', () => {
      finish()
      main.accept(decrypted)
    })
  }
  const main = await listen(answer, LOOPBACK, 0, onConnect)
  const direct = createServer((socket) => {
    socket.on('error', () => socket.destroy())
    decrypt(socket)
  })
  await once(direct.listen(0, LOOPBACK), 'listening').catch(async (error) => {
    await main.close()
    throw error
  })
  return {
    port: main.port,
    tlsPort: (direct.address() as AddressInfo).port,
    async close(): Promise<void> {
      direct.close()
      handshakes.closeAll()
      await main.close()
    },
  }
}

interface PortFault {
  readonly refuse?: true
  readonly connect?: 'hang'
  readonly dns?: DnsFailure
  readonly tls?: TlsFailure
}

/** Fault of the scenario that connections to `base` have now. */
function faultOf(session: Session, base: BaseAddress | undefined): PortFault {
  const fault = base && closedPortsNow(session).closedBy(base)?.fault
  return (fault ?? {}) as PortFault
}

/** Replies to CONNECT by which `preload.ts` knows how a name fails to resolve. */
const RESOLVING = { notFound: 502, tryAgain: 503 } as const

/** Waits while connections hang. False if the client gave up. */
async function holdConnection(
  session: Session,
  socket: Socket,
  hangs: () => boolean,
  recheck: Set<() => void>,
): Promise<boolean> {
  const gone = new AbortController()
  const leave = () => gone.abort()
  // Read, or its end would stay unnoticed.
  socket.once('close', leave).once('end', leave).resume()
  while (hangs() && !gone.signal.aborted) {
    const changed = new AbortController()
    const cut = () => changed.abort()
    recheck.add(cut)
    const signal = AbortSignal.any([gone.signal, changed.signal])
    await session.waits.wait(closedPortsNow(session).changesInMs, signal)
    recheck.delete(cut)
  }
  socket.off('close', leave).off('end', leave).pause()
  if (gone.signal.aborted) socket.destroy()
  return !gone.signal.aborted
}

function isAllowed({ headers }: IncomingMessage, token: string | undefined): boolean {
  if (token === undefined) return true
  const [, pair = ''] = /^basic (.*)$/i.exec(headers['proxy-authorization'] ?? '') ?? []
  return isSameSecret(Buffer.from(pair, 'base64').toString(), `${PROXY_USER}:${token}`)
}

/** User name of the proxy, if it requires a token. */
export const PROXY_USER = 'gmx-sim'

/** Longest time from the connection, or its CONNECT, to a complete handshake, however slowly bytes arrive. */
export const LONGEST_HANDSHAKE_MS = 10_000
export const MAX_HANDSHAKES = 1000

export function createHandshakes() {
  const unfinished = new Map<Socket, () => void>()
  const close = (socket: Socket): void => {
    unfinished.get(socket)?.()
    socket.destroy()
  }
  return {
    /** Begins that of a socket; beyond the limit, closes the oldest. Returns a function to call when the handshake is complete. */
    begin(socket: Socket): () => void {
      const cancel = setTimer(LONGEST_HANDSHAKE_MS, () => close(socket))
      const finish = (): void => {
        cancel()
        unfinished.delete(socket)
      }
      unfinished.set(socket, finish)
      socket.once('close', finish)
      const [oldest = socket] = unfinished.keys()
      if (unfinished.size > MAX_HANDSHAKES) close(oldest)
      return finish
    },
    closeAll: () => [...unfinished.keys()].forEach(close),
  }
}

export type ProxyTraffic = ReturnType<typeof createProxyTraffic>

/** Counts of answered requests to the live hosts, and of requests or connections to each other host. */
export function createProxyTraffic() {
  return { answered: 0, refused: new Map<string, number>(), passedOn: new Map<string, number>() }
}

/** Hosts listed: a client may invent names. */
const MAX_HOSTS = 1000

export function countHost(hosts: Map<string, number>, host: string): void {
  const name = hosts.has(host) || hosts.size < MAX_HOSTS ? host : '(other hosts)'
  hosts.set(name, (hosts.get(name) ?? 0) + 1)
}
