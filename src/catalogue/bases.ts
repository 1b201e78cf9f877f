/** The base addresses of a catalogue's networks, and how each is found. */

/** Whatever a catalogue may call a network or a base address; what an editor completes is told by names.ts. */
export type NetworkName = string
export type BaseName = string

export interface BaseAddress {
  readonly network: NetworkName
  readonly base: BaseName
  /** `basePrefix` of the two. */
  readonly prefix: string
}

export interface Bases {
  /** The networks, in the order in which they are listed. */
  readonly networks: readonly NetworkName[]
  /** The names that base addresses have, on whichever network. */
  readonly names: readonly BaseName[]
  /** All of them, by network. */
  readonly addresses: readonly BaseAddress[]
  /** The hosts at which the live service has some of them. */
  readonly liveHosts: readonly string[]
  /** Those of one network, its primary first. */
  of(network: NetworkName): readonly BaseAddress[]
  ofPrefix(prefix: string): BaseAddress | undefined
  /** The one that stands for a host of the live service. */
  ofLiveHost(hostname: string): BaseAddress | undefined
  /** The one that a host names, with or without a port, in whatever case: `arbitrum.localhost`, or a host of the live service. */
  ofHost(host: string): BaseAddress | undefined
}

/** A network as far as its addresses go: each base by its name, with its live host where it has one. */
export interface Based {
  readonly name: NetworkName
  readonly bases: readonly (readonly [base: BaseName, liveHost: string | undefined])[]
}

export function createBases(networks: readonly Based[]): Bases {
  const byPrefix = new Map<string, BaseAddress>()
  const byHost = new Map<string, BaseAddress>()
  const byNetwork = new Map<NetworkName, BaseAddress[]>()
  for (const { name, bases } of networks) {
    const own = bases.map(([base, liveHost]) => {
      const address = { network: name, base, prefix: basePrefix(name, base) }
      byPrefix.set(address.prefix, address)
      if (liveHost !== undefined) byHost.set(liveHost, address)
      return address
    })
    byNetwork.set(name, own)
  }
  const addresses = [...byPrefix.values()]
  const byAnyHost = new Map(byHost)
  for (const address of addresses) byAnyHost.set(`${address.prefix}.localhost`, address)
  const ofHost = (host: string) => byAnyHost.get(host.replace(/:\d*$/, '').toLowerCase())
  return {
    networks: [...byNetwork.keys()],
    names: [...new Set(addresses.map(({ base }) => base))],
    addresses,
    liveHosts: [...byHost.keys()],
    of: (network) => byNetwork.get(network) ?? [],
    ofPrefix: (prefix) => byPrefix.get(prefix),
    ofLiveHost: (hostname) => byHost.get(hostname.toLowerCase()),
    ofHost: remembering(ofHost),
  }
}

/** Clients send one of a few Host headers: those are looked up once. */
const MAX_HOSTS = 100

function remembering(find: (host: string) => BaseAddress | undefined): Bases['ofHost'] {
  const known = new Map<string, BaseAddress | null>()
  return (host) => {
    const found = known.get(host)
    if (found !== undefined) return found ?? undefined
    const made = find(host)
    if (known.size >= MAX_HOSTS) known.clear()
    known.set(host, made ?? null)
    return made
  }
}

/** Path prefix, without its slash, and first host label of a base: `arbitrum`, `arbitrum-fallback`, `arbitrum-fallback-2`. */
export function basePrefix(network: NetworkName, base: BaseName): string {
  return base === PRIMARY ? network : `${network}-${base}`
}

/** The base that every network has. */
export const PRIMARY = 'primary'
/** As many base addresses a network may have. */
export const MAX_BASES = 5
