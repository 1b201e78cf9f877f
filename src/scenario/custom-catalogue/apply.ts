import { toHex } from '../../kit/numbers/hex.js'
import { basePrefix, hostList, type LiveHosts, PRIMARY } from '../../market/catalogue/bases.js'
import type { NetworkRecord, Signer } from '../../market/catalogue/types.js'
import { addressOfKey } from '../../market/oracle/address.js'
import { keccak256 } from '../../market/oracle/keccak.js'
import { suggestion } from '../read/hints.js'
import { RELATIVE_BASES } from '../values.js'
import type { CatalogueDraft, RejectAt } from './draft.js'
import { applyMarkets, refuseMarketAddresses, removeOrphans } from './markets.js'
import type { NetworkChange, Overlay } from './schema.js'
import { applyTokens } from './tokens.js'

/** Importing this loads WebAssembly. */
export function applyOverlay(draft: CatalogueDraft, overlay: Overlay, refuse: RejectAt): void {
  const { $schema: _, networks = {}, ...lists } = overlay
  applyNetworks(draft, networks, refuse)
  for (const [network, { tokens = [], markets = [] }] of Object.entries(lists)) {
    if (!Object.hasOwn(draft.networks, network)) {
      const known = [...Object.keys(draft.networks), 'networks']
      const hint = suggestion(network, known, `write networks: { ${network}: { chainId: … } } too`)
      refuse([network], `unknown network ${network}: ${hint}`)
      continue
    }
    const before = [...draft.tokens[network]!]
    applyTokens(draft, network, tokens, refuse)
    applyMarkets(draft, network, markets, refuse)
    removeOrphans(draft, network, before, tokens, refuse)
    refuseMarketAddresses(draft, network, tokens, refuse)
  }
}

/** Reserved by paths, placeholders and keys of the file. */
const TAKEN = ['s', 'networks', 'url', 'observe']
const USUAL_BLOCK_MS = 1000

function applyNetworks(
  draft: CatalogueDraft,
  changes: Readonly<Record<string, NetworkChange>>,
  refuse: RejectAt,
): void {
  // Removals first, as they free their chain id.
  const inOrder = Object.entries(changes).sort(
    ([, a], [, b]) => Number(b.remove ?? false) - Number(a.remove ?? false),
  )
  for (const [name, change] of inOrder) {
    const path = ['networks', name]
    if (change.remove) removeNetwork(draft, name, change, (message) => refuse(path, message))
    else putNetwork(draft, name, change, (key, message) => refuse([...path, ...key], message))
  }
  if (Object.keys(draft.networks).length === 0)
    refuse(['networks'], 'all networks are removed: leave one, or write another')
  refuseSharedPrefixes(draft, changes, refuse)
}

function removeNetwork(
  { networks, tokens, markets, glvs }: CatalogueDraft,
  name: string,
  change: NetworkChange,
  refuse: (message: string) => void,
): void {
  if (Object.keys(change).length > 1) return void refuse('leave out all other keys with remove')
  if (!Object.hasOwn(networks, name)) return void refuse(`no network ${name} to remove: leave it out`)
  for (const part of [networks, tokens, markets, glvs]) delete part[name]
}

function putNetwork(
  { networks, tokens, markets, glvs }: CatalogueDraft,
  name: string,
  { chainId, blockTime, bases, flags }: NetworkChange,
  refuse: (key: readonly string[], message: string) => void,
): void {
  const known: NetworkRecord | undefined = Object.hasOwn(networks, name) ? networks[name] : undefined
  if (TAKEN.includes(name)) return void refuse([], `the name ${name} is taken: write another`)
  const id = chainId ?? known?.chainId
  if (id === undefined) return void refuse(['chainId'], 'chainId is missing: write that of the chain')
  const twin = Object.entries(networks).find(([other, record]) => other !== name && record.chainId === id)
  if (twin !== undefined) return void refuse(['chainId'], `chainId is that of ${twin[0]}: write another`)
  const hosts = hostsOf(bases ?? [PRIMARY], known?.bases ?? {})
  if (bases !== undefined && !Object.hasOwn(hosts, PRIMARY))
    return void refuse(['bases'], `${PRIMARY} is missing: write it, every network has one`)
  const relative = RELATIVE_BASES.find((base) => Object.hasOwn(hosts, base))
  if (relative !== undefined) return void refuse(['bases'], `the name ${relative} is taken: write another`)
  if (Array.isArray(bases) && new Set(bases).size < bases.length)
    return void refuse(['bases'], 'a base is repeated: write it once')
  networks[name] = {
    chainId: id,
    blockTimeSeconds:
      blockTime === undefined ? (known?.blockTimeSeconds ?? USUAL_BLOCK_MS / 1000) : blockTime / 1000,
    signer: known?.signer ?? signerOf(name),
    bases: bases === undefined && known !== undefined ? known.bases : hosts,
    flags: { ...known?.flags, ...flags },
  }
  // Guards against inherited names such as constructor.
  for (const lists of [tokens, markets, glvs]) if (!Object.hasOwn(lists, name)) lists[name] = []
}

function hostsOf(
  bases: NonNullable<NetworkChange['bases']>,
  known: NetworkRecord['bases'],
): Record<string, LiveHosts> {
  const entries: [string, LiveHosts][] = Array.isArray(bases)
    ? bases.map((base) => [base, Object.hasOwn(known, base) ? known[base] : undefined])
    : Object.entries(bases)
  const isPrimary = ([base]: [string, unknown]) => base === PRIMARY
  return Object.fromEntries([...entries.filter(isPrimary), ...entries.filter((entry) => !isPrimary(entry))])
}

/** `a-b` is the primary of one network and could be the base `b` of another; a host can only be one base. */
function refuseSharedPrefixes(
  { networks }: CatalogueDraft,
  changes: Readonly<Record<string, NetworkChange>>,
  refuse: RejectAt,
): void {
  const byName = new Map<string, string>()
  for (const [network, { bases }] of Object.entries(networks))
    for (const [base, hosts] of Object.entries(bases))
      for (const { name, what } of [
        { name: basePrefix(network, base), what: 'path' },
        ...hostList(hosts).map((host) => ({ name: host, what: 'host' })),
      ]) {
        const other = byName.get(name)
        byName.set(name, network)
        if (other === undefined) continue
        const changed = Object.hasOwn(changes, network) ? network : other
        const message = `the ${what} ${name} would be a base of ${network} and of ${other}: write another name`
        refuse(['networks', changed], message)
      }
}

/** Development signer. Derived from public text, so never valuable; likewise for the built-in networks. */
function signerOf(network: string): Signer {
  const privateKey = toHex(keccak256(Buffer.from(`gmx-sim development signer of ${network}`)))
  return { privateKey, address: addressOfKey(privateKey) }
}
