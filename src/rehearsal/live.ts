/** What is said of a rehearsal while it goes on: a line for each phase, and for each base that fails or answers again. */
import { timeInWords } from './checks/define.js'
import type { ScenarioReport } from './report.js'
import { isAnswered, isFailed, type PhaseName, type TimelineRequest } from './timeline.js'

export type LiveEvent =
  | {
      readonly kind: 'phase'
      readonly part: string
      readonly name: PhaseName
      readonly atMs: number
      readonly lastsMs: number
    }
  | { readonly kind: 'change'; readonly part: string; readonly atMs: number; readonly text: string }
  | { readonly kind: 'output'; readonly part: string; readonly line: string; readonly isError: boolean }
  | { readonly kind: 'waiting'; readonly part: string }
  | { readonly kind: 'end'; readonly part: string; readonly report: ScenarioReport }

/** Told of each request when it has ended, says what has changed by it. */
export function createNarrator(
  say: (atMs: number, text: string) => void,
): (request: TimelineRequest) => void {
  const isWell = new Map<string, boolean>()
  const failedMs = new Map<string, number>()
  return (request) => {
    const { network, base } = request.asked
    const place = `${network} ${base}`
    const atMs = request.endMs ?? request.atMs
    if (isFailed(request)) {
      if (isWell.get(place) !== false) say(atMs, `${place}: first ${failureInWords(request)}`)
      isWell.set(place, false)
      if (!failedMs.has(network)) failedMs.set(network, atMs)
    } else if (isAnswered(request)) {
      const since = failedMs.get(network)
      if (since !== undefined) {
        failedMs.delete(network)
        say(atMs, `${place}: first good answer, ${timeInWords(atMs - since)} later`)
      } else if (isWell.get(place) === false) say(atMs, `${place}: answers again`)
      isWell.set(place, true)
    }
  }
}

function failureInWords({ fate: { met, status, outcome }, end }: TimelineRequest): string {
  if (met === 'error') return String(status)
  if (met === 'good' || met === 'wrong') return end === 'given-up' ? 'reply that was not waited for' : outcome
  return met === 'silent' ? 'request without an answer' : `broken reply (${outcome})`
}
