import type { BaseAddress, Bases } from './bases.js'
import type { KnownBase, KnownNetwork } from './own-names.js'

/**
 * Base address by network and base, such as `http://127.0.0.1:8650/arbitrum-fallback`. The paths of the API are appended.
 *
 * @example
 * import { startSimulator } from 'gmx-sim'
 *
 * const { baseUrls, url, stop } = await startSimulator()
 * assert.equal(baseUrls.arbitrum.fallback, `${url}/arbitrum-fallback`)
 * await stop()
 */
export type BaseUrls = Readonly<Record<KnownNetwork, Readonly<Record<KnownBase, string>>>>

/** The same for code that knows no names. */
export type UrlsByName = Readonly<Record<string, Readonly<Record<string, string>>>>

/** For both. */
export type AllBaseUrls = BaseUrls & UrlsByName

/** The base addresses below `origin`, such as `http://127.0.0.1:8650`. */
export function baseUrlsAt(origin: string, bases: Bases): AllBaseUrls {
  return baseUrlsWith(bases, ({ prefix }) => `${origin}/${prefix}`)
}

export function baseUrlsWith(bases: Bases, urlOf: (address: BaseAddress) => string): AllBaseUrls {
  const urls = bases.networks.map((network) => {
    const own = bases.of(network).map((address) => [address.base, urlOf(address)])
    return [network, Object.fromEntries(own)]
  })
  return Object.fromEntries(urls) as AllBaseUrls
}
