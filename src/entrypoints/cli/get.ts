/** `gmx-sim get`: prints one reply, and on stderr the rule that acted on it. */

import { fstatSync } from 'node:fs'
import { isServedAt, methodsOf, routePathsOf } from '../../api/endpoints/define.js'
import { ENDPOINTS } from '../../api/endpoints/index.js'
import { type BaseTarget, locate, pathOf } from '../../api/routing/locate.js'
import { errorTextOf } from '../../api/routing/reply.js'
import { UserError } from '../../kit/errors.js'
import { UNCHANGED } from '../../kit/outcome-class.js'
import { durationInWords, formatDuration } from '../../kit/text/duration.js'
import { printable } from '../../kit/text/words.js'
import type { Bases } from '../../market/catalogue/bases.js'
import { closedPortsNow } from '../../scenario/closed-ports.js'
import { faultInWords } from '../../scenario/describe-rule.js'
import { faultOf } from '../../scenario/faults/index.js'
import { suggestion } from '../../scenario/read/hints.js'
import type { Settings } from '../../server/config/resolve.js'
import type { HeldTime } from '../../server/http/local/connection.js'
import { isFailure } from '../../server/http/local/failures.js'
import { createLocalFetch } from '../../server/http/local/fetch.js'
import { suggestPath } from '../../server/http/unmatched.js'
import { createSimulator } from '../../server/simulator.js'
import type { JournalEntry } from '../../session/journal/entry.js'
import type { Session } from '../../session/session.js'
import { moveOn } from './move-on.js'
import { warn } from './output.js'

/** Throws a UserError for a request that the service refuses; sets exit code 5 if a scenario prevents a complete 2xx reply. */
export async function get(address: string, settings: Settings, afterMs: number | undefined): Promise<void> {
  const reply = await requestOnce(address, settings, afterMs)
  const { status, body, isWhole, acted, hadRules } = reply
  const isRefused = isWhole && acted?.isItsStatus !== true && status !== undefined && status >= 400
  if (isRefused && status === 404) throw notFound(reply.path, reply.bases)
  process.stdout.write(body)
  if (body.length > 0 && (process.stdout.isTTY || isSharedWithStderr())) process.stdout.write('\n')
  const host = /^https?:\/\/([^/?#]*)/i.exec(address)?.[1]
  if (host !== undefined) warn(`simulated in this process: nothing was sent to ${printable(host)}`)
  if (isRefused) throw new UserError(`the reply would be ${status}`, errorTextOf(body), 'correct the query')
  if (acted !== undefined) {
    warn(inWords(reply))
    if (!isWhole || status === undefined || status >= 300) process.exitCode = 5
  } else if (hadRules)
    warn(
      afterMs === undefined
        ? 'no rule of the scenario acts on this request at its start; try a later one with --after 30s'
        : `no rule of the scenario acts on this request ${formatDuration(afterMs)} after its start`,
    )
}

/** Whether messages appear in the same file or pipe, as with `2>&1`. */
function isSharedWithStderr(): boolean {
  const [stdout, stderr] = [fstatSync(1), fstatSync(2)]
  return stdout.ino !== 0 && stdout.ino === stderr.ino && stdout.dev === stderr.dev
}

function inWords({ status, body, isWhole, waitedMs, acted }: OneShotReply): string {
  const delay = waitedMs < 1 ? '' : ` after ${durationInWords(Math.round(waitedMs))}`
  const cut = isWhole ? '' : `, truncated after ${body.length} bytes`
  const outcome = status === undefined ? 'no reply' : `the reply would be ${status}${delay}${cut}`
  return acted === undefined ? '' : `${outcome}: rule ${acted.ruleId} ${faultInWords(acted)}`
}

function notFound(path: string, bases: Bases): UserError {
  const target = locate(() => bases, path, undefined)
  if (target.kind !== 'base')
    return new UserError('no base address', path, suggestPath(path, bases).replace(' /', ' '))
  const { base, url } = target
  const paths = ENDPOINTS.filter((endpoint) => isServedAt(endpoint, base)).map(({ path }) => path)
  const hint = suggestion(pathOf(url), paths, `write one of ${paths.join(', ')}`)
  return new UserError('no such path', url, hint)
}

type OneShotReply = Awaited<ReturnType<typeof requestOnce>>

/** The reply of a server with these settings, `afterMs` virtual ms after its start; in process, without a port and without waiting. */
export async function requestOnce(address: string, settings: Settings, afterMs = 0) {
  // Split ports open no port here, but report refused connections. No store: the state is that of a new server.
  const simulator = await createSimulator({ ...settings, store: undefined, splitPorts: true })
  const { session } = simulator
  const { bases } = session.catalogue
  const path = addressPath(address, bases)
  moveOn(session, afterMs)
  const target = locate(() => bases, path, undefined)
  const rules = session.scenario?.scenario.rules ?? []
  const facts = { hadRules: target.kind === 'base' && rules.length > 0, path, bases }
  const refusedBy = target.kind === 'base' ? closedPortsNow(session).closedBy(target.base)?.id : undefined
  const nothing = { status: undefined, body: Buffer.alloc(0), isWhole: false, waitedMs: 0 }
  if (refusedBy !== undefined)
    return { ...nothing, ...facts, acted: actedOf(session, { rule: refusedBy, outcome: 'refuse' }) }
  const { time, never, waitedMs } = createSkippedTime()
  const fetch = createLocalFetch(simulator, session, HOME, { time })
  const method = target.kind === 'base' ? methodFor(target) : 'GET'
  const reply = await receive(() => fetch(path, { method, signal: never }), never)
  const entry = session.journal.entries().at(-1)
  // `isWhole` is false for a reply that breaks off; `waitedMs` is its delay, in virtual ms.
  return { ...reply, ...facts, waitedMs: waitedMs(), acted: actedOf(session, entry ?? {}) }
}

/** The method of the endpoint at a path; GET where there is none. */
function methodFor({ base, url }: BaseTarget): string {
  const endpoint = ENDPOINTS.find(
    (each) => isServedAt(each, base) && routePathsOf(each).includes(pathOf(url)),
  )
  return endpoint === undefined ? 'GET' : methodsOf(endpoint)[0]
}

const HOME = 'http://127.0.0.1:8650'
const OWN_HOST = /^(localhost|127(\.\d{1,3}){3}|\[::1\])(:\d+)?$/i

/** The path of an address or a URL. */
function addressPath(address: string, bases: Bases): string {
  const url = /^https?:\/\/([^/?]*)(.*)$/.exec(address)
  if (url === null) return address.startsWith('/') ? address : `/${address}`
  const [, host = '', path = ''] = url
  if (OWN_HOST.test(host)) return path === '' ? '/' : path
  if (bases.ofHost(host) !== undefined) return address
  throw new UserError(
    'the simulator does not serve this host',
    host,
    'write an address such as arbitrum/prices/tickers',
  )
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

async function receive(ask: () => Promise<Response>, never: AbortSignal) {
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

type Decided = Partial<Pick<JournalEntry, 'rule' | 'outcome' | 'endpoint'>>

function actedOf({ scenario }: Session, { rule: ruleId, outcome, endpoint }: Decided) {
  const rule = scenario?.scenario.rules?.find(({ id }) => id === ruleId)
  if (rule === undefined || ruleId == null || outcome === UNCHANGED) return undefined
  const isItsStatus = outcome === 'timeout' || faultOf(rule.fault)?.stage.on === 'reply'
  return { ruleId, fault: rule.fault, match: { endpoint: [endpoint ?? []].flat() }, isItsStatus }
}
