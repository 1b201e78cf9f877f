/** The forecast for a request to each base address, and its traffic. */

import * as z from 'zod'
import { type Endpoint, isServedAt, methodsOf } from '../../api/endpoints/define.js'
import { ROUTED } from '../../api/endpoints/index.js'
import type { ApiRequest } from '../../api/routing/request.js'
import { OUTCOME_CLASSES } from '../../kit/outcome-class.js'
import type { BaseAddress } from '../../market/catalogue/bases.js'
import { closedPortsOf } from '../../scenario/closed-ports.js'
import type { Firing } from '../../scenario/define.js'
import { faultInWords, triggerInWords } from '../../scenario/describe-rule.js'
import { canChange, outcomeClassUnder, SWITCHING } from '../../scenario/effect.js'
import { isTimeout } from '../../scenario/route-timeout.js'
import { countsBefore, type RulesRun, type ScenarioRun } from '../../scenario/run.js'
import type { Counted } from '../../scenario/running-rule.js'
import type { Rule } from '../../scenario/schema.js'
import { base, network } from '../../scenario/values.js'
import type { JournalRecord } from '../../session/journal/entry.js'
import type { Session } from '../../session/session.js'
import { MAX_KEPT_RUNS } from '../../session/session-settings.js'
import { type Controlled, defineCall, instant } from './define.js'
import { entryReply, toRequest } from './journal-replies.js'

const fate = z.strictObject({
  endpoint: z.string(),
  rule: z.string().nullable().describe('The rule that would fire, if any'),
  what: z.string().describe('`data`, or what the rule does, for a person'),
  met: z.enum(OUTCOME_CLASSES).describe('Outcome for a client'),
})

export const basesReply = z.strictObject({
  bases: z.array(
    z.strictObject({
      network,
      base,
      url: z.string(),
      endpoints: z.array(fate),
      perSecond: z.number().describe('Requests per real second over the last five seconds'),
      last: entryReply.nullable().describe('The last request received there'),
    }),
  ),
})

type EndpointForecast = z.output<typeof fate>
type Server = Pick<Controlled, 'sessions' | 'portBases'>

/** `origin` is the server's address as the caller knows it. */
export function basesOf(session: Session, server: Server, origin: string): z.output<typeof basesReply> {
  const trafficAt = session.journal.traffic()
  const below = session === server.sessions.root ? origin : `${origin}/s/${session.id}`
  const { scenario: run } = session
  const nowMs = session.nowMs()
  const ports = portsOf(session, server)
  const fatesAt = fatesUnder(run, ports, nowMs)
  return {
    bases: session.catalogue.bases.addresses.map((address) => {
      const { network, base, prefix } = address
      const port = ports.get(prefix)
      const fateOf = (endpoint: Endpoint) =>
        fateUnder(session, endpoint, run?.forecast(plainRequest(address, endpoint, nowMs), endpoint))
      return {
        network,
        base,
        url: port === undefined ? `${below}/${prefix}` : origin.replace(/(:\d+)?$/, `:${port}`),
        endpoints: fatesAt(address, fateOf),
        ...trafficAt(network, base),
      }
    }),
  }
}

/** The ports of a session's base addresses that have one of their own, by prefix. */
function portsOf(session: Session, { portBases }: Server): ReadonlyMap<string, number> {
  const own = [...portBases].filter(([, port]) => port.session === session)
  return new Map(own.map(([port, { base }]) => [base.prefix, port]))
}

/** The fates of a request to each endpoint of an address, unless its port is closed. */
function fatesUnder(run: ScenarioRun | undefined, ports: ReadonlyMap<string, number>, atMs: number) {
  const { closedBy } = closedPortsOf(run, atMs)
  return <Fate>(address: BaseAddress, fateOf: (endpoint: Endpoint) => Fate): (Fate | EndpointForecast)[] => {
    const rule = ports.has(address.prefix) ? closedBy(address) : undefined
    const closed = rule && {
      rule: rule.id,
      what: rule.fault['connect'] === undefined ? 'refuses connections' : 'accepts no connection',
      met: outcomeClassUnder(rule),
    }
    return ROUTED.filter((endpoint) => isServedAt(endpoint, address)).map((endpoint) =>
      closed === undefined ? fateOf(endpoint) : { endpoint: endpoint.id, ...closed },
    )
  }
}

/** A request that rules decide on without a client's headers and query. */
function plainRequest({ network, base }: BaseAddress, endpoint: Endpoint, atMs: number): ApiRequest {
  const { id, path } = endpoint
  const method = methodsOf(endpoint)[0]
  return { network, base, endpoint: id, method, url: path, search: '', header: () => undefined, atMs }
}

function fateUnder(
  { dialect }: Pick<Session, 'dialect'>,
  endpoint: Endpoint,
  firing: Firing | undefined,
): EndpointForecast {
  const { id } = endpoint
  if (firing === undefined || !canChange(firing, dialect, endpoint.isStream ? SWITCHING : 200))
    return { endpoint: id, rule: null, what: 'data', met: 'good' }
  const rule = firing.ruleId
  if (isTimeout(firing, endpoint)) return { endpoint: id, rule, what: 'answers 504, timeout', met: 'error' }
  const acting = { fault: firing.options as Rule['fault'], match: { endpoint: [id] } }
  return { endpoint: id, rule, what: faultInWords(acting), met: outcomeClassUnder(acting) }
}

const pastBasesReply = z.strictObject({
  at: z.iso.datetime().describe('The instant, virtual time'),
  bases: z.array(
    z.strictObject({
      network,
      base,
      endpoints: z.array(
        fate.extend({
          rule: z.string().nullable().describe('The rule that decides, if any'),
          what: z.string().describe('`data`, what the rule does, or why it is not known'),
          met: z.enum(OUTCOME_CLASSES).nullable().describe('Outcome for a client; null if it is not known'),
        }),
      ),
    }),
  ),
})

type PastBases = z.output<typeof pastBasesReply>
type PastFate = PastBases['bases'][number]['endpoints'][number]

function pastBasesOf(session: Session, server: Server, atMs: number): PastBases {
  const run = runAt(session, atMs)
  const known = typeof run === 'object' ? run : undefined
  const counts = known && countsAt(session, known, atMs)
  const fatesAt = fatesUnder(known, portsOf(session, server), atMs)
  const fateOf = (address: BaseAddress, endpoint: Endpoint): PastFate => {
    if (run === 'unknown') return { endpoint: endpoint.id, rule: null, what: UNKNOWN_SCENARIO, met: null }
    if (run === 'none') return fateUnder(session, endpoint, undefined)
    return fateIn(session, run, counts, address, endpoint, atMs)
  }
  return {
    at: new Date(atMs).toISOString(),
    bases: session.catalogue.bases.addresses.map((address) => ({
      network: address.network,
      base: address.base,
      endpoints: fatesAt(address, (endpoint) => fateOf(address, endpoint)),
    })),
  }
}

const UNKNOWN_SCENARIO = 'not known: another scenario may have been loaded'

/** Ends of scenarios are not kept: before the current one was loaded, only the absence of any other is certain. */
function runAt({ scenario, runs }: Session, atMs: number): ScenarioRun | 'none' | 'unknown' {
  if (scenario !== undefined && atMs >= scenario.loadedAtMs) return scenario
  const isEarlier = runs.some(({ rules }) => rules.id !== scenario?.id && rules.loadedAtMs <= atMs)
  return isEarlier || runs.length >= MAX_KEPT_RUNS ? 'unknown' : 'none'
}

function fateIn(
  session: Session,
  run: ScenarioRun,
  counts: ReadonlyMap<string, Counted> | undefined,
  address: BaseAddress,
  endpoint: Endpoint,
  atMs: number,
): PastFate {
  const request = plainRequest(address, endpoint, atMs)
  const elapsedMs = atMs - run.loadedAtMs
  for (const rule of run.rulesFor(request)) {
    if (!rule.matches(request) || !rule.isInTime(elapsedMs)) continue
    const counted = rule.bucket === undefined ? counts?.get(rule.id) : undefined
    if (rule.isCounted && counted === undefined) {
      const trigger = triggerInWords(rule.rule.when)
      const words = [
        faultInWords({ ...rule.rule, match: { endpoint: [endpoint.id] } }),
        ...(trigger === '' ? [] : [trigger]),
      ].join(', ')
      return { endpoint: endpoint.id, rule: rule.id, what: `depends on count: ${words}`, met: null }
    }
    if (rule.isCounted && rule.obstacleTo(request, elapsedMs, counted) !== undefined) continue
    // As if it had never fired.
    const fired = { call: (counted?.matched ?? 0) + 1, firstFiredAtMs: atMs, waitMs: 0 }
    return fateUnder(session, endpoint, rule.firing(endpoint, atMs, fired))
  }
  return fateUnder(session, endpoint, undefined)
}

/** The counts of the rules at an instant; undefined unless all requests since then are known. */
function countsAt(session: Session, run: RulesRun, atMs: number): ReadonlyMap<string, Counted> | undefined {
  const { journal } = session
  if (atMs > session.nowMs()) return undefined
  const since: JournalRecord[] = []
  let laterMs = Number.POSITIVE_INFINITY
  let isReached = false
  for (const line of journal.newestFirst()) {
    // The clock went back: the instant passed twice.
    if (line.atMs > laterMs) return undefined
    laterMs = line.atMs
    isReached = line.atMs < atMs
    if (isReached) break
    if (line.run === run.id) since.push(line)
  }
  const needsQuery = run.all.some(({ rule }) => rule.match?.query !== undefined)
  const requests = since.map(toRequest)
  if (needsQuery && requests.some(({ isWhole }) => !isWhole)) return undefined
  const counts = countsBefore(run, requests)
  // Without an earlier entry, only zero proves that none was evicted or cleared.
  const isWhole = isReached || [...counts.values()].every(({ matched }) => matched === 0)
  return isWhole ? counts : undefined
}

export const basesCalls = [
  defineCall('GET /bases', {
    about:
      'Forecast of the reply to a plain request at each base address, by endpoint, with its request rate and last client. Counts nothing.',
    reads: ['journal', 'rules'],
    reply: basesReply,
    run: ({ session, control, origin }) => basesOf(session, control, origin),
  }),
  defineCall('GET /bases/past', {
    about:
      'Replies of each base address at an instant in the past; `depends on count` where requests are no longer known.',
    reads: ['journal', 'rules'],
    query: z.strictObject({
      at: instant.default('now').describe('Virtual time, ISO 8601 or Unix seconds; default: now'),
    }),
    reply: pastBasesReply,
    run: ({ session, control, query: { at } }) =>
      pastBasesOf(session, control, at === 'now' ? session.nowMs() : at),
  }),
]
