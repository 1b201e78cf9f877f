import { ALGORITHM, VERSION } from '../kit/version.js'
import type { Catalogue, Signer } from '../market/catalogue/types.js'
import type { Scenario } from '../scenario/schema.js'
import type { Store, StoreOptions } from '../session/store/join.js'
import type { Settings } from './config/resolve.js'

interface LoadedSettings {
  readonly catalogue: Catalogue
  readonly signer: Signer | undefined
  readonly scenario: Scenario | undefined
}

/** Undefined without a store; rejects with a UserError for an unusable one. */
export async function storeFor(
  settings: Settings,
  loaded: LoadedSettings,
  parts: Pick<StoreOptions, 'replica' | 'journals' | 'onTrouble' | 'leaseMs'>,
): Promise<Store | undefined> {
  const { store: url, storePrefix: prefix, storeCa: ca } = settings
  if (url === undefined) return undefined
  // Loaded only where there is a store.
  const { openStore } = await import('../session/store/join.js')
  const how = howStarted(settings, loaded)
  return openStore({ url, ca, prefix, version: VERSION, how, isWatched: settings.watch, ...parts })
}

/** All settings that replies depend on: replicas must agree on them. */
function howStarted(settings: Settings, { catalogue, signer, scenario }: LoadedSettings) {
  const { seed, clock, at, dialect, priceFormat, cache, splitPorts, extraTokens } = settings
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
  return Object.fromEntries(
    Object.entries(named).flatMap(([name, value]) => (value === undefined ? [] : [[name, String(value)]])),
  )
}

export function digestOf(value: unknown): string {
  const text = JSON.stringify(value ?? null, (_key, item: unknown) =>
    item instanceof Map ? [...item] : typeof item === 'bigint' ? String(item) : item,
  )
  // Loaded only where there is a store.
  return process.getBuiltinModule('node:crypto').createHash('sha256').update(text).digest('hex').slice(0, 12)
}
