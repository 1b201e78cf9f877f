/** Puts the simulator together: catalogue, worlds and clock into a session, the session behind an app, the app on a port. */
import type { NetworkName } from './catalogue/networks.js'
import type { Catalogue } from './catalogue/types.js'
import { newInstanceId } from './core/random.js'
import { VERSION } from './core/version.js'
import { createHttpApp, type HttpApp } from './http/app.js'
import { type BaseUrls, baseUrlsAt } from './http/base-urls.js'
import type { ControlSettings, HttpContext } from './http/context.js'
import { createFront } from './http/front.js'
import { type Listening, listen, type RequestListener } from './http/listen.js'
import { createMemo } from './http/memo.js'
import { listenSplit, type SplitPorts } from './http/split-ports.js'
import { withoutGiven } from './scenario/given.js'
import type { Scenario } from './scenario/schema.js'
import type { Session } from './session/session.js'
import { createSessions, type Follower, type Sessions } from './session/sessions.js'
import { clockSettingOf, givenOf, type Settings } from './settings.js'
import { type Signers, worldsFor } from './worlds.js'

/** Changes whenever the same seed and instant would give other bytes than before. */
export const ALGORITHM = 2

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

/** A simulator without a port. `load` gives the scenario where the settings name none; `follower` is told of sessions. */
export async function createSimulator(
  settings: Settings,
  onBug: OnBug = throwBug,
  load?: LoadScenario,
  follower?: Follower,
): Promise<Simulator> {
  const { catalogue, signers, worldsOf } = await worldsFor(settings)
  const scenario = await scenarioFor(settings, catalogue, load)
  const start = {
    id: 'root',
    seed: settings.seed,
    clock: clockSettingOf(settings, scenario?.clock),
    catalogue,
    worldsOf,
    dialect: settings.dialect,
    cacheWindows: settings.cache === 'documented',
    splitPorts: settings.splitPorts,
    ...(scenario && { scenario }),
  }
  const sessions = createSessions(start, follower)
  const instanceId = newInstanceId()
  const control = settings.noControl ? undefined : controlSettings(settings, sessions, instanceId)
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
  const listener = createFront(simulator.app, simulator.context)
  const main = await listen(listener, settings.host, settings.port)
  const split = await serveSplit(simulator.session, settings, listener, main, onBug)
  return {
    ...simulator,
    url: main.origin,
    baseUrls: split?.baseUrls ?? baseUrlsAt(main.origin),
    async stop() {
      simulator.sessions.endAll()
      await Promise.all([main.close(), split?.close()])
    },
  }
}

/** A port for each base address, where that is wanted; without all of them the main one is closed, too. */
async function serveSplit(
  session: Session,
  { splitPorts, port }: Settings,
  listener: RequestListener,
  main: Listening,
  onBug: OnBug,
): Promise<SplitPorts | undefined> {
  if (!splitPorts) return undefined
  try {
    return await listenSplit(listener, session, main.address, port === 0 ? 0 : main.port, onBug)
  } catch (error) {
    await main.close()
    throw error
  }
}

function controlSettings(
  { host, controlToken }: Settings,
  sessions: Sessions,
  instanceId: string,
): ControlSettings {
  return {
    sessions,
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

function addressesOf({ arbitrum, avalanche, botanix }: Signers): Readonly<Record<NetworkName, string>> {
  return { arbitrum: arbitrum.address, avalanche: avalanche.address, botanix: botanix.address }
}
