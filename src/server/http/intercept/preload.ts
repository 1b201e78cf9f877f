/**
 * Loaded by Node programs that are intercepted, before their own code: connects sockets for hosts of GMX to the simulator,
 * whichever agent or dispatcher opens them. `fetch` and `request` know no proxy of the environment before Node 22.21.
 */
import http from 'node:http'
import https from 'node:https'
import { isIP, type LookupFunction, Socket } from 'node:net'
import { constants } from 'node:os'
import { TLSSocket } from 'node:tls'
import { GMX_DOMAINS, isIntercepted } from '../../../market/catalogue/gmx-hosts.js'
import type { Redirect } from './interceptor.js'

const { hosts, isOffline, port, tlsPort } = JSON.parse(
  process.env.GMX_SIM_INTERCEPT ?? '{}',
) as Partial<Redirect>
const LOOPBACK = '127.0.0.1'
/** Key of the dispatcher of `fetch`, shared by Node and all copies of undici. */
const GLOBAL_DISPATCHER = Symbol.for('undici.globalDispatcher.1')
const LOCAL = /^(localhost|.*\.localhost|127\..*|\[?::1\]?|0\.0\.0\.0)$/i

interface Target {
  readonly host?: string
  readonly path?: string
  readonly servername?: string
}

function redirected<T extends Target>(socket: Socket, target: T): T {
  const { host = 'localhost', path, servername = '' } = target
  // A program may resolve names itself.
  const name = isIP(host) > 0 && servername !== '' ? servername : host
  const isOurs = isIntercepted(name, hosts ?? [])
  if (path || LOCAL.test(host) || !(isOffline || isOurs)) return target
  const to = { ...target, port: socket instanceof TLSSocket ? tlsPort : port }
  return isOurs
    ? { ...to, host: name, lookup: lookupFor(socket) }
    : { ...to, host: LOOPBACK, lookup: undefined }
}

/** Resolves a host of GMX to the simulator, or fails as the resolver or the host would: the proxy's reply to CONNECT decides. */
const lookupFor =
  (asking: Socket): LookupFunction =>
  (host, { all }, resolve) => {
    const socket = new Socket().connect(port ?? 0, LOOPBACK)
    // It waits while connections hang.
    asking.once('close', () => socket.destroy())
    const answer = (error: Error | null) => {
      socket.destroy()
      if (all) resolve(error, [{ address: LOOPBACK, family: 4 }])
      else resolve(error, LOOPBACK, 4)
    }
    socket.once('data', (head) => {
      const [, status = ''] = /^HTTP\/1.1 (50[23]) /.exec(`${head}`) ?? []
      answer(status === '' ? null : unresolved(host, status === '502' ? 'ENOTFOUND' : 'EAI_AGAIN'))
    })
    socket.once('error', () => answer(refused()))
    socket.write(`CONNECT ${host}:443 HTTP/1.1\r\nHost: ${host}:443\r\n${credentials()}\r\n`)
  }

/** Numbers of libuv. */
const RESOLVER_ERRNO = { ENOTFOUND: -3008, EAI_AGAIN: -3001 } as const

function unresolved(hostname: string, code: keyof typeof RESOLVER_ERRNO): Error {
  const fields = { errno: RESOLVER_ERRNO[code], code, syscall: 'getaddrinfo', hostname }
  return Object.assign(new Error(`getaddrinfo ${code} ${hostname}`), fields)
}

function refused(): Error {
  const [address, port] = [LOOPBACK, 443]
  const fields = {
    errno: -constants.errno.ECONNREFUSED,
    code: 'ECONNREFUSED',
    syscall: 'connect',
    address,
    port,
  }
  return Object.assign(new Error(`connect ECONNREFUSED ${address}:${port}`), fields)
}

function credentials(): string {
  const proxy = process.env.HTTPS_PROXY ?? ''
  const { username = '', password = '' } = URL.canParse(proxy) ? new URL(proxy) : {}
  const pair = Buffer.from(`${username}:${decodeURIComponent(password)}`).toString('base64')
  return username === '' ? '' : `Proxy-Authorization: Basic ${pair}\r\n`
}

if (hosts !== undefined) {
  const connect = Socket.prototype.connect as (this: Socket, ...given: unknown[]) => Socket
  Socket.prototype.connect = function (this: Socket, ...given: unknown[]): Socket {
    const [first, second] = given
    // Node's own callers pass one list, which it marks: it is changed in place.
    if (Array.isArray(first)) first[0] = redirected(this, first[0])
    else if (typeof first === 'object' && first !== null) given[0] = redirected(this, first)
    else if (/^\d+$/.test(String(first)) && typeof second === 'string')
      given.splice(0, 2, redirected(this, { port: Number(first), host: second }))
    return connect.apply(this, given)
  }
  // Newer versions of Node would tunnel to the live hosts, and see a tunnel that fails instead of ENOTFOUND.
  const direct = `${process.env.NO_PROXY ?? ''},${hosts},${GMX_DOMAINS.map((domain) => `.${domain}`)}`
  const { setGlobalProxyFromEnv } = http as { setGlobalProxyFromEnv?: (env: NodeJS.ProcessEnv) => void }
  if (setGlobalProxyFromEnv !== undefined)
    setGlobalProxyFromEnv({ ...process.env, NO_PROXY: direct, no_proxy: direct })
  else connectDirectly(direct)
}

/** Exempts hosts from the proxy on Node 22.21 to 24.13, which lack `setGlobalProxyFromEnv`. `noProxy` is a list as in NO_PROXY. */
function connectDirectly(noProxy: string): void {
  for (const module of [http, https]) {
    const { options } = module.globalAgent as unknown as { options: { proxyEnv?: object } }
    if (options.proxyEnv === undefined) continue
    const proxyEnv = { ...options.proxyEnv, NO_PROXY: noProxy, no_proxy: noProxy }
    module.globalAgent = new module.Agent({ ...options, proxyEnv } as object)
  }
  const shared = globalThis as { [GLOBAL_DISPATCHER]?: object }
  const dispatcher = shared[GLOBAL_DISPATCHER]
  if (dispatcher?.constructor.name !== 'EnvHttpProxyAgent') return
  const EnvHttpProxyAgent = dispatcher.constructor as new (options: { noProxy: string }) => object
  shared[GLOBAL_DISPATCHER] = new EnvHttpProxyAgent({ noProxy })
}
