/** Answers requests of this process to the live hosts, through the global dispatchers of `fetch` and undici. */
import { DISPOSE } from '../../kit/dispose.js'
import { UserError } from '../../kit/errors.js'
import { hostnameOf } from '../../market/catalogue/bases.js'
import { isGmxHost } from '../../market/catalogue/gmx-hosts.js'
import type { Interception, InterceptOptions, SimulatorSession } from './api.js'
import { type Dispatch, liveHostInterceptor, originOf } from './undici.js'
import { requireKnownKeys } from './usage-errors.js'

/** Global symbols under which `fetch` and the versions of undici look up their dispatcher. */
const PLACES = ['undici.globalDispatcher.1', 'undici.globalDispatcher.2'].map(Symbol.for)
const LOCAL = /^(localhost|.*\.localhost|127\..*|\[::1\]|0\.0\.0\.0)$/

type Compose = (dispatch: Dispatch) => Dispatch

interface Dispatcher {
  compose(...interceptors: readonly Compose[]): Dispatcher
}

type Realm = Record<symbol, Dispatcher | undefined>

/** This one, and that of `fetch`: Jest runs tests in a realm of their own, with the `fetch` of Node's. */
function realms(): Set<Realm> {
  // Loads the dispatcher, which Node does on first use.
  void globalThis.Request
  const ofFetch = globalThis.fetch?.constructor('return globalThis')()
  return new Set([globalThis as unknown as Realm, ofFetch ?? globalThis])
}

/** A reserved name, which never resolves. */
const PROBE = 'http://gmx-sim-probe.invalid'

/** Whether an interceptor of MSW or nock passes on to Node's `fetch`, too late for a probe: only Node's Request reads a dispatcher. */
function isPassedOnLater(): boolean {
  const reads: true[] = []
  const init = Object.defineProperty({}, 'dispatcher', { get: () => void reads.push(true) })
  if (Symbol.for('fetch-interceptor') in globalThis) new Request(PROBE, init)
  return reads.length > 0
}

/** Once stopped it passes everything on, as a later interception may still refer to it. Throws where `fetch` uses no dispatcher. */
export function intercept(sim: SimulatorSession, options: InterceptOptions = {}): Interception {
  requireKnownKeys(options, ['offline'], 'intercept')
  const refused = new Map<string, number>()
  let isActive = true
  let isSeen = false
  const answering = liveHostInterceptor(sim)
  const compose: Compose = (dispatch) => {
    const answer = answering(dispatch)
    return (request, handler) => {
      const { hostname = '', host = '', origin } = originOf(request) ?? {}
      if (!isActive || hostname === '') return dispatch(request, handler)
      if (origin === PROBE) {
        isSeen = true
        throw new Error('seen')
      }
      const isGmx = isGmxHost(hostname)
      const isAnswered = sim.liveHosts.includes(hostnameOf(hostname)) || LOCAL.test(hostname)
      if (isAnswered || !(isGmx || options.offline)) return answer(request, handler)
      refused.set(host, (refused.get(host) ?? 0) + 1)
      if (isGmx) return answer(request, handler)
      throw new Error(`offline: ${host} is not served`)
    }
  }
  const replaced = [...realms()].flatMap((realm) =>
    PLACES.flatMap((place) => {
      const before = realm[place]
      if (before === undefined) return []
      const after = before.compose(compose)
      realm[place] = after
      return [{ realm, place, before, after }]
    }),
  )
  const stop = () => {
    isActive = false
    for (const { realm, place, before, after } of replaced) if (realm[place] === after) realm[place] = before
  }
  isSeen = isPassedOnLater()
  // `fetch` calls its dispatcher before it returns.
  if (!isSeen) new Promise((resolve) => resolve(globalThis.fetch?.(PROBE))).catch(() => {})
  if (!isSeen && (globalThis.fetch !== undefined || replaced.length === 0)) {
    stop()
    throw new UserError(
      'the fetch of this environment cannot be intercepted',
      "it does not use Node's dispatcher, as under happy-dom, bun and deno",
      'give your client sim.fetch, or set globalThis.fetch = sim.fetch, which sends no request out',
    )
  }
  return { refused, stop, [DISPOSE]: stop }
}
