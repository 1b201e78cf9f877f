/** Answers requests of this process to the live hosts, through the global dispatchers of `fetch` and undici. */
import { DISPOSE } from '../../kit/dispose.js'
import type { Interception, InterceptOptions, SimulatorSession } from './api.js'
import { type Dispatch, liveHostInterceptor, originOf } from './undici.js'
import { requireKnownKeys } from './usage-errors.js'

/** Where `fetch` and the versions of undici look up their dispatcher. */
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

/** Once stopped it passes everything on, as a later interception may still refer to it. */
export function intercept(sim: SimulatorSession, options: InterceptOptions = {}): Interception {
  requireKnownKeys(options, ['offline'], 'intercept')
  const refused = new Map<string, number>()
  let isActive = true
  const answering = liveHostInterceptor(sim)
  const compose: Compose = (dispatch) => {
    const answer = answering(dispatch)
    return (request, handler) => {
      const { hostname = '', host = '' } = originOf(request) ?? {}
      if (!isActive || hostname === '') return dispatch(request, handler)
      if (!options.offline || LOCAL.test(hostname) || sim.liveHosts.includes(hostname))
        return answer(request, handler)
      refused.set(host, (refused.get(host) ?? 0) + 1)
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
  return { refused, stop, [DISPOSE]: stop }
}
