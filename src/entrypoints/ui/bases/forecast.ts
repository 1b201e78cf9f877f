/** Forecast of the responses of base addresses, in words. */
import { OUTCOME_CLASSES, type OutcomeClass } from '../../../kit/outcome-class.js'
import type { BaseState, PastFate } from '../replies.js'
import { effectInWords } from '../words.js'

interface Forecast {
  /** Null if it is not known. */
  readonly met: OutcomeClass | null
  /** `data`, or the fault that most endpoints meet. */
  readonly what: string
  /** The affected endpoints, where not all are. */
  readonly where: string | undefined
  readonly all: string
}

const MAX_NAMES = 2

export function forecastOf({ endpoints }: { readonly endpoints: readonly PastFate[] }): Forecast {
  const all = endpoints
    .map(({ endpoint, what, rule }) => `${endpoint}: ${what}${rule === null ? '' : ` (${rule})`}`)
    .join('\n')
  const struck = endpoints.filter(({ rule, met }) => rule !== null || met !== 'good')
  if (struck.length === 0) return { met: 'good', what: 'data', where: undefined, all }
  const worst = struck.reduce((a, b) => (badnessOf(b) > badnessOf(a) ? b : a))
  const same = struck.filter(({ what }) => what === worst.what)
  const where = same.length === endpoints.length ? undefined : endpointList(same, struck.length - same.length)
  return { met: worst.met, what: effectInWords(worst.what), where, all }
}

/** Ranks an outcome; an unknown one is the worst, as it may be any. */
const badnessOf = ({ met }: Pick<Forecast, 'met'>): number =>
  met === null ? OUTCOME_CLASSES.length : OUTCOME_CLASSES.indexOf(met)

function endpointList(same: readonly PastFate[], others: number): string {
  const names = same.slice(0, MAX_NAMES).map(({ endpoint }) => endpoint)
  const more = same.length - names.length
  return `${names.join(', ')}${more > 0 ? ` +${more}` : ''}${others > 0 ? ', and other faults' : ''}`
}

/** A base with its responses at the shown instant. */
export type ShownBase = Omit<BaseState, 'endpoints'> & { readonly endpoints: readonly PastFate[] }

/** Folds networks that nobody requested; before any request, all but the first. Networks on which the scenario acts come first. */
export function foldingOf(bases: readonly ShownBase[], isStruck: (base: ShownBase) => boolean) {
  const requested = new Set(bases.filter(({ last }) => last !== null).map(({ network }) => network))
  const [top] = bases
  if (requested.size === 0 && top !== undefined) requested.add(top.network)
  const struck = new Set(bases.filter(isStruck).map(({ network }) => network))
  const open = bases.filter(({ network }) => requested.has(network))
  const isFirst = ({ network }: ShownBase) => struck.has(network)
  return {
    open: [...open.filter(isFirst), ...open.filter((base) => !isFirst(base))],
    folded: bases.filter(({ network }) => !requested.has(network)),
  }
}

/** Summary of folded addresses: `avalanche, botanix`, and how many are affected by a fault. */
export function foldedInWords(folded: readonly ShownBase[]) {
  const names = [...new Set(folded.map(({ network }) => network))].join(', ')
  const affected = folded.map(forecastOf).filter(({ met, where }) => met !== 'good' || where !== undefined)
  const [worst] = affected.sort((a, b) => badnessOf(b) - badnessOf(a))
  const what = affected.length === 0 ? 'data' : `${affected.length} of ${folded.length} affected`
  return { names, met: worst === undefined ? 'good' : worst.met, what }
}

/** The ways to break an address with one press. */
export const BREAKAGES = [
  { label: 'hang', about: 'hangs', fault: { hang: true } },
  { label: '429', about: 'rate-limited', fault: { status: 429, retryAfter: '5s' } },
  { label: '503', about: 'down', fault: { status: 503 } },
  { label: 'slow', about: 'slow by 3 s', fault: { delay: '3s' } },
  { label: 'stale', about: 'stale', fault: { stale: 'frozen' } },
] as const
