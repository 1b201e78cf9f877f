/** Networks without requests, which the addresses panel folds into one line. */
import { OUTCOME_CLASSES, type OutcomeClass } from '../../../kit/outcome-class.js'
import type { BaseState } from '../replies.js'
import { forecastOf } from './forecast.js'

export interface Folding {
  readonly open: readonly BaseState[]
  readonly folded: readonly BaseState[]
}

/** Folds networks that nobody requested; before any request, all but the first. */
export function foldingOf(bases: readonly BaseState[]): Folding {
  const requested = new Set(bases.filter(({ last }) => last !== null).map(({ network }) => network))
  if (requested.size === 0 && bases.length > 0) requested.add(bases[0].network)
  return {
    open: bases.filter(({ network }) => requested.has(network)),
    folded: bases.filter(({ network }) => !requested.has(network)),
  }
}

/** Summary of folded addresses: `avalanche, botanix`, and how many are affected by a fault. */
export function foldedInWords(folded: readonly BaseState[]): {
  readonly names: string
  readonly met: OutcomeClass
  readonly what: string
} {
  const names = [...new Set(folded.map(({ network }) => network))].join(', ')
  const affected = folded.map(forecastOf).filter(({ met, where }) => met !== 'good' || where !== undefined)
  const met = affected.reduce<OutcomeClass>(
    (worst, one) => (OUTCOME_CLASSES.indexOf(one.met) > OUTCOME_CLASSES.indexOf(worst) ? one.met : worst),
    'good',
  )
  return {
    names,
    met,
    what: affected.length === 0 ? 'data' : `${affected.length} of ${folded.length} affected`,
  }
}
