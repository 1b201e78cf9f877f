/** Proxies by which the browser of a test reaches a session at the live hosts. */
import type { ProxyOptions } from '../../server/http/intercept/proxy.js'
import type { SimulatorSession } from './api.js'

type Server = Pick<ProxyOptions, 'app' | 'session' | 'sessionId'>

/** The server of each session. */
export const SERVERS = new WeakMap<SimulatorSession, Server>()

/** Issues a certificate for `hosts`, with which `open` opens a proxy for a session. Other hosts are tunnelled. */
export async function createBrowserProxies(hosts: readonly string[]) {
  const [{ issueCertificate }, { createProxyTraffic, openProxy }, { upstreamOf }] = await Promise.all([
    import('../../server/http/intercept/certificate.js'),
    import('../../server/http/intercept/proxy.js'),
    import('../../server/http/intercept/forward.js'),
  ])
  const issued = issueCertificate(hosts)
  const others = { token: undefined, isOffline: false, upstream: upstreamOf(process.env), onFailure() {} }
  return {
    spki: issued.spki,
    async open(sim: SimulatorSession) {
      const server = SERVERS.get(sim)
      if (server === undefined) throw new TypeError('sim is not a session of this package')
      const { port, close } = await openProxy({ ...server, issued, ...others, traffic: createProxyTraffic() })
      return { url: `http://127.0.0.1:${port}`, close }
    },
  }
}
