/** Puts the simulator together: catalogue, worlds and clock into a session, the session behind an app, the app on a port. */
import { loadCatalogue } from './catalogue/load.js'
import type { NetworkName } from './catalogue/networks.js'
import type { Catalogue } from './catalogue/types.js'
import { newInstanceId } from './core/random.js'
import { VERSION } from './core/version.js'
import { createHttpApp, type HttpApp } from './http/app.js'
import { type BaseUrls, baseUrlsAt } from './http/base-urls.js'
import type { ControlSettings } from './http/context.js'
import { listen } from './http/listen.js'
import { followRefusals } from './http/refusal.js'
import { listenSplit } from './http/split-ports.js'
import { DEVELOPMENT_SIGNERS, type Signer } from './oracle/keys.js'
import { withoutGiven } from './scenario/given.js'
import { loadScenarioFile } from './scenario/load-file.js'
import type { Scenario } from './scenario/schema.js'
import type { Session, SessionOptions, WorldOf } from './session/session.js'
import { createSessions, type Sessions } from './session/sessions.js'
import { clockSettingOf, givenOf, type Settings } from './settings.js'
import { createUniverse, type UniverseOptions } from './world.js'

/** Changes whenever the same seed and instant would give other bytes than before. */
export const ALGORITHM = 1

/** Told of errors of our own while answering. */
export type OnBug = (error: unknown) => void

const throwBug: OnBug = (error) => {
  throw error
}

export interface Simulator {
  /** The server's own session. */
  readonly session: Session
  readonly sessions: Sessions
  readonly app: HttpApp
  readonly instanceId: string
  /** The address that signs each network's prices. */
  readonly signers: Readonly<Record<NetworkName, string>>
}

export interface RunningSimulator extends Simulator {
  /** Such as `http://127.0.0.1:8650`. */
  readonly url: string
  readonly baseUrls: BaseUrls
  /** Ends every session and connection and frees the port. */
  stop(): Promise<void>
}

/** A simulator without a port. */
export async function createSimulator(settings: Settings, onBug: OnBug = throwBug): Promise<Simulator> {
  const catalogue = await catalogueFor(settings)
  const signers = await signersFor(settings)
  const scenario = await scenarioFor(settings, catalogue)
  const sessions = createSessions({
    id: 'root',
    seed: settings.seed,
    clock: clockSettingOf(settings, scenario?.clock),
    catalogue,
    worldsOf: createWorlds({ catalogue, signers, priceFormat: settings.priceFormat }),
    dialect: settings.dialect,
    cacheWindows: settings.cache === 'documented',
    splitPorts: settings.splitPorts,
    ...(scenario && { scenario }),
  })
  const instanceId = newInstanceId()
  const control = settings.noControl ? undefined : controlSettings(settings, instanceId)
  const app = createHttpApp({
    sessions,
    quietHeaders: settings.quietHeaders,
    onBug,
    ...(control && { control }),
  })
  return { session: sessions.root, sessions, app, instanceId, signers: addressesOf(signers) }
}

export async function startSimulator(settings: Settings, onBug: OnBug = throwBug): Promise<RunningSimulator> {
  const simulator = await createSimulator(settings, onBug)
  const { origin, address, port, close } = await listen(simulator.app, settings.host, settings.port)
  const split = settings.splitPorts
    ? await serveSplit(simulator, address, settings.port === 0 ? 0 : port, onBug, close)
    : undefined
  return {
    ...simulator,
    url: origin,
    baseUrls: split?.baseUrls ?? baseUrlsAt(origin),
    async stop() {
      simulator.sessions.endAll()
      await Promise.all([close(), split?.close()])
    },
  }
}

/** A port for each base address, refused as the server's own session says; `closeMain` if there cannot be all of them. */
async function serveSplit(
  { app, session }: Simulator,
  address: string,
  mainPort: number,
  onBug: OnBug,
  closeMain: () => Promise<void>,
) {
  try {
    const { ports, baseUrls, close } = await listenSplit(app, address, mainPort, onBug)
    const stopFollowing = followRefusals(session, ports)
    return {
      baseUrls,
      close() {
        stopFollowing()
        return close()
      },
    }
  } catch (error) {
    await closeMain()
    throw error
  }
}

/** Worlds without events are shared by all sessions of a seed; the last few seeds are remembered. */
function createWorlds(common: Omit<UniverseOptions, 'seed' | 'happenings'>): SessionOptions['worldsOf'] {
  const known = new Map<string, WorldOf>()
  return (seed, happenings) => {
    const { prices, reorgs } = happenings
    if (prices.size > 0 || reorgs.length > 0) return createUniverse({ ...common, seed, happenings })
    const worldOf = known.get(seed) ?? createUniverse({ ...common, seed })
    known.delete(seed)
    known.set(seed, worldOf)
    if (known.size > MOST_SEEDS) known.delete(known.keys().next().value as string)
    return worldOf
  }
}

const MOST_SEEDS = 16

function controlSettings({ host, controlToken }: Settings, instanceId: string): ControlSettings {
  return {
    token: controlToken,
    isPublic: !isLoopback(host),
    instanceId,
    version: VERSION,
    algorithm: ALGORITHM,
  }
}

function isLoopback(host: string): boolean {
  return host === 'localhost' || host === '::1' || host.startsWith('127.')
}

/** The scenario of the settings, as far as they leave seed and clock to it. */
async function scenarioFor(settings: Settings, catalogue: Catalogue): Promise<Scenario | undefined> {
  if (settings.scenario === undefined) return undefined
  return withoutGiven(await loadScenarioFile(settings.scenario, catalogue), givenOf(settings))
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
  return { arbitrum: signer, avalanche: signer, botanix: signer }
}

type Signers = Readonly<Record<NetworkName, Signer>>

function addressesOf({ arbitrum, avalanche, botanix }: Signers): Readonly<Record<NetworkName, string>> {
  return { arbitrum: arbitrum.address, avalanche: avalanche.address, botanix: botanix.address }
}
