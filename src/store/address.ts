/** Where the store is, and how it is reached. */
import { X509Certificate } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { UserError } from '../core/errors.js'

export interface StoreAddress {
  /** As it was typed; it may have a password in it, so it is never shown. */
  readonly url: string
  /** PEM file of whoever signs the store's certificate. */
  readonly ca: string | undefined
}

/** What ioredis is to connect with; throws a UserError where the certificates cannot be used. */
export function optionsFor({ url, ca }: StoreAddress) {
  if (ca !== undefined && !url.startsWith('rediss:'))
    throw unusable('--store-ca is for a store that encrypts', `--store ${placeOf(url)}`, 'write rediss://')
  const common = {
    connectTimeout: 2000,
    // What is under way waits for the store to come back; whoever asked is told by the lease.
    maxRetriesPerRequest: null,
    retryStrategy: (attempt: number) => Math.min(10 * 2 ** Math.min(attempt, 6), 500),
    connectionName: 'gmx-sim',
  }
  if (url.startsWith('unix:')) return { ...common, path: url.slice('unix:'.length).replace(/^\/\//, '') }
  const { protocol, hostname, port, username, password, pathname } = new URL(url)
  return {
    ...common,
    host: hostname.replace(/^\[|\]$/g, ''),
    port: Number(port || 6379),
    db: Number(pathname.slice(1) || 0),
    ...(username !== '' && { username: decodeURIComponent(username) }),
    ...(password !== '' && { password: decodeURIComponent(password) }),
    ...(protocol === 'rediss:' && { tls: ca === undefined ? {} : { ca: readCa(ca) } }),
  }
}

function readCa(path: string): string {
  try {
    const text = readFileSync(path, 'utf8')
    // Node itself accepts any text, and ignores one without certificates.
    new X509Certificate(text)
    return text
  } catch (error) {
    const { code, syscall } = error as NodeJS.ErrnoException
    throw unusable(
      'the certificates cannot be read',
      syscall === undefined ? `${path} holds none` : `${path}: ${code}`,
      'write a PEM file with --store-ca',
    )
  }
}

/** A store that this process cannot begin with. */
export function unusable(what: string, seen: string, hint: string): UserError {
  return new UserError(what, seen, hint, 3)
}

/** Where the store is, without who we say we are. */
export function placeOf(url: string): string {
  return url.startsWith('unix:') ? url : new URL(url).host
}
