/** Starts the simulator from code. */
import { untilDone } from '../../kit/lazy.js'
import { newInstanceId } from '../../kit/random/random.js'
import { parseSeed } from '../../kit/text/parse.js'
import { baseUrlsAt } from '../../market/catalogue/base-urls.js'
import { environmentOf, type GivenEnvironment } from '../../server/config/placeholders.js'
import { withSource } from '../../server/config/resolve.js'
import { newSessionSettings } from '../../server/control/new-session-settings.js'
import { type AppListener, lazyApp } from '../../server/http/lazy-app.js'
import { createLocalFetch } from '../../server/http/local/fetch.js'
import { createLocalConnect } from '../../server/http/local/stream.js'
import { createSimulator, type RunningSimulator, startServer as start } from '../../server/simulator.js'
import type { SessionSettings } from '../../session/session-settings.js'
import type { Simulator, SimulatorSession } from './api.js'
import { SERVERS } from './browser-proxy.js'
import { watchRequests, whilePendingRequests } from './lock-step.js'
import { givenIn, printBug, readClock, SESSION_KEYS, sourcesOf, toSettings } from './options.js'
import { createSessionApi, type SessionApiParts } from './session.js'
import type { AppOptions, SessionOptions, SimulatorOptions } from './start-options.js'
import { inCode, requireKnownKeys, toMs } from './usage-errors.js'

/**
 * Starts a simulator on 127.0.0.1, at any free port, with its clock frozen at 2026-01-01T00:00:00Z by default. It listens
 * until `stop`, which `await using` calls at the end of the block.
 *
 * @param options Such as seed, clock, scenario and port. No environment variable is read.
 * @returns The running simulator: addresses, clock, journal, sessions.
 * @throws UserError for an invalid option, an unreadable scenario, or a port in use.
 * @example
 * import { startSimulator } from 'gmx-sim'
 *
 * const sim = await startSimulator({ seed: '42', clock: { at: '2026-03-01T12:00:00Z' } })
 * const tickers = await (await fetch(`${sim.baseUrl('arbitrum')}/prices/tickers`)).json()
 * assert.equal(tickers.length, 125)
 * await sim.stop()
 */
export async function startSimulator(options: SimulatorOptions = {}): Promise<Simulator> {
  const settings = toSettings(options, 'startSimulator')
  const onBug = options.onBug ?? printBug
  let running: RunningSimulator | undefined
  try {
    running = await start(settings, onBug, givenIn(options))
    return createApi(running, options.env)
  } catch (error) {
    await running?.stop()
    throw inCode(error)
  }
}

const SESSION_ENDED = 'make another with session(), or give it a longer ttl'

function createApi(running: RunningSimulator, given: GivenEnvironment | undefined): Simulator {
  const { sessions, url, baseUrls, app } = running
  const env = environmentOf({ url, baseUrls }, given)
  const stopWatching = watchRequests()
  let isStopped = false
  const stopped = () =>
    isStopped ? { what: 'the simulator is stopped', hint: 'start another, or stop it later' } : undefined
  const apiOf = (parts: Omit<SessionApiParts, 'fetch' | 'connect' | 'routes'>): SimulatorSession => {
    const { session } = parts
    const fetch = createLocalFetch(running, session, parts.url)
    const connect = createLocalConnect(running, session, parts.url)
    const api = createSessionApi({
      ...parts,
      routes: app.routesOf(session),
      fetch: (input, init) => whilePendingRequests(() => fetch(input, init)),
      connect: (address, init) => whilePendingRequests(() => connect(address, init)),
    })
    SERVERS.set(api, { app, session, sessionId: session === running.session ? undefined : session.id })
    return api
  }
  const own = apiOf({
    session: running.session,
    url,
    baseUrls,
    env,
    ended: stopped,
    end: untilDone(async () => {
      isStopped = true
      stopWatching()
      await running.stop()
    }),
  })
  return {
    ...own,
    async session(options = {}) {
      own.clock.now()
      const { id = newInstanceId(), ttl, env = given } = options
      const ttlMs = ttl === undefined ? undefined : toMs(ttl, 'the ttl')
      const change = await settingsFrom(options, running)
      try {
        own.clock.now()
        const below = `${url}/s/${id}`
        const { bases } = change.catalogue ?? sessions.root.catalogue
        const addresses = { url: below, baseUrls: baseUrlsAt(below, bases) }
        const environment = environmentOf(addresses, env)
        const session = sessions.create(id, change, ttlMs)
        const isActive = () => sessions.find(id) === session
        const ended = { what: `the session ${id} has ended`, hint: SESSION_ENDED }
        return apiOf({
          session,
          ...addresses,
          env: environment,
          ended: () => (isActive() ? undefined : (stopped() ?? ended)),
          async end() {
            if (isActive()) sessions.end(id)
          },
        })
      } catch (error) {
        throw inCode(error)
      }
    },
  }
}

/** Settings of a new session; given options override its scenario. */
async function settingsFrom(
  options: SessionOptions,
  { sessions }: RunningSimulator,
): Promise<Partial<SessionSettings>> {
  requireKnownKeys(options, SESSION_KEYS, 'session')
  const { seed, dialect, intercepted } = options
  const { start, root } = sessions
  const clock = options.clock && readClock(options.clock)
  const sources = sourcesOf(options.catalogue)
  const catalogue = sources.length === 0 ? undefined : await sessions.catalogueWith(sources)
  const load = givenIn(options)
  const known = catalogue ?? root.catalogue
  const change = newSessionSettings(sessions, {
    seed: seed === undefined ? undefined : withSource('seed', () => parseSeed(String(seed))),
    dialect,
    clock,
    scenario: await load.scenario?.(known),
    prices: await load.prices?.(known),
    catalogue,
    splitPorts: intercepted || undefined,
  })
  // With its rules about connections, which a proxy can play.
  return { ...(start.scenario && { scenario: start.scenario }), ...change }
}

/**
 * Creates the simulator as a request listener, for supertest or to mount in an Express app. It does not listen; control it
 * through `/__sim/v1`. With an invalid scenario every request gets status 500.
 *
 * @param options Settings as for `startSimulator`, without port and host.
 * @returns A listener for `http.createServer`, `app.use` and supertest.
 * @throws UserError for an invalid option.
 * @example
 * import { createApp } from 'gmx-sim'
 * import { createServer } from 'node:http'
 *
 * const server = createServer(createApp({ seed: '42' })).listen(0, '127.0.0.1')
 * await new Promise((resolve) => server.once('listening', resolve))
 * const reply = await fetch(`http://127.0.0.1:${server.address().port}/botanix/ping`)
 * assert.deepEqual(await reply.json(), { ok: true })
 * server.closeAllConnections()
 * server.close()
 */
export function createApp(options: AppOptions = {}): AppListener {
  const settings = toSettings(options, 'createApp')
  const given = givenIn(options)
  const start = async () => (await createSimulator(settings, options.onBug ?? printBug, given)).app
  return lazyApp(untilDone(() => start().catch((error: unknown) => Promise.reject(inCode(error)))))
}
