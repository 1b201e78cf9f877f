/** Answers one request without a port and without waiting, as a client would see it. */

import type { Bases } from '../catalogue/bases.js'
import type { Settings } from '../config/resolve.js'
import { advanceClock } from '../control/clock-state.js'
import { ControlError, UserError } from '../core/errors.js'
import { UNCHANGED } from '../core/outcome-class.js'
import { methodsOf } from '../endpoints/define.js'
import type { HeldTime } from '../http/local/connection.js'
import { isFailure } from '../http/local/failures.js'
import { createLocalFetch } from '../http/local/fetch.js'
import { locate } from '../routing/locate.js'
import { closedPortsOf } from '../scenario/closed-ports.js'
import { faultOf } from '../scenario/faults/index.js'
import { type Rule, ruleIdOf } from '../scenario/schema.js'
import type { Session } from '../session/session.js'
import { createSimulator } from '../simulator.js'

export interface Seen {
  readonly status: number | undefined
  readonly body: Buffer
  readonly isWhole: boolean
  /** Time that a client would have waited, in virtual ms. */
  readonly waitedMs: number
  readonly acted: Acted | undefined
  readonly hadRules: boolean
  readonly path: string
  readonly bases: Bases
}

export interface Acted {
  readonly ruleId: string
  readonly fault: Rule['fault']
  readonly isItsStatus: boolean
}

/** Answers as a server of these settings would, `afterMs` virtual ms after its start. */
export async function askOnce(address: string, settings: Settings, afterMs = 0): Promise<Seen> {
  // Split ports open none here, but let refused connections be reported. No store: this reports a server's
  // initial state, not that of replicas.
  const { context, session, app } = await createSimulator({ ...settings, store: undefined, splitPorts: true })
  const { bases } = session.catalogue
  const path = pathOf(address, bases)
  passTime(session, afterMs)
  const place = locate(() => bases, path, undefined)
  const rules = session.scenario?.scenario.rules ?? []
  const facts = { hadRules: place.kind === 'base' && rules.length > 0, path, bases }
  const refusedBy = refusalOf(place, session)
  if (refusedBy !== undefined) return { ...NOTHING, ...facts, acted: actedOf(session, refusedBy, 'refuse') }
  const { time, never, waitedMs } = createSkippedTime()
  const fetch = createLocalFetch({ context, session, app, url: HOME, time })
  const method = place.kind === 'base' && place.endpoint !== undefined ? methodsOf(place.endpoint)[0] : 'GET'
  const reply = await receive(() => fetch(path, { method, signal: never }), never)
  const entry = session.journal.entries().at(-1)
  return { ...reply, ...facts, waitedMs: waitedMs(), acted: actedOf(session, entry?.rule, entry?.outcome) }
}

const NOTHING = { status: undefined, body: Buffer.alloc(0), isWhole: false, waitedMs: 0 } as const

const HOME = 'http://127.0.0.1:8650'
const OWN_HOST = /^(localhost|127(\.\d{1,3}){3}|\[::1\])(:\d+)?$/i

/** Also accepts a URL. */
function pathOf(address: string, bases: Bases): string {
  const whole = /^https?:\/\/([^/?]*)(.*)$/.exec(address)
  if (whole === null) return address.startsWith('/') ? address : `/${address}`
  const [, host, path] = whole
  if (OWN_HOST.test(host)) return path === '' ? '/' : path
  if (bases.ofHost(host) !== undefined) return address
  throw new UserError(
    'the simulator does not answer for this host',
    host,
    'write an address such as arbitrum/prices/tickers',
  )
}

function passTime({ clock }: Session, byMs: number): void {
  try {
    advanceClock(clock, byMs)
  } catch (error) {
    if (!(error instanceof ControlError)) throw error
    throw new UserError(error.message, '--after leads there', 'write a shorter time')
  }
}

function refusalOf(place: ReturnType<typeof locate>, session: Session): string | undefined {
  const { scenario } = session
  if (scenario === undefined || place.kind !== 'base') return undefined
  return closedPortsOf(scenario.scenario).closedBy(place.base, session.nowMs() - scenario.loadedAtMs)
}

/** Adds up waits instead of sleeping; `never` is aborted by a wait without an end. */
function createSkippedTime() {
  let waitedMs = 0
  const waiting = new AbortController()
  const time: HeldTime = {
    wait(ms) {
      if (ms === Number.POSITIVE_INFINITY) waiting.abort()
      else waitedMs += ms
      return Promise.resolve(waiting.signal.aborted)
    },
    elapsedMs: () => waitedMs,
  }
  return { time, never: waiting.signal, waitedMs: () => waitedMs }
}

async function receive(
  ask: () => Promise<Response>,
  never: AbortSignal,
): Promise<Pick<Seen, 'status' | 'body' | 'isWhole'>> {
  const parts: Uint8Array[] = []
  let status: number | undefined
  const soFar = (isWhole: boolean) => ({ status, body: Buffer.concat(parts), isWhole })
  try {
    const reply = await ask()
    status = reply.status
    for await (const part of reply.body ?? []) parts.push(part)
    return soFar(true)
  } catch (error) {
    if (never.aborted || isFailure(error)) return soFar(false)
    throw error
  }
}

function actedOf(
  { scenario }: Session,
  ruleId: string | null | undefined,
  outcome: string | undefined,
): Acted | undefined {
  const rule = scenario?.scenario.rules?.find((rule, index) => ruleIdOf(rule, index) === ruleId)
  if (rule === undefined || ruleId == null || outcome === UNCHANGED) return undefined
  const isItsStatus = outcome === 'timeout' || faultOf(rule.fault)?.stage.on === 'reply'
  return { ruleId, fault: rule.fault, isItsStatus }
}
