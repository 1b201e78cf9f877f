/** Assembles the simulator: catalogue, worlds and clock into sessions, sessions behind an app, the app on a port. */

import { existsSync } from 'node:fs'
import { ANSWER_CACHE_BYTES, createByteCache } from '../kit/byte-cache.js'
import { MAX_HELD } from '../kit/clock/held-requests.js'
import { lazyModule } from '../kit/lazy.js'
import { createMetrics } from '../kit/metrics/metrics.js'
import { newInstanceId } from '../kit/random/random.js'
import { baseUrlsAt } from '../market/catalogue/base-urls.js'
import { MAX_KERNEL_BYTES } from '../market/price/kernel-limits.js'
import { kernel } from '../market/price/load-kernel.js'
import { createWorldsBySeed } from '../market/world/worlds.js'
import { createAnswers } from '../session/answer.js'
import { currentGrades } from '../session/clients/grades.js'
import { createJournalParts, type OnEnd } from '../session/journal/journal.js'
import type { ReplyOrder } from '../session/journal/reply-order.js'
import { MAX_OWN_BYTES, ownBytesOf } from '../session/own-data.js'
import type { Session, SessionParts } from '../session/session.js'
import { MAX_SESSIONS, ROOT_ID } from '../session/session-settings.js'
import { createSessions } from '../session/sessions.js'
import { MAX_STREAMS, type StreamServer } from '../session/stream/session-streams.js'
import {
  catalogueFor,
  controlTokenFor,
  type GivenInCode,
  scenarioFor,
  signerFor,
  storeFor,
} from './config/load.js'
import { clockSettingOf, type Settings } from './config/resolve.js'
import type { PortBase } from './control/define.js'
import { createWatchers, MAX_WAITS, MAX_WATCHERS } from './control/watchers.js'
import { createConnections, createReadiness, type HttpContext } from './http/context.js'
import type { ControlSettings } from './http/guard.js'
import { createListener } from './http/listener.js'
import { listen } from './http/server.js'
import { MAX_WAITING, turnsOf } from './http/turns.js'

export type OnBug = (error: unknown) => void

export interface Listeners extends Pick<SessionParts, 'onSession' | 'onArrival'> {
  readonly onEnd?: OnEnd | undefined
  /** Reports problems with the store, and their remedies. */
  readonly onTrouble?: (error: unknown) => void
  /** Longest silence of a store that was asked something. */
  readonly storeLimitMs?: number | undefined
}

const throwBug: OnBug = (error) => {
  throw error
}

export type SimulatorCore = Awaited<ReturnType<typeof createSimulator>>
export type RunningSimulator = Awaited<ReturnType<typeof startServer>>

/** A simulator without a port; a scenario of the settings overrides one of `given`. */
export async function createSimulator(
  settings: Settings,
  onBug: OnBug = throwBug,
  given: GivenInCode = {},
  { onArrival, onEnd, onSession, onTrouble = onBug, storeLimitMs }: Listeners = {},
) {
  const catalogue = given.catalogue ?? (await catalogueFor(settings, given.catalogues))
  const signer = await signerFor(settings)
  const scenario = await scenarioFor(settings, catalogue, given.scenario)
  const prices = await given.prices?.(catalogue)
  const cache = createByteCache(ANSWER_CACHE_BYTES)
  const { priceFormat } = settings
  const metrics = createMetrics()
  const instanceId = newInstanceId()
  const journals = (departures?: ReplyOrder) =>
    createJournalParts(metrics, { onEnd, ...(departures && { departures }) })
  const loaded = { catalogue, signer, scenario }
  const store = await storeFor(settings, loaded, { replica: instanceId, journals, onTrouble, storeLimitMs })
  const sessions = createSessions(
    {
      catalogue,
      catalogueWith: (more) => catalogueFor(settings, [...(given.catalogues ?? []), ...more]),
      worldsOf: createWorldsBySeed({ catalogue, signer, priceFormat, cache }),
      answers: createAnswers(cache),
      ...(store ? { state: store.state } : { journals: journals() }),
      onArrival,
      onSession(session) {
        session.journal.incidents.onDue = () => void currentGrades(session)
        onSession?.(session)
      },
    },
    {
      id: ROOT_ID,
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
  const portBases = new Map<number, PortBase>()
  const streams: StreamServer = {
    open: 0,
    max: MAX_STREAMS,
    sent: 0,
    received: 0,
    homes: new Map(),
    requireCurrent: () => sessions.state.requireCurrent(),
    onBug,
  }
  const token = await controlTokenFor(settings)
  const watchers = createWatchers()
  const control: ControlSettings | undefined = settings.noControl
    ? undefined
    : {
        sessions,
        instanceId,
        portBases,
        token,
        isPublic: !isLoopback(settings.host),
        watchers,
        limits: () => {
          const all = [sessions.root, ...sessions.list()]
          return {
            sessions: { current: all.length - 1, max: MAX_SESSIONS },
            sessionDataBytes: { current: ownBytesOf(all), max: MAX_OWN_BYTES },
            heldRequests: { current: sessions.heldCount(), max: MAX_HELD },
            queuedRequests: { current: turnsOf(app).waiting, max: MAX_WAITING },
            journalWaits: { current: Math.max(...all.map(({ journal }) => journal.waiting)), max: MAX_WAITS },
            streams: { current: streams.open, max: streams.max },
            watchers: { current: watchers.count, max: MAX_WATCHERS },
            kernelBytes: { current: kernel().openBytes(), max: MAX_KERNEL_BYTES },
            cachedReplyBytes: { current: cache.heldBytes, max: ANSWER_CACHE_BYTES },
          }
        },
        settings,
        // A library scenario is no file of the user.
        watchedFile: settings.watch && existsSync(settings.scenario ?? '') ? settings.scenario : undefined,
      }
  const context: HttpContext = {
    sessions,
    metrics,
    senderOf: createConnections(sessions.state.nextConnection),
    portBases,
    readiness: createReadiness(() => sessions.state.requireCurrent()),
    quietHeaders: settings.quietHeaders,
    compression: !settings.noCompression,
    onBug,
    control,
    streams,
    loadApp: lazyModule(() => import('./http/app.js')),
  }
  const app = createListener(context)
  const addresses = Object.values(catalogue.networks).map((network) => [
    network.name,
    (signer ?? network.signer).address,
  ])
  return {
    session: sessions.root,
    sessions,
    app,
    /** The context of the app, for requests that bypass HTTP. */
    context,
    /** Undefined without the control API. */
    control,
    /** Also without the control API: the proxy for the live hosts requires it, too. */
    token,
    instanceId,
    store,
    cache,
    /** The address that signs each network's prices. */
    signers: Object.fromEntries(addresses) as Readonly<Record<string, string>>,
  }
}

export async function startServer(
  settings: Settings,
  onBug: OnBug = throwBug,
  given: GivenInCode = {},
  listeners?: Listeners,
) {
  const simulator = await createSimulator(settings, onBug, given, listeners)
  const main = await listen(simulator.app, settings.host, settings.port)
  const { session, sessions, context, control } = simulator
  const openBasePorts = async (session: Session, port = 0) => {
    const { listenOnBasePorts } = await import('./http/base-ports.js')
    const portBases = context.portBases as Map<number, PortBase>
    return listenOnBasePorts(simulator.app, session, portBases, main.address, port, onBug)
  }
  const closeMain = (error: unknown) => main.close().then(() => Promise.reject(error))
  const firstPort = settings.port === 0 ? 0 : main.port
  const basePorts = settings.splitPorts ? await openBasePorts(session, firstPort).catch(closeMain) : undefined
  const closeStreams = () => {
    for (const home of context.streams.homes.values()) home.closeAll(1001, 'the server is stopping')
  }
  const freeHeld = () => {
    closeStreams()
    void control?.watchers.stop()
    for (const { waits } of [sessions.root, ...sessions.list()]) waits.free()
  }
  const stop = async () => {
    // Watchers are notified before their connections end.
    closeStreams()
    await control?.watchers.stop()
    await Promise.all([main.close(() => sessions.endAll()), basePorts?.close()])
    await simulator.store?.stop()
    // Its worlds, which may stay in the pool of this process for a while, refer to it.
    simulator.cache.clear()
  }
  return {
    ...simulator,
    url: main.origin,
    /** Opens a port per base address of a session, those after `port` or free ones; the caller closes them. */
    openBasePorts,
    baseUrls: basePorts?.baseUrls ?? baseUrlsAt(main.origin, session.catalogue.bases),
    /** Ends every session and connection and frees the port. */
    stop,
    /** Reports not ready, answers pending requests, frees held ones, and stops, within 10 s. */
    async drain() {
      context.readiness.leave()
      await Promise.all([main.drain(freeHeld), basePorts?.drain(freeHeld)])
      await stop()
    },
  }
}

/** Other names may resolve to any address. */
function isLoopback(host: string): boolean {
  return host === 'localhost' || host === '::1' || /^127(\.\d{1,3}){3}$/.test(host)
}
