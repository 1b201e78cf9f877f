import { X509Certificate } from 'node:crypto'
import { readFileSync, statSync } from 'node:fs'
import { UserError } from '../../kit/errors.js'
import { NOT_A_FILE } from '../../kit/files.js'

export interface StoreAddress {
  /** May contain a password: never shown. */
  readonly url: string
  /** PEM file of the authority that signed the store's certificate. */
  readonly ca: string | undefined
}

/** Returns the arguments of ioredis; throws a UserError for unusable certificates. */
export function clientArguments({ url, ca }: StoreAddress) {
  const isEncrypted = url.startsWith('rediss:')
  if (ca !== undefined && !isEncrypted)
    throw unusable('--store-ca requires a TLS store', `--store ${storeHostOf(url)}`, 'write rediss://')
  return [
    url.replace(/^unix:(\/\/)?/, ''),
    {
      connectTimeout: 2000,
      // Pending commands wait for the store; see `within` in connection.ts for those that wait for them.
      maxRetriesPerRequest: null,
      retryStrategy: (attempt: number) => Math.min(10 * 2 ** Math.min(attempt, 6), 500),
      connectionName: 'gmx-sim',
      ...(isEncrypted && { tls: ca === undefined ? {} : { ca: readCa(ca) } }),
    },
  ] as const
}

const MAX_CA_BYTES = 1 << 20

function readCa(path: string): string {
  try {
    // Before opening: a pipe would block, and a device may be endless.
    const status = statSync(path)
    if (!status.isFile() || status.size > MAX_CA_BYTES)
      throw Object.assign(new Error(), { syscall: 'stat', code: status.isFile() ? 'EFBIG' : NOT_A_FILE })
    const text = readFileSync(path, 'utf8')
    // Node itself accepts any text, and ignores one without certificates.
    new X509Certificate(text)
    return text
  } catch (error) {
    const { code, syscall } = error as NodeJS.ErrnoException
    throw unusable(
      'the certificates cannot be read',
      syscall === undefined ? `${path} holds none` : `${path}: ${code}`,
      'pass a PEM file to --store-ca',
    )
  }
}

export function unusable(what: string, seen: string, hint: string): UserError {
  return new UserError(what, seen, hint, 3)
}

export function storeHostOf(url: string): string {
  return url.startsWith('unix:') ? url : new URL(url).host
}
