/** Puts the simulator together: catalogue, worlds and clock into sessions, sessions behind an app, the app on a port. */
import { type BaseUrls, baseUrlsAt } from './catalogue/base-urls.js'
import type { BaseAddress } from './catalogue/bases.js'
import { nextTurn } from './clock/timers.js'
import { commandFor } from './command.js'
import { createWatchers } from './control/watchers.js'
import { createByteCache } from './core/byte-cache.js'
import { late } from './core/late.js'
import { newInstanceId } from './core/random.js'
import { ALGORITHM, VERSION } from './core/version.js'
import { createConnections } from './http/connections.js'
import type { HttpContext, Listener } from './http/context.js'
import type { ControlSettings } from './http/guard.js'
import { createGuesses } from './http/guesses.js'
import { createListener } from './http/listener.js'
import { createReadiness } from './http/readiness.js'
import { type Listening, listen } from './http/server.js'
import type { Departures } from './journal/departures.js'
import { createJournalParts, type OnEnd } from './journal/parts.js'
import { catalogueFor, controlTokenFor, type GivenInCode, scenarioFor, signerFor } from './load.js'
import { createMetrics } from './metrics/metrics.js'
import { createAnswers } from './session/answer.js'
import type { OnArrival, Session, Sessions } from './session/session.js'
import { createSessions } from './session/sessions.js'
import { clockSettingOf, type Settings } from './settings.js'
import { storeFor } from './shared-store.js'
import type { Store } from './store/open.js'
import { createWorldsBySeed } from './world/worlds.js'

/** For what all sessions of a process have been answered, and the finished candles that answers are made of. */
export const ANSWER_CACHE_BYTES = 32 << 20

/** Told of errors of our own while answering. */
export type OnBug = (error: unknown) => void

/** Told of every request, as it comes and when it is over. */
export interface RequestListeners {
  readonly onArrival?: OnArrival
  readonly onEnd?: OnEnd
}

export interface StoreHooks {
  /** Told of what is not as it should be with the store, which nobody here did wrong. */
  readonly onTrouble?: (error: unknown) => void
  /** How long others wait for this replica when it says nothing; as they do by themselves when left out. */
  readonly leaseMs?: number | undefined
}

const loadHttpApp = late(() => import('./http/app.js'))

const throwBug: OnBug = (error) => {
  throw error
}

export interface Simulator {
  /** The server's own session. */
  readonly session: Session
  readonly sessions: Sessions
  readonly app: Listener
  /** What the app was made with, for requests that come another way. */
  readonly context: HttpContext
  /** What the control API is driven by; undefined where there is none. */
  readonly control: ControlSettings | undefined
  readonly instanceId: string
  /** What it shares with other replicas, where it has a store. */
  readonly store: Store | undefined
  /** The address that signs each network's prices. */
  readonly signers: Readonly<Record<string, string>>
}

export interface RunningSimulator extends Simulator {
  /** Such as `http://127.0.0.1:8650`. */
  readonly url: string
  readonly baseUrls: BaseUrls
  /** Ends every session and connection and frees the port. */
  stop(): Promise<void>
  /** Says that it is not ready, answers what was begun, lets go of what is held, and stops: within ten seconds. */
  drain(): Promise<void>
}

/** A simulator without a port; a scenario of the settings comes before one of `given`. */
export async function createSimulator(
  settings: Settings,
  onBug: OnBug = throwBug,
  given: GivenInCode = {},
  { onArrival, onEnd, onTrouble = onBug, leaseMs }: RequestListeners & StoreHooks = {},
): Promise<Simulator> {
  const catalogue = given.catalogue ?? (await catalogueFor(settings, given.catalogues))
  const signer = await signerFor(settings)
  const scenario = await scenarioFor(settings, catalogue, given.scenario)
  const prices = await given.prices?.(catalogue)
  const cache = createByteCache(ANSWER_CACHE_BYTES)
  const { priceFormat } = settings
  const metrics = createMetrics()
  const instanceId = newInstanceId()
  const journals = (departures?: Departures) =>
    createJournalParts(metrics, { onEnd, ...(departures && { departures }) })
  const store = await storeFor(
    settings,
    { catalogue, signer, scenario },
    {
      replica: instanceId,
      journals,
      onTrouble,
      leaseMs,
    },
  )
  const sessions = createSessions(
    {
      catalogue,
      catalogueWith: (more) => catalogueFor(settings, [...(given.catalogues ?? []), ...more]),
      worldsOf: createWorldsBySeed({ catalogue, signer, priceFormat, cache }),
      answers: createAnswers(cache),
      ...(store ? { state: store.state } : { journals: journals() }),
      onArrival,
    },
    {
      id: 'root',
      seed: settings.seed,
      clock: clockSettingOf(settings, scenario?.clock),
      dialect: settings.dialect,
      cacheWindows: settings.cache === 'documented',
      splitPorts: settings.splitPorts,
      ...(scenario && { scenario }),
      ...(prices && { prices }),
    },
  )
  await store?.join(sessions)
  const token = await controlTokenFor(settings)
  const portBases = new Map<number, BaseAddress>()
  const control = settings.noControl
    ? undefined
    : controlSettings(settings, token, { sessions, instanceId, portBases })
  const context: HttpContext = {
    sessions,
    metrics,
    loadApp: async () => {
      const { createHttpApp } = await loadHttpApp()
      return (context) => createHttpApp(context, control)
    },
    connections: createConnections(sessions.state.nextConnection),
    portBases,
    readiness: createReadiness(() => sessions.state.requireCurrent()),
    quietHeaders: settings.quietHeaders,
    compression: !settings.noCompression,
    onBug,
    hasControl: control !== undefined,
  }
  const addresses = Object.values(catalogue.networks).map((network) => [
    network.name,
    (signer ?? network.signer).address,
  ])
  return {
    session: sessions.root,
    sessions,
    app: createListener(context),
    context,
    control,
    instanceId,
    store,
    signers: Object.fromEntries(addresses),
  }
}

export async function startSimulator(
  settings: Settings,
  onBug: OnBug = throwBug,
  given: GivenInCode = {},
  listeners?: RequestListeners & StoreHooks,
): Promise<RunningSimulator> {
  const simulator = await createSimulator(settings, onBug, given, listeners)
  const main = await listen(simulator.app, settings.host, settings.port)
  const basePorts = settings.splitPorts ? await serveOnBasePorts(simulator, settings, main, onBug) : undefined
  const { sessions, context, control } = simulator
  const letGo = () => {
    control?.watchers.stop()
    for (const { waits } of [sessions.root, ...sessions.list()]) waits.free()
  }
  const stop = async () => {
    // Who watches is told so, before the connection ends.
    if (control?.watchers.stop()) await nextTurn()
    sessions.endAll()
    await Promise.all([main.close(), basePorts?.close()])
    await simulator.store?.stop()
  }
  return {
    ...simulator,
    url: main.origin,
    baseUrls: basePorts?.baseUrls ?? baseUrlsAt(main.origin, simulator.session.catalogue.bases),
    stop,
    async drain() {
      context.readiness.leave()
      await Promise.all([main.drain(letGo), basePorts?.drain(letGo)])
      await stop()
    },
  }
}

/** A port for each base address; without all of them the main one is closed, too. */
async function serveOnBasePorts(
  { session, context, app }: Simulator,
  { port }: Settings,
  main: Listening,
  onBug: OnBug,
) {
  try {
    const { listenOnBasePorts } = await import('./http/base-ports.js')
    const portBases = context.portBases as Map<number, BaseAddress>
    return await listenOnBasePorts(app, session, portBases, main.address, port === 0 ? 0 : main.port, onBug)
  } catch (error) {
    await main.close()
    throw error
  }
}

function controlSettings(
  settings: Settings,
  token: string | undefined,
  driven: Pick<ControlSettings, 'sessions' | 'instanceId' | 'portBases'>,
): ControlSettings {
  return {
    ...driven,
    token,
    isPublic: !isLoopback(settings.host),
    guesses: createGuesses(),
    watchers: createWatchers(),
    commandFor: commandFor(settings),
    version: VERSION,
    algorithm: ALGORITHM,
  }
}

/** Names may lead anywhere, whatever they begin with. */
function isLoopback(host: string): boolean {
  return host === 'localhost' || host === '::1' || /^127(\.\d{1,3}){3}$/.test(host)
}
