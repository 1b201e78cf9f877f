import {
  BASES,
  type BaseAddress,
  type BaseName,
  basePrefix,
  NETWORKS,
  type NetworkName,
} from '../catalogue/networks.js'

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
export type BaseUrls = Readonly<Record<NetworkName, Readonly<Record<BaseName, string>>>>

/** The base addresses below `origin`, such as `http://127.0.0.1:8650`. */
export function baseUrlsAt(origin: string): BaseUrls {
  return baseUrlsWith(({ prefix }) => `${origin}/${prefix}`)
}

export function baseUrlsWith(urlOf: (base: BaseAddress) => string): BaseUrls {
  const urlsOf = (network: NetworkName) =>
    Object.fromEntries(
      BASES.map((base) => [base, urlOf({ network, base, prefix: basePrefix(network, base) })]),
    )
  return Object.fromEntries(NETWORKS.map((network) => [network, urlsOf(network)])) as unknown as BaseUrls
}
