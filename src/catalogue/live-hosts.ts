/** The hosts at which the live service is, so that code which has them built in can be answered instead. */
import { BASE_ADDRESSES, type BaseAddress, type BaseName, type NetworkName } from './networks.js'

const SUFFIXES: Readonly<Record<BaseName, string>> = {
  primary: '-api.gmxinfra.io',
  fallback: '-api-fallback.gmxinfra.io',
  'fallback-2': '-api-fallback.gmxinfra2.io',
}

/** Such as `arbitrum-api-fallback.gmxinfra.io`. */
export function liveHost(network: NetworkName, base: BaseName): string {
  return `${network}${SUFFIXES[base]}`
}

const BY_HOST: ReadonlyMap<string, BaseAddress> = new Map(
  BASE_ADDRESSES.map((address) => [liveHost(address.network, address.base), address]),
)

/** The base address that stands for a live host; undefined for every other host. */
export function baseOfLiveHost(hostname: string): BaseAddress | undefined {
  return BY_HOST.get(hostname.toLowerCase())
}

/** All of them as origins, `https://arbitrum-api.gmxinfra.io` first. */
export const LIVE_ORIGINS: readonly string[] = [...BY_HOST.keys()].map((host) => `https://${host}`)
