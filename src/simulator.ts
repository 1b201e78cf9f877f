/** Puts the simulator together: catalogue, worlds and clock into a session, the session behind an app, the app on a port. */
import { loadCatalogue } from './catalogue/load.js'
import type { NetworkName } from './catalogue/networks.js'
import type { Catalogue } from './catalogue/types.js'
import { newInstanceId } from './core/random.js'
import { VERSION } from './core/version.js'
import { createHttpApp, type HttpApp } from './http/app.js'
import { type BaseUrls, baseUrlsAt } from './http/base-urls.js'
import type { ControlSettings, HttpContext } from './http/context.js'
import { createFront } from './http/front.js'
import { listen } from './http/listen.js'
import { createMemo } from './http/memo.js'
import { followRefusals } from './http/refusal.js'
import { listenSplit } from './http/split-ports.js'
import { DEVELOPMENT_SIGNERS, type Signer } from './oracle/keys.js'
import { withoutGiven } from './scenario/given.js'
import type { Scenario } from './scenario/schema.js'
import type { Session } from './session/session.js'
import { createSessions, type Sessions } from './session/sessions.js'
import { clockSettingOf, givenOf, type Settings } from './settings.js'
import { createUniverses } from './universe.js'

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
  /** What the app was made with, for requests that come another way. */
  readonly context: HttpContext
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

/** Reads a scenario that is no file of the settings; rejects with a UserError. */
export type LoadScenario = (catalogue: Catalogue) => Promise<Scenario>

/** A simulator without a port. `load` gives the scenario where the settings name none. */
export async function createSimulator(
  settings: Settings,
  onBug: OnBug = throwBug,
  load?: LoadScenario,
): Promise<Simulator> {
  const catalogue = await catalogueFor(settings)
  const signers = await signersFor(settings)
  const scenario = await scenarioFor(settings, catalogue, load)
  const sessions = createSessions({
    id: 'root',
    seed: settings.seed,
    clock: clockSettingOf(settings, scenario?.clock),
    catalogue,
    worldsOf: createUniverses({ catalogue, signers, priceFormat: settings.priceFormat }),
    dialect: settings.dialect,
    cacheWindows: settings.cache === 'documented',
    splitPorts: settings.splitPorts,
    ...(scenario && { scenario }),
  })
  const instanceId = newInstanceId()
  const control = settings.noControl ? undefined : controlSettings(settings, instanceId)
  const context = {
    sessions,
    memo: createMemo(),
    quietHeaders: settings.quietHeaders,
    onBug,
    ...(control && { control }),
  }
  return {
    session: sessions.root,
    sessions,
    app: createHttpApp(context),
    context,
    instanceId,
    signers: addressesOf(signers),
  }
}

export async function startSimulator(
  settings: Settings,
  onBug: OnBug = throwBug,
  load?: LoadScenario,
): Promise<RunningSimulator> {
  const simulator = await createSimulator(settings, onBug, load)
  const { origin, address, port, close } = await listen(
    createFront(simulator.app, simulator.context),
    settings.host,
    settings.port,
  )
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
async function scenarioFor(
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
