import type { BaseAddress, Bases } from './bases.js'
import type { BaseName } from './names.js'

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
export type BaseUrls = Readonly<Record<string, Readonly<Record<BaseName, string>>>>

/** The base addresses below `origin`, such as `http://127.0.0.1:8650`. */
export function baseUrlsAt(origin: string, bases: Bases): BaseUrls {
  return baseUrlsWith(bases, ({ prefix }) => `${origin}/${prefix}`)
}

export function baseUrlsWith(bases: Bases, urlOf: (address: BaseAddress) => string): BaseUrls {
  const urls = bases.networks.map((network) => {
    const own = bases.of(network).map((address) => [address.base, urlOf(address)])
    return [network, Object.fromEntries(own)]
  })
  return Object.fromEntries(urls) as BaseUrls
}

/** Network, base and address of each base. */
export function baseRowsOf(baseUrls: BaseUrls): [network: string, base: string, url: string][] {
  return Object.entries(baseUrls).flatMap(([network, bases]) =>
    Object.entries(bases).map(([base, url]): [string, string, string] => [network, base, url]),
  )
}
