/** The hosts at which the live service is, so that code which has them built in can be answered instead. */
import { BASE_ADDRESSES, type BaseAddress, liveHost } from './networks.js'

const BY_HOST: ReadonlyMap<string, BaseAddress> = new Map(
  BASE_ADDRESSES.map((address) => [liveHost(address.network, address.base), address]),
)

/** The base address that stands for a live host; undefined for every other host. */
export function baseOfLiveHost(hostname: string): BaseAddress | undefined {
  return BY_HOST.get(hostname.toLowerCase())
}

/** All of them as origins, `https://arbitrum-api.gmxinfra.io` first. */
export const LIVE_ORIGINS: readonly string[] = [...BY_HOST.keys()].map((host) => `https://${host}`)
