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
}

export interface Bases {
  /** The networks, in listing order. */
  readonly networks: readonly string[]
  /** All names of base addresses, on any network. */
  readonly names: readonly string[]
  /** All base addresses, by network. */
  readonly addresses: readonly BaseAddress[]
  /** Hosts of the live service. */
  readonly liveHosts: readonly string[]
  /** The base addresses of a network, its primary first; optionally those of one generation. */
  of(network: string, generation?: Generation): readonly BaseAddress[]
  ofPrefix(prefix: string): BaseAddress | undefined
  /** The base address with a host of the live service. */
  ofLiveHost(hostname: string): BaseAddress | undefined
  /** The base address named by a host, in any case, with or without a port: `arbitrum.localhost`, or a host of the live service. */
  ofHost(host: string): BaseAddress | undefined
}

/** The addresses of a network: each base with its live host, if any. */
export interface Based {
  readonly name: string
  readonly bases: readonly (readonly [base: string, liveHost: string | undefined])[]
}

export function createBases(networks: readonly Based[]): Bases {
  const byPrefix = new Map<string, BaseAddress>()
  const byHost = new Map<string, BaseAddress>()
  const byNetwork = new Map<string, BaseAddress[]>()
  for (const { name, bases } of networks) {
    const own = bases.map(([base, liveHost]) => {
      const address = { network: name, base, generation: generationOf(base), prefix: basePrefix(name, base) }
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
    of(network, generation) {
      const all = byNetwork.get(network) ?? []
      return generation === undefined ? all : all.filter((address) => address.generation === generation)
    },
    ofPrefix: (prefix) => byPrefix.get(prefix),
    ofLiveHost: (hostname) => byHost.get(hostname.toLowerCase()),
    ofHost: remembering(ofHost),
  }
}

/** Memo limit: clients send one of a few Host headers. */
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

/** Path prefix (without its slash) and first host label of a base: `arbitrum`, `arbitrum-fallback`, `arbitrum-fallback-2`. */
export function basePrefix(network: string, base: string): string {
  return base === PRIMARY ? network : `${network}-${base}`
}

/** The generation that a base serves: the second one at `api` and at names that begin with `api-`. */
export function generationOf(base: string): Generation {
  return base === 'api' || base.startsWith('api-') ? 2 : 1
}

/** Every network has this base. */
export const PRIMARY = 'primary'
/** The first base of each generation. */
export const PRIMARIES: Readonly<Record<Generation, string>> = { 1: PRIMARY, 2: 'api' }
/** Limit per network. */
export const MAX_BASES = 7
