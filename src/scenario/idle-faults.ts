/**
 * Whether a fault changes anything. A rule that fires and changes nothing must not be announced as if it had: what can be
 * known from schemas is refused when a scenario is read, the rest is known here when a request is answered.
 */
import { DIALECTS, type Dialect, type Endpoint } from '../endpoints/define.js'
import { ENDPOINTS } from '../endpoints/index.js'
import { layoutOf } from '../endpoints/layout.js'
import type { World } from '../world/world.js'
import type { Fault, Firing } from './define.js'
import { faultOf } from './faults/index.js'
import type { Scenario } from './schema.js'

/** Whether a fault can change anything about a good reply of an endpoint in a dialect. */
export function isEffective(fault: Fault, options: unknown, endpoint: Endpoint, dialect: Dialect): boolean {
  return fault.acts?.(options, endpoint, dialect) ?? true
}

/**
 * Whether a firing can change the reply, which would have `status` without it. Where not, the reply is to be sent as if
 * no rule had fired. Where it can, an edit may still change nothing, see `editReply`.
 */
export function canChange({ fault, options, context }: Firing, dialect: Dialect, status: number): boolean {
  if (fault === undefined) return true
  const { stage } = fault
  const isGood = status === 200 && context.endpoint !== undefined
  if (stage.on === 'code') return true
  if (!isGood) return stage.on === 'reply' || (stage.on === 'connection' && stage.goodOnly !== true)
  return isEffective(fault, options, context.endpoint, dialect)
}

/** Whether a rule keeps a request for so long that its endpoint gives up first. */
export function isTimeout({ delayMs }: Firing, endpoint: Endpoint | undefined): boolean {
  return delayMs >= (endpoint?.timeoutMs ?? Number.POSITIVE_INFINITY)
}

/** What an edit makes of the body of a good reply; undefined where it changes nothing. */
export async function editReply(
  body: Buffer,
  { fault, options, context }: Firing,
  world: World,
  dialect: Dialect,
): Promise<Buffer | undefined> {
  if (fault?.stage.on !== 'edit' || context.endpoint === undefined) return undefined
  const value: unknown = JSON.parse(body.toString())
  // Of the value, not of the body: a number can be written in several ways.
  const before = JSON.stringify(value)
  const layout = layoutOf(context.endpoint, dialect)
  const edited = await fault.stage.edit(value, options, { ...context, world, network: world.network, layout })
  const after = JSON.stringify(edited)
  return after === before ? undefined : Buffer.from(after)
}

export interface IdleFault {
  /** The rule's place in the file, and the key of its fault. */
  readonly rule: number
  readonly key: string
  readonly message: string
}

/** The faults that can change nothing about any reply that their rules match, with what to write instead. */
export function idleFaultsOf({ rules = [], dialect }: Scenario): IdleFault[] {
  const dialects = dialect === undefined ? DIALECTS : [dialect]
  return rules.flatMap(({ match, fault: options }, rule) => {
    const fault = faultOf(options)
    if (fault?.acts === undefined) return []
    const able = ENDPOINTS.filter((endpoint) =>
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
