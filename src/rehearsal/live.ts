/** Live events of a rehearsal: phases, and bases that fail or recover. */

import { isAnswered, isFailed, type PhaseName, type TimelineRequest } from '../grading/timeline.js'
import { durationInWords } from '../kit/text/duration.js'
import type { ScenarioReport } from './report.js'

export type LiveEvent = { readonly part: string } & (
  | { readonly kind: 'phase'; readonly name: PhaseName; readonly atMs: number; readonly lastsMs: number }
  | { readonly kind: 'change'; readonly atMs: number; readonly text: string }
  | { readonly kind: 'blocks' }
  | { readonly kind: 'output'; readonly line: string; readonly isError: boolean }
  | { readonly kind: 'waiting' }
  | { readonly kind: 'end'; readonly report: ScenarioReport }
  | { readonly kind: 'left-out' }
)

/** Reports changes of state only: repeated failures of a base are silent. */
export function createNarrator(
  say: (atMs: number, text: string) => void,
): (request: TimelineRequest) => void {
  const states = new Map<string, 'well' | 'failing' | 'wrong'>()
  /** Time of the first reported failure without a success since, by network. */
  const failedMs = new Map<string, number>()
  return (request) => {
    const { network, base } = request.asked
    const place = `${network} ${base}`
    const before = states.get(place) ?? 'well'
    const atMs = request.endMs ?? request.atMs
    if (isFailed(request)) {
      states.set(place, 'failing')
      if (before === 'failing') return
      say(atMs, `${place}: first ${failureInWords(request)}`)
      if (!failedMs.has(network)) failedMs.set(network, atMs)
    } else if (isAnswered(request)) {
      const { met, outcome } = request.fate
      states.set(place, met === 'wrong' ? 'wrong' : 'well')
      const since = failedMs.get(network)
      failedMs.delete(network)
      if (met === 'wrong') {
        if (before !== 'wrong') say(atMs, `${place}: first reply with wrong data (${outcome})`)
      } else if (since !== undefined)
        say(atMs, `${place}: first good answer, ${durationInWords(atMs - since)} later`)
      else if (before !== 'well')
        say(atMs, `${place}: ${before === 'failing' ? 'answers again' : 'right data again'}`)
    }
  }
}

function failureInWords({ fate: { met, status, outcome }, end }: TimelineRequest): string {
  if (met === 'error') return String(status)
  if (met === 'good' || met === 'wrong') return end === 'given-up' ? 'reply that was not waited for' : outcome
  return met === 'silent' ? 'request without an answer' : `broken reply (${outcome})`
}
