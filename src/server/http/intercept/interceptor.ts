/** Interception of the live hosts: one authority for all programs of this process, and proxies with the environment for each. */

import { createHash } from 'node:crypto'
import {
  existsSync,
  lstatSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { rootCertificates } from 'node:tls'
import { PACKAGE } from '../../../kit/version.js'
import { bothCases, DIRECT_HOSTS, type Environment } from '../../config/program-environment.js'
import { issueCertificate } from './certificate.js'
import { upstreamOf } from './forward.js'
import {
  createProxyTraffic,
  type LiveHostProxy,
  openProxy,
  PROXY_USER,
  type ProxyOptions,
  type ProxyTraffic,
} from './proxy.js'

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

export type Interceptor = ReturnType<typeof createInterceptor>

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

export function createInterceptor(options: InterceptorOptions) {
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
      // It trusts the key itself, as it has no variable for authorities.
      chromium: [
        `--proxy-server=http://127.0.0.1:${port}`,
        `--ignore-certificate-errors-spki-list=${issued.spki}`,
      ],
      variables: {
        ...bothCases({ HTTP_PROXY: proxy, HTTPS_PROXY: proxy, NO_PROXY: DIRECT_HOSTS }),
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
    traffic: traffic as Readonly<ProxyTraffic>,
    /** Opens a proxy and returns it with the environment that makes a program use it. */
    async open(options: Pick<ProxyOptions, 'app' | 'session' | 'sessionId'>) {
      const proxy = await openProxy({ ...options, issued, token, isOffline, upstream, traffic, onFailure })
      const access = accessTo(proxy)
      /** `env` has the variables of `access` for a program started by this process. */
      return { ...proxy, access, env: interceptedEnvironment(access, env) }
    },
    /** Writes the access of the server at `url` for `gmx-sim env`. */
    publish: (url: string, access: Access) => trust.write(ACCESS_FILE, JSON.stringify({ url, ...access })),
    /** Removes the certificates. Never throws. */
    close: trust.remove,
  }
}

const ACCESS_FILE = 'access.json'

/** The access published by each running server of this user. */
export function publishedAccess(): readonly (Access & { readonly url: string })[] {
  const files = ownFolders().flatMap(({ pid, path }) => (isRunning(pid) ? join(path, ACCESS_FILE) : []))
  return files.filter((file) => existsSync(file)).map((file) => JSON.parse(readFileSync(file, 'utf8')))
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

function javaOptions(port: number, trustStore: string): string {
  const proxies = ['http', 'https'].map(
    (scheme) => `-D${scheme}.proxyHost=127.0.0.1 -D${scheme}.proxyPort=${port}`,
  )
  return [...proxies, `-Djavax.net.ssl.trustStore=${trustStore} -Djavax.net.ssl.trustStoreType=JKS`].join(' ')
}

/**
 * Creates the temporary folder with the certificates that intercepted programs trust, which is removed when this process exits, and removes
 * those of processes that were killed. `env` names what programs trust already.
 */
function createTrustFolder(authority: string, env: Environment, warn: (message: string) => void) {
  for (const { pid, path } of ownFolders())
    if (!isRunning(pid)) rmSync(path, { recursive: true, force: true })
  // Created with mode 0700.
  const path = mkdtempSync(join(tmpdir(), `gmx-sim-intercept-${process.pid}-`))
  const remove = (): void => {
    process.off('exit', remove)
    try {
      rmSync(path, { recursive: true, force: true })
    } catch (error) {
      warn(`${path} is left until the next start: ${(error as NodeJS.ErrnoException).code}`)
    }
  }
  process.once('exit', remove)
  const [added, whole, java] = [join(path, 'ca.pem'), join(path, 'all.pem'), join(path, 'all.jks')]
  writeFileSync(added, `${authority}${textOf(env.NODE_EXTRA_CA_CERTS)}`)
  const others = [env.SSL_CERT_FILE, env.REQUESTS_CA_BUNDLE, env.CURL_CA_BUNDLE, ...SYSTEM_STORES]
  const file = others.find(isFile)
  const all = `${authority}${file === undefined ? rootCertificates.join('\n') : textOf(file)}`
  writeFileSync(whole, all)
  writeFileSync(java, javaKeyStore(all))
  return {
    /** The authority alone, for settings that add to what a program trusts. */
    added,
    /** The authority and all others, for settings that replace what a program trusts. */
    whole,
    /** The same for Java. */
    java,
    /** Writes a file that only this user can read. */
    write: (name: string, text: string) => writeFileSync(join(path, name), text, { mode: 0o600 }),
    remove,
  }
}

const SYSTEM_STORES = [
  '/etc/ssl/certs/ca-certificates.crt',
  '/etc/pki/tls/certs/ca-bundle.crt',
  '/etc/ssl/ca-bundle.pem',
  '/etc/ssl/cert.pem',
]

/** Reading a pipe would block. */
function isFile(path: string | undefined): path is string {
  return path !== undefined && statSync(path, { throwIfNoEntry: false })?.isFile() === true
}

function textOf(path: string | undefined): string {
  return isFile(path) ? readFileSync(path, 'utf8') : ''
}

const TRUSTED = bytes(4, 2)

/** A JKS file of trusted certificates, which Java reads without a password. */
function javaKeyStore(pem: string): Buffer {
  const certificates = pem.match(/(?<=-----BEGIN CERTIFICATE-----)[^-]+/g) ?? []
  const text = (text: string) => Buffer.concat([bytes(2, text.length), Buffer.from(text)])
  const entries = certificates.map((base64, index) => {
    const der = Buffer.from(base64, 'base64')
    const parts = [TRUSTED, text(`${index}`), Buffer.alloc(8), text('X.509'), bytes(4, der.length)]
    return Buffer.concat([...parts, der])
  })
  const body = Buffer.concat([bytes(4, 0xfeedfeed), bytes(4, 2), bytes(4, entries.length), ...entries])
  // The password would be in front; without one, Java checks nothing.
  return Buffer.concat([body, createHash('sha1').update('Mighty Aphrodite').update(body).digest()])
}

function bytes(size: number, value: number): Buffer {
  const buffer = Buffer.alloc(size)
  buffer.writeUIntBE(value, 0, size)
  return buffer
}

/** Folders that this user made: others may have put some there. */
function ownFolders(): { readonly pid: number; readonly path: string }[] {
  return readdirSync(tmpdir()).flatMap((name) => {
    const [, pid] = /^gmx-sim-intercept-(\d+)-/.exec(name) ?? []
    const path = join(tmpdir(), name)
    return pid !== undefined && isOwnFolder(path) ? [{ pid: Number(pid), path }] : []
  })
}

function isOwnFolder(path: string): boolean {
  const found = lstatSync(path, { throwIfNoEntry: false })
  return found?.isDirectory() === true && (process.getuid === undefined || found.uid === process.getuid())
}

function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM'
  }
}
