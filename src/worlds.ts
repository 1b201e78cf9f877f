/** The worlds that the settings ask for, and what they are made of; the same in every process of a server. */
import { loadCatalogue } from './catalogue/load.js'
import { type NetworkName, toNetworkRecord } from './catalogue/networks.js'
import type { Catalogue } from './catalogue/types.js'
import { createKeptBytes } from './core/kept-bytes.js'
import { DEVELOPMENT_SIGNERS, type Signer } from './oracle/keys.js'
import type { Settings } from './settings.js'
import { createWorldsBySeed, type MarketEvents, type WorldOf } from './world/worlds.js'

/** For the finished candles of all sessions of a process: thirty times 10,000 of them, or 250 times the usual 1,000. */
const MOST_KEPT_BYTES = 16 << 20

export type Signers = Readonly<Record<NetworkName, Signer>>

export interface Worlds {
  readonly catalogue: Catalogue
  readonly signers: Signers
  /** The worlds of a seed with events laid over them. */
  readonly worldsOf: (seed: string, events: MarketEvents) => WorldOf
}

/** Rejects with a UserError for a signer's key that cannot be used. */
export async function worldsFor(settings: Settings): Promise<Worlds> {
  const catalogue = await catalogueFor(settings)
  const signers = await signersFor(settings)
  const { priceFormat } = settings
  const kept = createKeptBytes(MOST_KEPT_BYTES)
  return { catalogue, signers, worldsOf: createWorldsBySeed({ catalogue, signers, priceFormat, kept }) }
}

async function catalogueFor({ extraTokens, seed }: Settings): Promise<Catalogue> {
  if (extraTokens === 0) return loadCatalogue()
  const [{ withExtraTokens }, { syntheticTokenAddress }] = await Promise.all([
    import('./catalogue/extra-tokens.js'),
    import('./oracle/address.js'),
  ])
  return withExtraTokens(loadCatalogue(), extraTokens, seed, syntheticTokenAddress)
}

async function signersFor({ signerKey }: Settings): Promise<Signers> {
  if (signerKey === undefined) return DEVELOPMENT_SIGNERS
  const { signerOfKey } = await import('./oracle/custom-signer.js')
  const signer = signerOfKey(signerKey)
  return toNetworkRecord(() => signer)
}
