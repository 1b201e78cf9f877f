/** Interception of the live hosts: one authority for all programs of this process, and proxies with the environment for each. */
import { PACKAGE } from '../../core/version.js'
import { issueCertificate } from './certificate.js'
import { upstreamOf } from './forward.js'
import { type LiveHostProxy, openProxy, PROXY_USER, type ProxyOptions } from './proxy.js'
import { createTrustFolder } from './trust-folder.js'

/** Settings that `preload.ts` reads from `GMX_SIM_INTERCEPT`. */
export interface Redirect {
  readonly hosts: readonly string[]
  readonly isOffline: boolean
  readonly port: number
  readonly tlsPort: number
}

export interface InterceptorOptions {
  readonly liveHosts: readonly string[]
  readonly isOffline: boolean
  readonly token: string | undefined
  /** Environment of this process: proxies and trusted authorities that stay in use. */
  readonly env: Readonly<Record<string, string | undefined>>
}

export interface Interceptor {
  /** Opens a proxy and returns it with the environment that makes a program use it. */
  open(options: Pick<ProxyOptions, 'app' | 'session' | 'sessionId'>): Promise<Intercepted>
  /** Attempts to reach other hosts while offline, by host. */
  readonly refused: ReadonlyMap<string, number>
  /** Removes the certificates. */
  close(): void
}

export interface Intercepted extends LiveHostProxy {
  readonly env: Readonly<Record<string, string>>
}

export function createInterceptor({ liveHosts, isOffline, token, env }: InterceptorOptions): Interceptor {
  const issued = issueCertificate(liveHosts)
  const trust = createTrustFolder(issued.authority, env)
  const upstream = upstreamOf(env)
  const refused = new Map<string, number>()
  const onRefused = (host: string) => void refused.set(host, (refused.get(host) ?? 0) + 1)
  const environmentOf = ({ port, tlsPort }: LiveHostProxy): Record<string, string> => {
    const user = token === undefined ? '' : `${PROXY_USER}:${encodeURIComponent(token)}@`
    const proxy = `http://${user}127.0.0.1:${port}`
    const redirect: Redirect = { hosts: liveHosts, isOffline, port, tlsPort }
    const preload = new URL('dist/cli/preload.js', PACKAGE)
    return {
      ...bothCases({ HTTP_PROXY: proxy, HTTPS_PROXY: proxy, NO_PROXY: 'localhost,127.0.0.1,::1' }),
      NODE_EXTRA_CA_CERTS: trust.added,
      SSL_CERT_FILE: trust.whole,
      REQUESTS_CA_BUNDLE: trust.whole,
      CURL_CA_BUNDLE: trust.whole,
      AWS_CA_BUNDLE: trust.whole,
      NODE_USE_ENV_PROXY: '1',
      // Node 22 calls its own use of a proxy experimental.
      NODE_OPTIONS: joined(env.NODE_OPTIONS, `--disable-warning=UNDICI-EHPA --import=${preload.href}`),
      JAVA_TOOL_OPTIONS: joined(env.JAVA_TOOL_OPTIONS, javaOptions(port, trust.java)),
      GMX_SIM_INTERCEPT: JSON.stringify(redirect),
    }
  }
  return {
    refused,
    async open(options) {
      const proxy = await openProxy({ ...options, issued, token, isOffline, upstream, onRefused })
      return { ...proxy, env: environmentOf(proxy) }
    },
    close: trust.remove,
  }
}

function joined(earlier: string | undefined, more: string): string {
  return earlier ? `${earlier} ${more}` : more
}

function javaOptions(port: number, trustStore: string): string {
  const proxies = ['http', 'https'].map(
    (scheme) => `-D${scheme}.proxyHost=127.0.0.1 -D${scheme}.proxyPort=${port}`,
  )
  return [...proxies, `-Djavax.net.ssl.trustStore=${trustStore} -Djavax.net.ssl.trustStoreType=JKS`].join(' ')
}

/** Programs read either case, some only the lower one. */
function bothCases(values: Readonly<Record<string, string>>): Record<string, string> {
  const lower = Object.entries(values).map(([name, value]) => [name.toLowerCase(), value])
  return { ...values, ...Object.fromEntries(lower) }
}
