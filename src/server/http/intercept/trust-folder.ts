/** The temporary folder with the certificates that intercepted programs trust: mode 0700, removed when this process exits. */

import { createHash } from 'node:crypto'
import { existsSync, lstatSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { rootCertificates } from 'node:tls'

export interface TrustFolder {
  /** The authority alone, for settings that add to what a program trusts. */
  readonly added: string
  /** The authority and all others, for settings that replace what a program trusts. */
  readonly whole: string
  /** The same for Java. */
  readonly java: string
  /** Writes a file that only this user can read. */
  write(name: string, text: string): void
  /** Never throws. */
  remove(): void
}

const PREFIX = 'gmx-sim-intercept-'

type Warn = (message: string) => void
type Environment = Readonly<Record<string, string | undefined>>

/** Creates the folder, and removes those of processes that were killed. `env` names what programs trust already. */
export function createTrustFolder(authority: string, env: Environment, warn: Warn): TrustFolder {
  removeAbandoned()
  // Created with mode 0700.
  const path = mkdtempSync(join(tmpdir(), `${PREFIX}${process.pid}-`))
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
  const file = others.find((path) => path !== undefined && existsSync(path))
  const all = `${authority}${file === undefined ? rootCertificates.join('\n') : textOf(file)}`
  writeFileSync(whole, all)
  writeFileSync(java, javaKeyStore(all))
  return {
    added,
    whole,
    java,
    write: (name, text) => writeFileSync(join(path, name), text, { mode: 0o600 }),
    remove,
  }
}

const SYSTEM_STORES = [
  '/etc/ssl/certs/ca-certificates.crt',
  '/etc/pki/tls/certs/ca-bundle.crt',
  '/etc/ssl/ca-bundle.pem',
  '/etc/ssl/cert.pem',
]

function textOf(path: string | undefined): string {
  return path !== undefined && existsSync(path) ? readFileSync(path, 'utf8') : ''
}

/** A JKS file of trusted certificates, which Java reads without a password. */
function javaKeyStore(pem: string): Buffer {
  const certificates = pem.match(/(?<=-----BEGIN CERTIFICATE-----)[^-]+/g) ?? []
  const text = (text: string) => Buffer.concat([bytes(2, text.length), Buffer.from(text)])
  const entries = certificates.map((base64, index) => {
    const der = Buffer.from(base64, 'base64')
    const parts = [bytes(4, TRUSTED), text(`${index}`), Buffer.alloc(8), text('X.509'), bytes(4, der.length)]
    return Buffer.concat([...parts, der])
  })
  const body = Buffer.concat([bytes(4, 0xfeedfeed), bytes(4, 2), bytes(4, entries.length), ...entries])
  // The password would be in front; without one, Java checks nothing.
  return Buffer.concat([body, createHash('sha1').update('Mighty Aphrodite').update(body).digest()])
}

const TRUSTED = 2

function bytes(size: number, value: number): Buffer {
  const buffer = Buffer.alloc(size)
  buffer.writeUIntBE(value, 0, size)
  return buffer
}

/** The texts of a file in the folders of running processes of this user. */
export function readTrustFolders(file: string): string[] {
  return ownFolders()
    .filter(({ pid, path }) => isRunning(pid) && existsSync(join(path, file)))
    .map(({ path }) => readFileSync(join(path, file), 'utf8'))
}

function removeAbandoned(): void {
  for (const { pid, path } of ownFolders())
    if (!isRunning(pid)) rmSync(path, { recursive: true, force: true })
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
