import { OUTCOME_CLASSES, type OutcomeClass } from '../../../kit/outcome-class.js'
import { effectInWords, programOf } from '../outcomes.js'
import type { BaseState, EndpointFate, Entry } from '../replies.js'

export interface Forecast {
  readonly met: OutcomeClass
  /** `data`, or the fault that most endpoints meet. */
  readonly what: string
  /** The affected endpoints, where not all are. */
  readonly where: string | undefined
  readonly all: string
}

const MAX_NAMES = 2

export function forecastOf({ endpoints }: BaseState): Forecast {
  const all = endpoints
    .map(({ endpoint, what, rule }) => `${endpoint}: ${what}${rule === null ? '' : ` (${rule})`}`)
    .join('\n')
  const struck = endpoints.filter(({ rule, met }) => rule !== null || met !== 'good')
  if (struck.length === 0) return { met: 'good', what: 'data', where: undefined, all }
  const worst = struck.reduce((a, b) =>
    OUTCOME_CLASSES.indexOf(b.met) > OUTCOME_CLASSES.indexOf(a.met) ? b : a,
  )
  const same = struck.filter(({ what }) => what === worst.what)
  const where = same.length === endpoints.length ? undefined : endpointList(same, struck.length - same.length)
  return { met: worst.met, what: effectInWords(worst.what), where, all }
}

function endpointList(same: readonly EndpointFate[], others: number): string {
  const names = same.slice(0, MAX_NAMES).map(({ endpoint }) => endpoint)
  const more = same.length - names.length
  return `${names.join(', ')}${more > 0 ? ` +${more}` : ''}${others > 0 ? ', and other faults' : ''}`
}

/** The client of a request: its program, without the rest of a browser's user agent. */
export function clientOf({ userAgent, requestId, connection }: Entry): string {
  if (userAgent !== null) return programOf(userAgent)
  if (requestId !== null) return requestId
  return connection === null ? 'in process' : `connection ${connection}`
}
