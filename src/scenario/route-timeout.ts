/** Timeouts of the simulated routes: a delay that passes one ends there with 504, unless its rule says `routeTimeout: off`. */
import { type Endpoint, isServedAt } from '../api/endpoints/define.js'
import { ROUTED } from '../api/endpoints/index.js'
import { durationInWords } from '../kit/text/duration.js'
import { inSeries } from '../kit/text/words.js'
import { generationOf } from '../market/catalogue/bases.js'
import type { Firing } from './define.js'
import { delayBoundsMs, delayInWords } from './faults/delay.js'
import { isRelative, type Rule } from './match.js'

/** A rule, as far as its delay is concerned. */
export interface Delayed extends Pick<Rule, 'fault'> {
  readonly match?: Partial<Record<'base' | 'endpoint', readonly string[] | undefined>> | undefined
}

export function isTimeout({ delayMs, options }: Firing, endpoint: Endpoint | undefined): boolean {
  return !isOff(options as Rule['fault']) && delayMs >= (endpoint?.timeoutMs ?? Number.POSITIVE_INFINITY)
}

function isOff({ routeTimeout }: Rule['fault']): boolean {
  return routeTimeout === 'off'
}

/** Whether every request that a rule fires on ends at the timeout of its route. */
export function isAlwaysTimeout({ fault, match }: Delayed): boolean {
  if (fault.delay === undefined || isOff(fault)) return false
  const [leastMs] = delayBoundsMs(fault.delay)
  const all = endpointsOf(match)
  return all.length > 0 && all.every(({ timeoutMs }) => leastMs >= timeoutMs)
}

/** An outcome after its delay: `answers 503, delayed by 2 s`, or the 504 that it becomes. */
export function delayedInWords(outcome: string, rule: Delayed): string {
  const { fault, match } = rule
  const { delay } = fault
  if (delay === undefined) return outcome
  const words = `${outcome}, delayed by ${delayInWords(delay)}`
  const [, mostMs] = delayBoundsMs(delay)
  const all = endpointsOf(match)
  const late = all.filter(({ timeoutMs }) => mostMs >= timeoutMs)
  if (late.length === 0) return words
  if (isOff(fault)) return `${words}, past the timeout of the route`
  const limits = [...new Set(late.map(({ timeoutMs }) => timeoutMs))].sort((a, b) => a - b)
  const failure = `504 after ${inSeries(limits.map(durationInWords), 'or')}, the timeout of the route`
  if (isAlwaysTimeout(rule)) return `answers ${failure}, as the delay is ${delayInWords(delay)}`
  const ids = late.map(({ id }) => id)
  return `${words}, or ${failure}${ids.length < all.length ? ` of ${inSeries(ids, 'and')}` : ''}`
}

/** The endpoints that a match may be about. */
function endpointsOf({ endpoint, base }: Delayed['match'] = {}): readonly Endpoint[] {
  const isAnywhere = base === undefined || base.some(isRelative)
  return ROUTED.filter(
    (known: Endpoint) =>
      (endpoint === undefined || endpoint.includes(known.id)) &&
      (isAnywhere || base.some((name) => isServedAt(known, { generation: generationOf(name) }))),
  )
}
