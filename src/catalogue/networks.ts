/** The networks and base addresses that the simulator serves, as the contract names them. */

export const NETWORKS = ['arbitrum', 'avalanche', 'botanix'] as const
export type NetworkName = (typeof NETWORKS)[number]

export const BASES = ['primary', 'fallback', 'fallback-2'] as const
export type BaseName = (typeof BASES)[number]

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

/** All base addresses, in the order of `NETWORKS`, then of `BASES`. */
export const BASE_ADDRESSES: readonly BaseAddress[] = NETWORKS.flatMap((network) =>
  BASES.map((base) => ({ network, base, prefix: basePrefix(network, base) })),
)

const BY_PREFIX: ReadonlyMap<string, BaseAddress> = new Map(
  BASE_ADDRESSES.map((address) => [address.prefix, address]),
)

/** The base address that goes by a prefix; undefined where none does. */
export function baseOfPrefix(prefix: string): BaseAddress | undefined {
  return BY_PREFIX.get(prefix)
}
