/** Effect of faults on clients, from what each fault declares. */

import { DIALECTS, type Dialect, type Endpoint } from '../api/endpoints/define.js'
import { ROUTED } from '../api/endpoints/index.js'
import { layoutOf } from '../api/endpoints/layout.js'
import type { Reply } from '../api/routing/reply.js'
import { BROKEN, type Effect, type OutcomeClass, plainEffect } from '../kit/outcome-class.js'
import { isJson } from '../kit/text/words.js'
import type { World } from '../market/world/types.js'
import { actsOnFrames, type Fault, type Firing } from './define.js'
import { faultOf } from './faults/index.js'
import { hasNamedRows, isNamedBy, namedRowsOf, onlyOf, withNamedRows } from './named-rows.js'
import { type Delayed, isAlwaysTimeout } from './route-timeout.js'
import type { Rule, Scenario } from './schema.js'

/** Effect of a fault on a reply with `status`; of a plain delay if there is no fault. */
export function effectOf(fault: Fault | undefined, options: unknown, status: number | null): Effect {
  const plain = plainEffect(status)
  if (fault === undefined) return plain
  const { outcomeClass, flaw } = fault
  const met = typeof outcomeClass === 'function' ? outcomeClass(options) : outcomeClass
  // Errors remain errors, whatever else a fault does.
  const isData = met === 'good' || met === 'wrong'
  if (isData && plain.met !== 'good') return plain
  return { met, flaw: isData ? flaw : null }
}

/** Effect of user code that made `reply` from the original. */
export function effectOfCode(fault: Fault, options: unknown, reply: Reply, original: Reply): Effect {
  const plain = plainEffect(reply.status)
  const isUnchanged = reply.body === original.body && original.status < 400
  if (plain.met !== 'good' || isUnchanged) return plain
  const isReadable = reply.status >= 300 || isJson(reply.body.toString())
  return isReadable ? effectOf(fault, options, reply.status) : BROKEN
}

/** Outcome class of a data request on which a rule with this match fires. */
export function outcomeClassUnder(rule: Delayed): OutcomeClass {
  return isAlwaysTimeout(rule) ? 'error' : effectOf(faultOf(rule.fault), rule.fault, 200).met
}

/** Key of a rule's fault; `delay` for one that only delays. */
export function faultKeyOf(fault: Rule['fault']): string {
  return faultOf(fault)?.key ?? 'delay'
}

/** Whether a fault can change a good reply of an endpoint in a dialect. */
export function isEffective(fault: Fault, options: unknown, endpoint: Endpoint, dialect: Dialect): boolean {
  const hasRows = onlyOf(options) === undefined || hasNamedRows(layoutOf(endpoint, dialect))
  return hasRows && (fault.acts?.(options, endpoint, dialect) ?? true)
}

/**
 * Whether a firing can change a reply with `status`. If not, the reply is sent as if no rule had fired. If so, an edit may still
 * change nothing, see `editReply`.
 */
export function canChange({ fault, options, context }: Firing, dialect: Dialect, status: number): boolean {
  if (fault === undefined || fault.stage.on === 'code') return true
  const { stage } = fault
  const { endpoint } = context
  if (status === SWITCHING && endpoint !== undefined) {
    if (!actsOnFrames(fault)) return stage.on === 'reply' || (stage.on === 'connection' && !stage.bodyOnly)
    const isSpared = stage.on === 'stream' && stage.sparesNew?.(options) === true
    return !isSpared && isEffective(fault, options, endpoint, dialect)
  }
  if (status !== 200 || endpoint === undefined)
    return stage.on === 'reply' || (stage.on === 'connection' && stage.goodOnly !== true)
  return isEffective(fault, options, endpoint, dialect)
}

/** Status of a handshake that opens a stream. */
export const SWITCHING = 101

/** The edited body of a good reply; undefined if unchanged. `earlier` is the one whose rows an as-of fault mixes in. */
export async function editReply(
  body: Buffer,
  { fault, options, context }: Firing,
  world: World,
  dialect: Dialect,
  earlier?: Buffer,
): Promise<Buffer | undefined> {
  if (fault === undefined || context.endpoint === undefined) return undefined
  const value: unknown = JSON.parse(body.toString())
  // Compares values, not bytes: numbers have several spellings.
  const before = JSON.stringify(value)
  const { network } = world
  const layout = layoutOf(context.endpoint, dialect)
  const names = onlyOf(options)
  const isNamed = names && isNamedBy(names, network)
  const narrow = (part: unknown) => (isNamed === undefined ? part : namedRowsOf(part, layout, isNamed))
  const source = narrow(earlier === undefined ? value : JSON.parse(earlier.toString()))
  const { stage } = fault
  const edited =
    stage.on === 'edit' ? await stage.edit(source, options, { ...context, world, network, layout }) : source
  const after = JSON.stringify(isNamed === undefined ? edited : withNamedRows(value, edited, layout, isNamed))
  return after === before ? undefined : Buffer.from(after)
}

/** Faults that cannot change any reply that their rules match: index of the rule, key of its fault, and a hint. */
export function idleFaultsOf({ rules = [], dialect }: Scenario) {
  const dialects = dialect === undefined ? DIALECTS : [dialect]
  return rules.flatMap(({ match, fault: options }, rule) => {
    const fault = faultOf(options)
    if (fault === undefined || (fault.acts ?? onlyOf(options)) === undefined) return []
    const able = ROUTED.filter((endpoint) =>
      dialects.some((dialect) => isEffective(fault, options, endpoint, dialect)),
    ).map(({ id }) => id)
    const named = match?.endpoint
    if (named === undefined ? able.length > 0 : named.some((id) => able.some((other) => other === id)))
      return []
    const place = named === undefined ? `in the ${dialect} dialect` : `in replies of ${named.join(' and ')}`
    const hint =
      able.length === 0
        ? `leave the rule out, or the dialect ${dialect}`
        : `write ${able.length === 1 ? '' : 'some of '}${able.join(', ')} as the endpoint`
    const { key } = fault
    const option = (options as Readonly<Record<string, unknown>>)[key]
    const written = typeof option === 'string' ? `${key}: ${option}` : key
    return [{ rule, key, message: `${written} changes nothing ${place}: ${hint}` }]
  })
}
