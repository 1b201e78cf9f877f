/** Sends one request in process, without a port and without waiting, and returns what a client would receive. */

import { methodsOf } from '../../api/endpoints/define.js'
import { locate } from '../../api/routing/locate.js'
import { UserError } from '../../kit/errors.js'
import { UNCHANGED } from '../../kit/outcome-class.js'
import type { Bases } from '../../market/catalogue/bases.js'
import { closedPortsOf } from '../../scenario/closed-ports.js'
import { faultOf } from '../../scenario/faults/index.js'
import { ruleIdOf } from '../../scenario/rule-id.js'
import type { Rule } from '../../scenario/schema.js'
import type { Settings } from '../../server/config/resolve.js'
import type { HeldTime } from '../../server/http/local/connection.js'
import { isFailure } from '../../server/http/local/failures.js'
import { createLocalFetch } from '../../server/http/local/fetch.js'
import { createSimulator } from '../../server/simulator.js'
import type { Session } from '../../session/session.js'
import { moveOn } from './move-on.js'

export interface OneShotReply {
  readonly status: number | undefined
  readonly body: Buffer
  /** False for a reply that breaks off. */
  readonly isWhole: boolean
  /** Delay of the reply, in virtual ms. */
  readonly waitedMs: number
  readonly acted: ActingRule | undefined
  readonly hadRules: boolean
  readonly path: string
  readonly bases: Bases
}

export interface ActingRule {
  readonly ruleId: string
  readonly fault: Rule['fault']
  readonly isItsStatus: boolean
}

/** The reply of a server with these settings, `afterMs` virtual ms after its start. */
export async function requestOnce(address: string, settings: Settings, afterMs = 0): Promise<OneShotReply> {
  // Split ports open no port here, but report refused connections. No store: the state is that of a new server.
  const { context, session, app } = await createSimulator({ ...settings, store: undefined, splitPorts: true })
  const { bases } = session.catalogue
  const path = pathOf(address, bases)
  moveOn(session, afterMs)
  const target = locate(() => bases, path, undefined)
  const rules = session.scenario?.scenario.rules ?? []
  const facts = { hadRules: target.kind === 'base' && rules.length > 0, path, bases }
  const refusedBy = refusalOf(target, session)
  if (refusedBy !== undefined) return { ...NOTHING, ...facts, acted: actedOf(session, refusedBy, 'refuse') }
  const { time, never, waitedMs } = createSkippedTime()
  const fetch = createLocalFetch({ context, session, app, url: HOME, time })
  const method =
    target.kind === 'base' && target.endpoint !== undefined ? methodsOf(target.endpoint)[0] : 'GET'
  const reply = await receive(() => fetch(path, { method, signal: never }), never)
  const entry = session.journal.entries().at(-1)
  return { ...reply, ...facts, waitedMs: waitedMs(), acted: actedOf(session, entry?.rule, entry?.outcome) }
}

const NOTHING = { status: undefined, body: Buffer.alloc(0), isWhole: false, waitedMs: 0 } as const

const HOME = 'http://127.0.0.1:8650'
const OWN_HOST = /^(localhost|127(\.\d{1,3}){3}|\[::1\])(:\d+)?$/i

/** The path of an address or a URL. */
function pathOf(address: string, bases: Bases): string {
  const url = /^https?:\/\/([^/?]*)(.*)$/.exec(address)
  if (url === null) return address.startsWith('/') ? address : `/${address}`
  const [, host, path] = url
  if (OWN_HOST.test(host)) return path === '' ? '/' : path
  if (bases.ofHost(host) !== undefined) return address
  throw new UserError(
    'the simulator does not serve this host',
    host,
    'write an address such as arbitrum/prices/tickers',
  )
}

function refusalOf(target: ReturnType<typeof locate>, session: Session): string | undefined {
  const { scenario } = session
  if (scenario === undefined || target.kind !== 'base') return undefined
  return closedPortsOf(scenario.scenario).closedBy(target.base, session.nowMs() - scenario.loadedAtMs)
}

/** Adds up delays instead of sleeping; `never` is aborted by an infinite one. */
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
): Promise<Pick<OneShotReply, 'status' | 'body' | 'isWhole'>> {
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
): ActingRule | undefined {
  const rule = scenario?.scenario.rules?.find((rule, index) => ruleIdOf(rule, index) === ruleId)
  if (rule === undefined || ruleId == null || outcome === UNCHANGED) return undefined
  const isItsStatus = outcome === 'timeout' || faultOf(rule.fault)?.stage.on === 'reply'
  return { ruleId, fault: rule.fault, isItsStatus }
}
