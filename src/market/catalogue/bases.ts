/** Base addresses of a catalogue's networks, with lookups. */

/** The live service has two REST APIs; each base address serves the endpoints of one. */
export const GENERATIONS = [1, 2] as const
export type Generation = (typeof GENERATIONS)[number]

export interface BaseAddress {
  readonly network: string
  readonly base: string
  readonly generation: Generation
  /** `basePrefix` of the two. */
  readonly prefix: string
  /** Its hosts at the live service, the usual one first. */
  readonly liveHosts: readonly string[]
}

export type Bases = ReturnType<typeof createBases>

/** The live host or hosts of a base, if any. */
export type LiveHosts = string | readonly string[] | undefined

/** The addresses of a network: each base with its live hosts. */
export interface Based {
  readonly name: string
  readonly bases: readonly (readonly [base: string, hosts: LiveHosts])[]
}

export function createBases(networks: readonly Based[]) {
  const byPrefix = new Map<string, BaseAddress>()
  const byHost = new Map<string, BaseAddress>()
  const byNetwork = new Map<string, BaseAddress[]>()
  for (const { name, bases } of networks) {
    const own = bases.map(([base, hosts]) => {
      const [generation, prefix] = [generationOf(base), basePrefix(name, base)]
      const address = { network: name, base, generation, prefix, liveHosts: hostList(hosts) }
      byPrefix.set(prefix, address)
      for (const host of address.liveHosts) byHost.set(host, address)
      return address
    })
    byNetwork.set(name, own)
  }
  const addresses = [...byPrefix.values()]
  const byAnyHost = new Map(byHost)
  for (const address of addresses) byAnyHost.set(`${address.prefix}.localhost`, address)
  return {
    /** The networks, in listing order. */
    networks: [...byNetwork.keys()] as readonly string[],
    /** All names of base addresses, on any network. */
    names: [...new Set(addresses.map(({ base }) => base))] as readonly string[],
    /** All base addresses, by network. */
    addresses: addresses as readonly BaseAddress[],
    /** Hosts of the live service. */
    liveHosts: [...byHost.keys()] as readonly string[],
    /** The base addresses of a network, its primary first; optionally those of one generation. */
    of(network: string, generation?: Generation): readonly BaseAddress[] {
      const all = byNetwork.get(network) ?? []
      return generation === undefined ? all : all.filter((address) => address.generation === generation)
    },
    ofPrefix: (prefix: string) => byPrefix.get(prefix),
    /** The base address with a host of the live service, in any of the spellings that `hostnameOf` knows. */
    ofLiveHost: (host: string) => byHost.get(hostnameOf(host)),
    /** The same, or the base address of a local host such as `arbitrum.localhost`. */
    ofHost: (host: string) => byAnyHost.get(hostnameOf(host)),
  }
}

export function hostList(hosts: LiveHosts): readonly string[] {
  return [hosts ?? []].flat()
}

/** Path prefix (without its slash) and first host label of a base: `arbitrum`, `arbitrum-fallback`, `arbitrum-fallback-2`. */
export function basePrefix(network: string, base: string): string {
  return base === PRIMARY ? network : `${network}-${base}`
}

/** The generation that a base serves: the second one at `api` and at names that begin with `api-`. */
export function generationOf(base: string): Generation {
  return base === 'api' || base.startsWith('api-') ? 2 : 1
}

/** The name in a Host header, without user, port and final dot, in lower case. */
export function hostnameOf(host: string): string {
  return host.toLowerCase().replace(/^.*@|\.?(:\d*)?$/g, '')
}

/** Every network has this base. */
export const PRIMARY = 'primary'
/** The first base of each generation. */
export const PRIMARIES: Readonly<Record<Generation, string>> = { 1: PRIMARY, 2: 'api' }
/** Limit per network. */
export const MAX_BASES = 7
