import { nearest } from '../read/hints.js'
import type { CatalogueDraft, ChainFacts, RejectAt } from './draft.js'
import { applyMarkets, refuseMarketAddresses, refuseOrphans } from './markets.js'
import { applyNetworks } from './networks.js'
import { networkLists, type Overlay } from './schema.js'
import { applyTokens } from './tokens.js'

export function applyOverlay(
  draft: CatalogueDraft,
  overlay: Overlay,
  facts: ChainFacts,
  refuse: RejectAt,
): void {
  applyNetworks(draft, overlay.networks ?? {}, facts, refuse)
  for (const [network, { tokens = [], markets = [] }] of networkLists(overlay)) {
    if (!Object.hasOwn(draft.networks, network)) {
      refuse([network], unknownNetwork(network, Object.keys(draft.networks)))
      continue
    }
    const before = draft.tokens[network]
    const removed = new Map(
      tokens.flatMap(({ symbol, remove }, index) => {
        const address = remove && before.find((token) => token.symbol === symbol)?.address
        return address ? [[address.toLowerCase(), { index, symbol }] as const] : []
      }),
    )
    applyTokens(draft, network, tokens, refuse)
    applyMarkets(draft, network, markets, facts, refuse)
    refuseOrphans(draft, network, removed, refuse)
    refuseMarketAddresses(draft, network, tokens, refuse)
  }
}

function unknownNetwork(network: string, known: readonly string[]): string {
  const meant = nearest(network, [...known, 'networks'])
  const hint =
    meant === undefined ? `write networks: { ${network}: { chainId: … } } too` : `did you mean ${meant}?`
  return `unknown network ${network}: ${hint}`
}
