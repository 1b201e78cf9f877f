/** What the settings name, loaded: catalogue, signers, scenario. */
import { loadCatalogue } from './catalogue/load.js'
import { type NetworkName, toNetworkRecord } from './catalogue/networks.js'
import type { Catalogue } from './catalogue/types.js'
import { DEVELOPMENT_SIGNERS, type Signer } from './oracle/keys.js'
import { withoutGiven } from './scenario/given.js'
import type { Scenario } from './scenario/schema.js'
import { givenOf, type Settings } from './settings.js'

export async function catalogueFor({ extraTokens, seed }: Settings): Promise<Catalogue> {
  if (extraTokens === 0) return loadCatalogue()
  const [{ withExtraTokens }, { syntheticTokenAddress }] = await Promise.all([
    import('./catalogue/extra-tokens.js'),
    import('./oracle/address.js'),
  ])
  return withExtraTokens(loadCatalogue(), extraTokens, seed, syntheticTokenAddress)
}

/** Who signs on each network; rejects with a UserError for a key that cannot be used. */
export async function signersFor({ signerKey }: Settings): Promise<Readonly<Record<NetworkName, Signer>>> {
  if (signerKey === undefined) return DEVELOPMENT_SIGNERS
  const { signerOfKey } = await import('./oracle/custom-signer.js')
  const signer = signerOfKey(signerKey)
  return toNetworkRecord(() => signer)
}

/** Reads a scenario that is no file of the settings; rejects with a UserError. */
export type LoadScenario = (catalogue: Catalogue) => Promise<Scenario>

/** The scenario of the settings, as far as they leave seed and clock to it. */
export async function scenarioFor(
  settings: Settings,
  catalogue: Catalogue,
  load?: LoadScenario,
): Promise<Scenario | undefined> {
  const { scenario: path } = settings
  const loaded =
    path === undefined
      ? await load?.(catalogue)
      : await (await import('./scenario/load-file.js')).loadScenarioFile(path, catalogue)
  return loaded && withoutGiven(loaded, givenOf(settings))
}
