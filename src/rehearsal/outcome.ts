/** Whether a scenario can be judged, and why not. */
import { isExercised, unexercisedReason } from '../grading/strikes.js'
import { subjectOf } from '../grading/subject.js'
import type { Timeline } from '../grading/timeline.js'
import type { CheckReport, RunVerdict } from './report.js'
import { JUDGED } from './words.js'

interface Judgeable {
  /** Undefined if it passes or fails. */
  readonly outcome?: Exclude<RunVerdict, 'pass' | 'fail'>
  /** Without an outcome: it fails. */
  readonly problem?: string
}

/** A scenario is about the checks that its faults imply, and those that it states bounds for, `expected`. */
export function outcomeOf(
  timeline: Timeline,
  checks: readonly CheckReport[],
  expected: readonly string[],
): Judgeable {
  if (timeline.isCutShort) return { outcome: 'cut short', problem: cutShortReason(timeline) }
  const problem = problemOf(timeline)
  if (problem !== undefined) return { problem }
  // A crash is a failure, whatever caused it.
  const hasFailed = checks.some(({ level, verdict }) => level === 'MUST' && verdict === 'fail')
  if (hasFailed) return {}
  if (!isExercised(timeline)) return { outcome: 'not exercised', problem: unexercisedReason(timeline) }
  const about: readonly string[] = [...subjectOf(timeline), ...expected]
  const subject = checks.filter(({ id }) => about.includes(id))
  if (subject.length === 0 || subject.some(({ verdict }) => JUDGED.includes(verdict))) return {}
  return { outcome: 'not proven', problem: unprovenReason(timeline, subject) }
}

const OBSERVE =
  "Let the client print each price it acts on, such as `acted on ETH at 2041.19`, and add --observe 'acted on (?<symbol>\\w+) at (?<price>[\\d.]+)'"

/** With the step that would prove it. */
function unprovenReason({ observations }: Timeline, subject: readonly CheckReport[]): string {
  const { id, because, verdict } = subject.find(({ verdict }) => verdict === 'not observable') ?? subject[0]
  const step = verdict === 'not observable' && observations.length === 0 ? `. ${OBSERVE}` : ''
  return `the scenario is about ${id}, which could not be judged: ${because}${step}`
}

function cutShortReason({ phases, requests }: Timeline): string {
  const phase = phases.at(-1)
  if (phase !== undefined)
    return `interrupted in the ${phase.name}, after ${Math.round(phase.toMs / 1000)} s: the checks cover what happened until then`
  return `interrupted before the first good reply${requests.length === 0 ? `: ${NO_REQUEST}` : ''}`
}

const NO_REQUEST = 'no requests received: does the program use the base addresses?'

function problemOf({ requests, phases, programs, unmatched = [] }: Timeline): string | undefined {
  const ended = programs.find(({ exitMs }) => exitMs !== null)
  if (phases.length === 0 && ended !== undefined)
    return `the program ended before its first good reply${ended.exitCode === null ? '' : `, with exit code ${ended.exitCode}`}: see its log`
  if (requests.length === 0 && unmatched.length > 0)
    return 'no request reached a base address: check the addresses that the client is configured with'
  if (requests.length === 0) return NO_REQUEST
  if (phases.length === 0) return 'no request was answered well before the incident could begin'
  return undefined
}
