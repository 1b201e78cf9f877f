/** Proxies by which the browser of a test reaches a session at the live hosts. */
import type { Issued } from '../http/intercept/certificate.js'
import type { ProxyOptions } from '../http/intercept/proxy.js'
import type { SimulatorSession } from './api.js'

type Server = Pick<ProxyOptions, 'app' | 'session' | 'sessionId'>

const servers = new WeakMap<SimulatorSession, Server>()

/** Notes the server of a session. */
export function noteServer(sim: SimulatorSession, server: Server): void {
  servers.set(sim, server)
}

/** Opens a proxy, which tunnels requests for other hosts. `issued` is for the live hosts of the session. */
export async function openBrowserProxy(sim: SimulatorSession, issued: Issued) {
  const server = servers.get(sim)
  if (server === undefined) throw new TypeError('sim is not a session of this package')
  const [{ openProxy }, { upstreamOf }] = await Promise.all([
    import('../http/intercept/proxy.js'),
    import('../http/intercept/forward.js'),
  ])
  const upstream = upstreamOf(process.env)
  const { port, close } = await openProxy({
    ...server,
    issued,
    token: undefined,
    isOffline: false,
    upstream,
    onRefused() {},
  })
  return { url: `http://127.0.0.1:${port}`, close }
}
