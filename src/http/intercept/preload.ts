/**
 * Loaded by Node programs that are intercepted, before their own code: connects sockets for the live hosts to the simulator,
 * whichever agent or dispatcher opens them. `fetch` and `request` of Node 20 and 22 know no proxy of the environment.
 */
import { Socket } from 'node:net'
import { TLSSocket } from 'node:tls'
import type { Redirect } from './interceptor.js'

const { hosts, isOffline, port, tlsPort } = JSON.parse(
  process.env.GMX_SIM_INTERCEPT ?? '{}',
) as Partial<Redirect>
const LOCAL = /^(localhost|.*\.localhost|127\..*|\[?::1\]?|0\.0\.0\.0)$/i

interface Target {
  readonly host?: string
  readonly path?: string
}

function redirected<T extends Target>(socket: Socket, target: T): T {
  const { host = 'localhost', path } = target
  if (path || LOCAL.test(host) || !(isOffline || hosts?.includes(host.toLowerCase()))) return target
  return {
    ...target,
    host: '127.0.0.1',
    port: socket instanceof TLSSocket ? tlsPort : port,
    lookup: undefined,
  }
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
}
