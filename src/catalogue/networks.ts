/** The networks and base addresses that the simulator serves, as `fixtures/networks.json` lists them. */
import file from '../../fixtures/networks.json' with { type: 'json' }

/** Written out, as published types cannot refer to a JSON file. The two constants below do not compile if the file differs. */
export type NetworkName = 'arbitrum' | 'avalanche' | 'botanix'
export type BaseName = 'primary' | 'fallback' | 'fallback-2'

/** `bases`: the host of the live service behind each base address. */
const FACTS: Readonly<Record<NetworkName, { bases: Readonly<Record<BaseName, string>> }>> = file.networks
const NAMES = Object.keys(FACTS) as (keyof typeof file.networks)[]

/**
 * The networks, in the order in which they are listed.
 *
 * @example
 * import { NETWORKS } from 'gmx-sim'
 *
 * assert.equal(NETWORKS[0], 'arbitrum')
 */
export const NETWORKS: readonly NetworkName[] = NAMES
/**
 * The names of base addresses: the primary, then the fallbacks in the order in which clients should try them.
 *
 * @example
 * import { BASES, startSimulator } from 'gmx-sim'
 *
 * const sim = await startSimulator()
 * for (const base of BASES) assert.equal((await fetch(`${sim.baseUrl('arbitrum', base)}/ping`)).status, 200)
 * await sim.stop()
 */
export const BASES: readonly BaseName[] = [...new Set(NETWORKS.flatMap(basesOf))]

/** A value for each network. */
export function toNetworkRecord<T>(valueFor: (network: NetworkName) => T): Record<NetworkName, T> {
  return Object.fromEntries(NETWORKS.map((network) => [network, valueFor(network)])) as Record<NetworkName, T>
}

export interface BaseAddress {
  readonly network: NetworkName
  readonly base: BaseName
  /** `basePrefix` of the two. */
  readonly prefix: string
}

/** Path prefix, without its slash, and first host label of a base: `arbitrum`, `arbitrum-fallback`, `arbitrum-fallback-2`. */
export function basePrefix(network: NetworkName, base: BaseName): string {
  return base === 'primary' ? network : `${network}-${base}`
}

/** All base addresses, in the order of `NETWORKS`, then of the file. */
export const BASE_ADDRESSES: readonly BaseAddress[] = NETWORKS.flatMap((network) =>
  basesOf(network).map((base) => ({ network, base, prefix: basePrefix(network, base) })),
)

const BY_PREFIX: ReadonlyMap<string, BaseAddress> = new Map(
  BASE_ADDRESSES.map((address) => [address.prefix, address]),
)

/** The base address that goes by a prefix; undefined where none does. */
export function baseOfPrefix(prefix: string): BaseAddress | undefined {
  return BY_PREFIX.get(prefix)
}

/** The host at which the live service has a base, such as `arbitrum-api-fallback.gmxinfra.io`. */
export function liveHost(network: NetworkName, base: BaseName): string {
  return FACTS[network].bases[base]
}

function basesOf(network: NetworkName): BaseName[] {
  return Object.keys(FACTS[network].bases) as (keyof (typeof file.networks)[typeof network]['bases'])[]
}
