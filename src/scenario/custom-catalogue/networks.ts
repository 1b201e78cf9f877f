import { basePrefix, PRIMARY } from '../../market/catalogue/bases.js'
import type { NetworkRecord } from '../../market/catalogue/schema.js'
import { RELATIVE_BASES } from '../values.js'
import type { CatalogueDraft, ChainFacts, RejectAt } from './draft.js'
import type { NetworkChange } from './schema.js'

/** Reserved by paths, placeholders and keys of the file. */
const TAKEN = ['s', 'networks', 'url', 'observe']
const USUAL_BLOCK_MS = 1000

export function applyNetworks(
  draft: CatalogueDraft,
  changes: Readonly<Record<string, NetworkChange>>,
  facts: ChainFacts,
  refuse: RejectAt,
): void {
  // Removals first, as they free their chain id.
  const inOrder = Object.entries(changes).sort(
    ([, a], [, b]) => Number(b.remove ?? false) - Number(a.remove ?? false),
  )
  for (const [name, change] of inOrder) {
    const path = ['networks', name]
    if (change.remove) removeNetwork(draft, name, change, (message) => refuse(path, message))
    else putNetwork(draft, name, change, facts, (key, message) => refuse([...path, ...key], message))
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
  delete networks[name]
  delete tokens[name]
  delete markets[name]
  delete glvs[name]
}

function putNetwork(
  { networks, tokens, markets, glvs }: CatalogueDraft,
  name: string,
  { chainId, blockTime, bases }: NetworkChange,
  facts: ChainFacts,
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
    signer: known?.signer ?? facts.signerOf(name),
    bases: bases === undefined && known !== undefined ? known.bases : hosts,
  }
  // Guards against inherited names such as constructor.
  if (!Object.hasOwn(tokens, name)) tokens[name] = []
  if (!Object.hasOwn(markets, name)) markets[name] = []
  if (!Object.hasOwn(glvs, name)) glvs[name] = []
}

function hostsOf(
  bases: NonNullable<NetworkChange['bases']>,
  known: NetworkRecord['bases'],
): Record<string, string | undefined> {
  const entries: [string, string | undefined][] = Array.isArray(bases)
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
    for (const [base, host] of Object.entries(bases))
      for (const [name, what] of [
        [basePrefix(network, base), 'path'],
        [host, 'host'],
      ]) {
        const other = name === undefined ? undefined : byName.get(name)
        if (name !== undefined) byName.set(name, network)
        if (other === undefined) continue
        const changed = Object.hasOwn(changes, network) ? network : other
        const message = `the ${what} ${name} would be a base of ${network} and of ${other}: write another name`
        refuse(['networks', changed], message)
      }
}
