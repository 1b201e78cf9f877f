/** Connections that fail before a request is sent, as `fetch` reports them over a socket. */
import type { PortFault } from '../port-faults.js'

/** The connect timeout of `fetch`. */
export const CONNECT_TIMEOUT_MS = 10_000

const TLS_CODES = {
  expired: 'CERT_HAS_EXPIRED',
  wrongHost: 'ERR_TLS_CERT_ALTNAME_INVALID',
  untrusted: 'UNABLE_TO_VERIFY_LEAF_SIGNATURE',
  handshake: 'ECONNRESET',
} as const

/** Plain connections, to loopback addresses, have neither names nor certificates: they are refused. */
export function unreachable({ connect, dns, tls }: PortFault, { protocol, hostname, port }: URL): TypeError {
  const address = `${hostname}:${port || (protocol === 'https:' ? 443 : 80)}`
  const failed = (code: string, message: string, name = 'Error') =>
    new TypeError('fetch failed', { cause: Object.assign(new Error(message), { name, code }) })
  if (connect !== undefined) {
    const seen = `(attempted address: ${address}, timeout: ${CONNECT_TIMEOUT_MS}ms)`
    return failed('UND_ERR_CONNECT_TIMEOUT', `Connect Timeout Error ${seen}`, 'ConnectTimeoutError')
  }
  const resolving = dns === 'tryAgain' ? 'EAI_AGAIN' : 'ENOTFOUND'
  if (protocol === 'https:' && dns) return failed(resolving, `getaddrinfo ${resolving} ${hostname}`)
  if (protocol === 'https:' && tls) return failed(TLS_CODES[tls], `the TLS handshake with ${address} failed`)
  return failed('ECONNREFUSED', `connect ECONNREFUSED ${address}`)
}
