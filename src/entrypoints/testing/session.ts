/** The session API for tests. */

import { ControlError, UserError } from '../../kit/errors.js'
import { envOf } from '../../market/catalogue/env.js'
import { loadScenarioSource } from '../../scenario/read/load.js'
import { moveMarket, priceChange } from '../../server/control/prices.js'
import type { LocalFetch } from '../../server/http/local/fetch.js'
import type { Session, SessionSnapshot } from '../../session/session.js'
import type { Interception, SimulatorSession, SimulatorSnapshot } from './api.js'
import { baseUrlIn } from './base-url.js'
import { changeClock, moveClock } from './clock.js'
import { createAsk } from './expected-reply.js'
import { intercept } from './intercept.js'
import { createJournalReader } from './journal.js'
import { advanceInLockStep } from './lock-step.js'
import { checked } from './usage-errors.js'

export interface SessionApiParts {
  readonly session: Session
  readonly url: string
  readonly baseUrls: SimulatorSession['baseUrls']
  readonly fetch: LocalFetch
  /** The error for later use; undefined while it is active. */
  ended(): { readonly what: string; readonly hint: string } | undefined
  end(): Promise<void>
}

const states = new WeakMap<SimulatorSnapshot, { readonly of: Session; readonly state: SessionSnapshot }>()

export function createSessionApi(parts: SessionApiParts): SimulatorSession {
  const { session, url, baseUrls } = parts
  const over = new AbortController()
  const interceptions: Interception[] = []
  let ending: Promise<void> | undefined
  /** Guards every use against an ended session. */
  const alive = (use: string): Session => {
    const end = parts.ended()
    if (end !== undefined) throw new UserError(end.what, `${use} was used afterwards`, end.hint)
    return session
  }
  const now = () => new Date(session.nowMs())
  const stop = (): Promise<void> => {
    over.abort()
    for (const interception of interceptions) interception.stop()
    ending ??= parts.end()
    return ending
  }
  const api: SimulatorSession = {
    id: session.id,
    url,
    baseUrls,
    env: envOf(url, baseUrls),
    liveHosts: session.catalogue.bases.liveHosts,
    clock: {
      now: () => {
        alive('clock.now')
        return now()
      },
      async advance(by) {
        moveClock(alive('clock.advance'), by)
        await session.settled()
        return now()
      },
      async set(change) {
        changeClock(alive('clock.set'), change)
        await session.settled()
        return now()
      },
    },
    journal: createJournalReader(() => alive('journal'), over.signal),
    baseUrl: (network, base) => baseUrlIn(baseUrls, network, base),
    async fetch(input, init) {
      alive('fetch')
      return parts.fetch(input, init)
    },
    intercept(options) {
      alive('intercept')
      const interception = intercept(api, options)
      interceptions.push(interception)
      return interception
    },
    ask: createAsk(() => alive('ask')),
    async advance(by, { timers, step = '10ms' } = {}) {
      if (timers === undefined) moveClock(alive('advance'), by)
      else await advanceInLockStep(alive('advance'), by, timers, step)
      await session.settled()
      return now()
    },
    async loadScenario(source) {
      const { catalogue } = alive('loadScenario')
      const scenario = source === undefined ? undefined : await loadScenarioSource(source, catalogue)
      alive('loadScenario').loadScenario(scenario)
      await session.settled()
    },
    async setPrice(asset, price, { over } = {}) {
      const given = { asset, price, ...(over !== undefined && { over }) }
      const change = checked(priceChange, given, 'the price', "write it such as setPrice('ETH', 1500)")
      try {
        moveMarket(alive('setPrice'), change)
      } catch (error) {
        if (!(error instanceof ControlError)) throw error
        throw new UserError('the price cannot be set', error.message, error.hint)
      }
    },
    snapshot() {
      const snapshot = { at: now() }
      states.set(snapshot, { of: session, state: alive('snapshot').snapshot() })
      return snapshot
    },
    async restore(snapshot) {
      const taken = states.get(snapshot)
      if (taken?.of !== session)
        throw new UserError(
          'the snapshot cannot be restored',
          taken === undefined ? 'it is none' : `it is of ${taken.of.id}, this is ${session.id}`,
          'give what snapshot() of the same session returned',
        )
      alive('restore').restore(taken.state)
      await session.settled()
    },
    async reset() {
      alive('reset').reset()
      await session.settled()
    },
    stop,
    [Symbol.asyncDispose]: stop,
  }
  return api
}
