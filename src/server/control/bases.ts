/** The forecast for a request to each base address, and its traffic. */

import { type Endpoint, isServedAt, methodsOf } from '../../api/endpoints/define.js'
import { ENDPOINTS } from '../../api/endpoints/index.js'
import { OUTCOME_CLASSES } from '../../kit/outcome-class.js'
import * as z from '../../kit/zod.js'
import type { BaseAddress } from '../../market/catalogue/bases.js'
import { closedPortsOf } from '../../scenario/closed-ports.js'
import { faultInWords } from '../../scenario/describe-rule.js'
import { outcomeClassUnder } from '../../scenario/effect.js'
import { canChange, isTimeout } from '../../scenario/idle-faults.js'
import type { Rule } from '../../scenario/schema.js'
import { base, network } from '../../scenario/values.js'
import type { Session } from '../../session/session.js'
import { entryReply } from './entry-reply.js'

const fate = z.strictObject({
  endpoint: z.string(),
  rule: z.string().nullable().meta({ description: 'The rule that would fire, if any' }),
  what: z.string().meta({ description: '`data`, or what the rule does, for a person' }),
  met: z.enum(OUTCOME_CLASSES).meta({ description: 'Outcome for a client' }),
})

export const basesReply = z.strictObject({
  bases: z.array(
    z.strictObject({
      network,
      base,
      url: z.string(),
      endpoints: z.array(fate),
      perSecond: z.number().meta({ description: 'Requests per real second over the last five seconds' }),
      last: entryReply.nullable().meta({ description: 'The last request received there' }),
    }),
  ),
})

type EndpointForecast = z.output<typeof fate>

/** A part of `Controlled`. */
interface Server {
  readonly sessions: { readonly root: Session }
  readonly portBases: ReadonlyMap<number, BaseAddress>
}

/** `origin` is the server's address as the caller knows it. */
export function basesOf(
  session: Session,
  { sessions, portBases }: Server,
  origin: string,
): z.output<typeof basesReply> {
  const trafficAt = session.journal.traffic()
  const isRoot = session === sessions.root
  const ownPorts = new Map(isRoot ? [...portBases].map(([port, { prefix }]) => [prefix, port]) : [])
  const below = isRoot ? origin : `${origin}/s/${session.id}`
  const closedBy = closedNow(session)
  return {
    bases: session.catalogue.bases.addresses.map((address) => {
      const { network, base, prefix } = address
      const port = ownPorts.get(prefix)
      const closing = port === undefined ? undefined : closedBy(address)
      return {
        network,
        base,
        url: port === undefined ? `${below}/${prefix}` : origin.replace(/(:\d+)?$/, `:${port}`),
        endpoints: ENDPOINTS.filter((endpoint) => isServedAt(endpoint, address)).map((endpoint) =>
          closing === undefined
            ? fateOf(session, address, endpoint)
            : { endpoint: endpoint.id, rule: closing, what: 'refuses connections', met: 'broken' as const },
        ),
        ...trafficAt(network, base),
      }
    }),
  }
}

function closedNow(session: Session): (address: BaseAddress) => string | undefined {
  const { scenario: run } = session
  const ports = closedPortsOf(run?.scenario)
  return (address) => run && ports.closedBy(address, session.nowMs() - run.loadedAtMs)
}

function fateOf(session: Session, { network, base }: BaseAddress, endpoint: Endpoint): EndpointForecast {
  const { id, path } = endpoint
  const request = {
    network,
    base,
    endpoint: id,
    method: methodsOf(endpoint)[0],
    url: path,
    search: '',
    header: () => undefined,
    atMs: session.nowMs(),
  }
  const firing = session.scenario?.forecast(request, endpoint)
  if (firing === undefined || !canChange(firing, session.dialect, 200))
    return { endpoint: id, rule: null, what: 'data', met: 'good' }
  const rule = firing.ruleId
  if (isTimeout(firing, endpoint)) return { endpoint: id, rule, what: 'answers 504, timeout', met: 'error' }
  const fault = firing.options as Rule['fault']
  return { endpoint: id, rule, what: faultInWords(fault), met: outcomeClassUnder(fault) }
}
