/**
 * An HTTP proxy on loopback. Answers requests for the live hosts as the simulator, over TLS where the client asks for it, and
 * passes others on. A second port takes TLS without CONNECT, for programs that `preload.ts` redirects.
 */
import { constants, createHash, timingSafeEqual } from 'node:crypto'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { type AddressInfo, createServer, type Socket } from 'node:net'
import { createSecureContext, TLSSocket } from 'node:tls'
import { locate } from '../../../api/routing/locate.js'
import type { BaseAddress } from '../../../market/catalogue/bases.js'
import { closedPortsOf } from '../../../scenario/closed-ports.js'
import type { TlsFailure } from '../../../scenario/faults/tls.js'
import type { Session } from '../../../session/session.js'
import type { NodeListener } from '../context.js'
import { createHandshakes } from '../handshakes.js'
import { answerConnect } from '../malformed-request.js'
import { listen, type OnConnect } from '../server.js'
import type { Issued } from './certificate.js'
import { answerAndClose, ESTABLISHED, forward, type OnFailure, tunnel, type Upstream } from './forward.js'
import { countHost, type ProxyTraffic } from './traffic.js'

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

export interface LiveHostProxy {
  readonly port: number
  readonly tlsPort: number
  close(): Promise<void>
}

const LOOPBACK = '127.0.0.1'

export async function openProxy(options: ProxyOptions): Promise<LiveHostProxy> {
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
    const base = tunnelled.get(socket) ?? bases.ofLiveHost(hostOf(host))
    if (base !== undefined) {
      const { refuse, dns, tls } = faultOf(session, base)
      const isAffected = tls !== undefined && socket instanceof TLSSocket && spoiled.get(socket) !== tls
      // Later: Node keeps a parser whose socket ends during its callback, and fails to close the server.
      if (refuse || dns || isAffected) return void setImmediate(() => socket.resetAndDestroy())
      traffic.answered++
      const place = locate(() => bases, url, undefined, base)
      return app.answerAt({ ...place, session: sessionId }, request, response)
    }
    if (!isAllowed(request, token)) return rejectToken(response)
    if (isOffline) {
      countHost(traffic.refused, host)
      return reject(response, 403, `offline: ${host} is not served`)
    }
    if (to === undefined) return reject(response, 400, `this proxy does not serve ${host}`)
    countHost(traffic.passedOn, host)
    forward(request, response, to, upstream(to), onFailure)
  }
  const onConnect: OnConnect = (request, duplex, head) => {
    const socket = duplex as Socket
    if (tunnelled.has(socket)) return answerConnect(request, socket)
    socket.on('error', () => socket.destroy())
    if (!URL.canParse(`https://${request.url}`)) return answerConnect(request, socket)
    const to = new URL(`https://${request.url}`)
    if (!isAllowed(request, token)) return answerAndClose(socket, 407, 'proxy-authenticate: Basic\r\n')
    const base = bases.ofLiveHost(to.hostname)
    if (base === undefined) {
      countHost(isOffline ? traffic.refused : traffic.passedOn, to.host)
      return isOffline ? answerAndClose(socket, 403) : tunnel(socket, head, to, upstream(to), onFailure)
    }
    const { refuse, dns } = faultOf(session, base)
    if (refuse) return void socket.resetAndDestroy()
    if (dns) return answerAndClose(socket, 502)
    socket.write(ESTABLISHED)
    if (head.length > 0) socket.unshift(head)
    tunnelled.set(socket, base)
    if (to.port === '80') main.accept(socket)
    else decrypt(socket, base)
  }
  const handshakes = createHandshakes()
  const decrypt = (socket: Socket, tunnelledTo?: BaseAddress): void => {
    const finish = handshakes.begin(socket)
    // Else a client that leaves before its handshake is complete ends one half, and nothing the other.
    socket.allowHalfOpen = false
    const decrypted = new TLSSocket(socket, {
      ...{ isServer: true, secureContext: contexts.valid, ALPNProtocols: ['http/1.1'] },
      SNICallback(name, proceed) {
        const base = bases.ofLiveHost(name)
        if (base === undefined && isOffline) countHost(traffic.refused, name)
        const { refuse, dns, tls = 'valid' } = base === undefined ? { refuse: true } : faultOf(session, base)
        if (refuse || dns) return void socket.resetAndDestroy()
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
  await new Promise<void>((resolve) => direct.listen(0, LOOPBACK, resolve))
  return {
    port: main.port,
    tlsPort: (direct.address() as AddressInfo).port,
    async close() {
      direct.close()
      handshakes.closeAll()
      await main.close()
    },
  }
}

interface ConnectionFault {
  readonly refuse?: boolean | undefined
  readonly dns?: string | undefined
  readonly tls?: TlsFailure | undefined
}

/** Fault of the scenario that connections to `base` have now. */
function faultOf(session: Session, base: BaseAddress): ConnectionFault {
  const { scenario, loadedAtMs = 0 } = session.scenario ?? {}
  return (closedPortsOf(scenario).faultOf(base, session.nowMs() - loadedAtMs) ?? {}) as ConnectionFault
}

/** Compares in constant time. */
function isAllowed({ headers }: IncomingMessage, token: string | undefined): boolean {
  if (token === undefined) return true
  const [, pair = ''] = /^basic (.*)$/i.exec(headers['proxy-authorization'] ?? '') ?? []
  const hash = (text: string) => createHash('sha256').update(text).digest()
  return timingSafeEqual(hash(Buffer.from(pair, 'base64').toString()), hash(`${PROXY_USER}:${token}`))
}

/** User name of the proxy, if it requires a token. */
export const PROXY_USER = 'gmx-sim'

function hostOf(host: string): string {
  return host.replace(/:\d*$/, '')
}
