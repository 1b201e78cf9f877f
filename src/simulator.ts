/** Puts the simulator together: catalogue, worlds and clock into a session, the session behind an app, the app on a port. */
import { loadCatalogue } from './catalogue/load.js'
import type { NetworkName } from './catalogue/networks.js'
import type { Catalogue } from './catalogue/types.js'
import { createClock } from './clock/clock.js'
import { newInstanceId } from './core/random.js'
import { createHttpApp, type HttpApp } from './http/app.js'
import { type BaseUrls, baseUrlsAt } from './http/base-urls.js'
import { listen } from './http/listen.js'
import { clockSettingOf, type Settings } from './options.js'
import { DEVELOPMENT_SIGNERS } from './oracle/keys.js'
import { createSession, type Session } from './session/session.js'
import { createUniverse } from './world.js'

/** Changes whenever the same seed and instant would give other bytes than before. */
export const ALGORITHM = 1

/** Told of errors of our own while answering. */
export type OnBug = (error: unknown) => void

const throwBug: OnBug = (error) => {
  throw error
}

export interface Simulator {
  readonly session: Session
  readonly app: HttpApp
}

export interface RunningSimulator extends Simulator {
  readonly instanceId: string
  /** Such as `http://127.0.0.1:8650`. */
  readonly url: string
  readonly baseUrls: BaseUrls
  /** The address that signs each network's prices. */
  readonly signers: Readonly<Record<NetworkName, string>>
  /** Ends every connection and frees the port. */
  stop(): Promise<void>
}

/** A simulator without a port. `onBug` is told of errors of our own while answering. */
export async function createSimulator(settings: Settings, onBug: OnBug = throwBug): Promise<Simulator> {
  const catalogue = await catalogueFor(settings)
  const { priceFormat } = settings
  const session = createSession({
    id: 'root',
    seed: settings.seed,
    clock: createClock(clockSettingOf(settings)),
    catalogue,
    worldsOf: (seed, events) => createUniverse({ seed, catalogue, priceFormat, events }),
    dialect: settings.dialect,
    cacheWindows: settings.cache === 'documented',
  })
  return { session, app: createHttpApp({ session, quietHeaders: settings.quietHeaders, onBug }) }
}

export async function startSimulator(settings: Settings, onBug: OnBug = throwBug): Promise<RunningSimulator> {
  const simulator = await createSimulator(settings, onBug)
  const { origin, close } = await listen(simulator.app, settings.host, settings.port)
  return {
    ...simulator,
    instanceId: newInstanceId(),
    url: origin,
    baseUrls: baseUrlsAt(origin),
    signers: signerAddresses(),
    stop: close,
  }
}

async function catalogueFor({ extraTokens, seed }: Settings): Promise<Catalogue> {
  if (extraTokens === 0) return loadCatalogue()
  const [{ withExtraTokens }, { syntheticTokenAddress }] = await Promise.all([
    import('./catalogue/extra-tokens.js'),
    import('./oracle/address.js'),
  ])
  return withExtraTokens(loadCatalogue(), extraTokens, seed, syntheticTokenAddress)
}

function signerAddresses(): Readonly<Record<NetworkName, string>> {
  const { arbitrum, avalanche, botanix } = DEVELOPMENT_SIGNERS
  return { arbitrum: arbitrum.address, avalanche: avalanche.address, botanix: botanix.address }
}
