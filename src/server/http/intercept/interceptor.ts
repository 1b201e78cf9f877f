/** Interception of the live hosts: one authority for all programs of this process, and proxies with the environment for each. */
import { PACKAGE } from '../../../kit/version.js'
import { type Issued, issueCertificate } from './certificate.js'
import { upstreamOf } from './forward.js'
import { type LiveHostProxy, openProxy, PROXY_USER, type ProxyOptions } from './proxy.js'
import { createProxyTraffic, type ProxyTraffic } from './traffic.js'
import { createTrustFolder, readTrustFolders } from './trust-folder.js'

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
  readonly env: Environment
  /** Called once if this process runs out of descriptors, and for certificates that cannot be removed. */
  warn(message: string): void
}

type Environment = Readonly<Record<string, string | undefined>>

export interface Interceptor {
  /** Opens a proxy and returns it with the environment that makes a program use it. */
  open(options: Pick<ProxyOptions, 'app' | 'session' | 'sessionId'>): Promise<Intercepted>
  readonly traffic: Readonly<ProxyTraffic>
  /** Writes the access of the server at `url` for `gmx-sim env`. */
  publish(url: string, access: Access): void
  /** Removes the certificates. Never throws. */
  close(): void
}

export interface Intercepted extends LiveHostProxy {
  readonly access: Access
  /** The variables of `access` for a program started by this process. */
  readonly env: Readonly<Record<string, string>>
}

/** How programs started elsewhere reach the proxy: the content of the folder's `access.json`. */
export interface Access {
  /** Without the token. */
  readonly proxyUrl: string
  readonly spki: string
  /** Command-line switches of Chromium, which has no setting for a password of the proxy. */
  readonly chromium: readonly string[]
  readonly variables: Readonly<Record<string, string>>
  /** Variables whose values are added to those that a program has. */
  readonly addedVariables: Readonly<Record<string, string>>
}

export function createInterceptor(options: InterceptorOptions): Interceptor {
  const { liveHosts, isOffline, token, env, warn } = options
  const issued = issueCertificate(liveHosts)
  let hasWarned = false
  const onFailure = ({ code = '' }: NodeJS.ErrnoException): void => {
    if (hasWarned || !['EMFILE', 'ENFILE'].includes(code)) return
    hasWarned = true
    warn(`connections fail: too many open files (${code}); raise the limit, for example with ulimit -n 4096`)
  }
  const trust = createTrustFolder(issued.authority, env, warn)
  const upstream = upstreamOf(env)
  const traffic = createProxyTraffic()
  const accessTo = ({ port, tlsPort }: LiveHostProxy): Access => {
    const user = token === undefined ? '' : `${PROXY_USER}:${encodeURIComponent(token)}@`
    const proxy = `http://${user}127.0.0.1:${port}`
    const redirect: Redirect = { hosts: liveHosts, isOffline, port, tlsPort }
    const preload = new URL('dist/cli/preload.js', PACKAGE)
    return {
      proxyUrl: `http://127.0.0.1:${port}`,
      spki: issued.spki,
      chromium: chromiumSwitches(port, issued),
      variables: {
        ...bothCases({ HTTP_PROXY: proxy, HTTPS_PROXY: proxy, NO_PROXY: 'localhost,127.0.0.1,::1' }),
        NODE_EXTRA_CA_CERTS: trust.added,
        SSL_CERT_FILE: trust.whole,
        REQUESTS_CA_BUNDLE: trust.whole,
        CURL_CA_BUNDLE: trust.whole,
        AWS_CA_BUNDLE: trust.whole,
        NODE_USE_ENV_PROXY: '1',
        GMX_SIM_INTERCEPT: JSON.stringify(redirect),
      },
      addedVariables: {
        // Node 22 calls its own use of a proxy experimental.
        NODE_OPTIONS: `--disable-warning=UNDICI-EHPA --import=${preload.href}`,
        JAVA_TOOL_OPTIONS: javaOptions(port, trust.java),
      },
    }
  }
  return {
    traffic,
    async open(options) {
      const proxy = await openProxy({ ...options, issued, token, isOffline, upstream, traffic, onFailure })
      const access = accessTo(proxy)
      return { ...proxy, access, env: interceptedEnvironment(access, env) }
    },
    publish: (url, access) => trust.write(ACCESS_FILE, JSON.stringify({ url, ...access })),
    close: trust.remove,
  }
}

const ACCESS_FILE = 'access.json'

/** What `publish` wrote, for each running server of this user. */
export function publishedAccess(): readonly (Access & { readonly url: string })[] {
  return readTrustFolders(ACCESS_FILE).map((text) => JSON.parse(text))
}

/** All variables, for a program with the environment `env`. */
export function interceptedEnvironment(
  { variables, addedVariables }: Access,
  env: Environment,
): Record<string, string> {
  const added = Object.entries(addedVariables).map(([name, more]) => {
    const earlier = env[name] ?? ''
    return [name, earlier.includes(more) ? earlier : `${earlier} ${more}`.trim()]
  })
  return { ...variables, ...Object.fromEntries(added) }
}

/** Chromium trusts the key itself, as it has no variable for authorities. */
export function chromiumSwitches(port: number, { spki }: Pick<Issued, 'spki'>): string[] {
  return [`--proxy-server=http://127.0.0.1:${port}`, `--ignore-certificate-errors-spki-list=${spki}`]
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
