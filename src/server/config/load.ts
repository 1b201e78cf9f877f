import { UserError } from '../../kit/errors.js'
import { readWithin } from '../../kit/files.js'
import { lazyModule } from '../../kit/lazy.js'
import { withoutUndefined } from '../../kit/maps.js'
import { ParseError, parseToken } from '../../kit/text/parse.js'
import { ALGORITHM, VERSION } from '../../kit/version.js'
import { loadCatalogue } from '../../market/catalogue/load.js'
import type { Catalogue, Signer } from '../../market/catalogue/types.js'
import { requireWebAssembly } from '../../market/oracle/webassembly.js'
import type { OverlaySource } from '../../scenario/custom-catalogue/source.js'
import { withoutOverridden } from '../../scenario/overrides.js'
import type { ScenarioPrices } from '../../scenario/prices.js'
import type { Scenario } from '../../scenario/schema.js'
import type { Store, StoreOptions } from '../../session/store/join.js'
import type { Settings } from './resolve.js'

/** Most servers start without catalogue files. */
const loadOverlay = lazyModule(() => import('../../scenario/custom-catalogue/load.js'))

/** Overlays the built-in catalogue with the files of the settings and `more`; rejects with a UserError. */
export async function catalogueFor(
  { catalogue: files, extraTokens, seed }: Pick<Settings, 'catalogue' | 'extraTokens' | 'seed'>,
  more: readonly OverlaySource[] = [],
): Promise<Catalogue> {
  const sources = [...files, ...more]
  const catalogue = sources.length === 0 ? loadCatalogue() : await (await loadOverlay()).loadOverlays(sources)
  if (extraTokens === 0) return catalogue
  requireWebAssembly()
  const [{ withExtraTokens }, { syntheticTokenAddress }] = await Promise.all([
    import('../../market/catalogue/extra-tokens.js'),
    import('../../market/oracle/address.js'),
  ])
  return withExtraTokens(catalogue, extraTokens, seed, syntheticTokenAddress)
}

/** The signer of all networks if a key is set; rejects with a UserError for an unusable key. */
export async function signerFor({ signerKey }: Settings): Promise<Signer | undefined> {
  if (signerKey === undefined) return undefined
  requireWebAssembly()
  const { signerOfKey } = await import('../../market/oracle/address.js')
  return signerOfKey(signerKey)
}

const MAX_TOKEN_FILE_BYTES = 4096

/** The control token, from the option or its file; rejects with a UserError for an unusable one. */
export async function controlTokenFor(settings: Settings): Promise<string | undefined> {
  const { controlToken, controlTokenFile: path } = settings
  if (path === undefined) return controlToken
  if (controlToken !== undefined)
    throw new UserError('two control tokens are given', 'one as text, one in a file', 'leave one out', 2)
  const cannot = (seen: string, hint: string) =>
    new UserError('the control token cannot be read', seen, hint, 3)
  const bytes = await readWithin(path, MAX_TOKEN_FILE_BYTES, (reason) =>
    cannot(`${path}: ${reason}`, 'write the path of a file with the token only, which this user may read'),
  )
  try {
    return parseToken(bytes.toString('utf8').trim())
  } catch (error) {
    // The content of the file is never shown.
    throw error instanceof ParseError ? cannot(path, error.message) : error
  }
}

type Load<Value> = (catalogue: Catalogue) => Promise<Value>

/** Inputs from code, in addition to the settings. */
export interface GivenInCode {
  readonly scenario?: Load<Scenario> | undefined
  readonly prices?: Load<ScenarioPrices> | undefined
  /** Used as it is, without overlays. */
  readonly catalogue?: Catalogue | undefined
  /** Overlay the files of the settings. */
  readonly catalogues?: readonly OverlaySource[] | undefined
}

/** The scenario, without the fields that the settings override. */
export async function scenarioFor(
  settings: Settings,
  catalogue: Catalogue,
  load?: GivenInCode['scenario'],
): Promise<Scenario | undefined> {
  const { scenario: path } = settings
  const loaded =
    path === undefined
      ? await load?.(catalogue)
      : await (await import('../../scenario/read/load.js')).loadScenarioFile(path, catalogue)
  return loaded && withoutOverridden(loaded, settings.given)
}

/** Undefined without a store; rejects with a UserError for an unusable one. */
export async function storeFor(
  settings: Settings,
  loaded: { catalogue: Catalogue; signer: Signer | undefined; scenario: Scenario | undefined },
  parts: Pick<StoreOptions, 'replica' | 'journals' | 'onTrouble' | 'storeLimitMs'>,
): Promise<Store | undefined> {
  const { store: url, storePrefix: prefix, storeCa: ca } = settings
  if (url === undefined) return undefined
  // Loaded only where there is a store.
  const { openStore } = await import('../../session/store/join.js')
  const { seed, clock, at, dialect, priceFormat, cache, splitPorts, extraTokens } = settings
  const { catalogue, signer, scenario } = loaded
  /** All settings that replies depend on: replicas must agree on them. */
  const named = {
    version: VERSION,
    algorithm: ALGORITHM,
    seed,
    clock: clock.mode === 'frozen' ? 'frozen' : `${clock.rate}x`,
    at,
    dialect,
    'price-format': priceFormat,
    cache,
    'split-ports': splitPorts,
    'extra-tokens': extraTokens,
    'signer-key': signer?.address,
    catalogue: digestOf(catalogue),
    scenario: scenario && digestOf(scenario),
  }
  const how = Object.entries(withoutUndefined(named)).map(([name, value]) => [name, String(value)])
  return openStore({
    url,
    ca,
    prefix,
    version: VERSION,
    isWatched: settings.watch,
    how: Object.fromEntries(how),
    ...parts,
  })
}

export function digestOf(value: unknown): string {
  const text = JSON.stringify(value ?? null, (_key, item: unknown) =>
    item instanceof Map ? [...item] : typeof item === 'bigint' ? String(item) : item,
  )
  // Loaded only where there is a store.
  return process.getBuiltinModule('node:crypto').createHash('sha256').update(text).digest('hex').slice(0, 12)
}
