/** The phases of a rehearsal. Waits by the ordinary timers of the process, which a test may replace. */
import { pause } from '../clock/timers.js'
import type { Phase, PhaseName, Program, Timeline } from '../grading/timeline.js'
import type { Scenario } from '../scenario/schema.js'
import type { Session } from '../session/session.js'
import type { Part } from './drill.js'
import { gradeRun, gradeScenario } from './grade.js'
import type { Recording } from './recorder.js'
import type { FailOn, Report, ScenarioReport } from './report.js'
import { endedAfter, isIncidentOver, latestEndMs } from './windows.js'

export interface Rehearsal {
  readonly parts: readonly Part[]
  readonly jobs: number
  readonly seed: string
  readonly failOn: FailOn
  /** Ends it early; everything so far is judged. */
  readonly signal?: AbortSignal
  readonly onGraded?: (part: Part, report: ScenarioReport) => void
}

export interface Rehearsed {
  readonly report: Report
  readonly timelines: readonly Timeline[]
}

/** Plays and grades all parts. A rejection ends the others early, and is passed on when all have ended. */
export async function rehearseParts(
  { parts, jobs, seed, failOn, signal: interrupted, onGraded }: Rehearsal,
  play: (part: Part, index: number, signal: AbortSignal) => Promise<Timeline>,
): Promise<Rehearsed> {
  const broken = new AbortController()
  const signal = interrupted ? AbortSignal.any([interrupted, broken.signal]) : broken.signal
  const done: { readonly report: ScenarioReport; readonly timeline: Timeline }[] = []
  const waiting = parts.entries()
  const work = async (): Promise<void> => {
    for (const [index, part] of waiting) {
      if (signal.aborted) return
      const timeline = await play(part, index, signal)
      const report = gradeScenario(timeline, part.scenario.expect, failOn)
      done[index] = { report, timeline }
      onGraded?.(part, report)
    }
  }
  const working = Array.from({ length: Math.min(jobs, parts.length) }, work)
  for (const each of working) each.catch((error: unknown) => broken.abort(error))
  await Promise.allSettled(working)
  await Promise.all(working)
  const all = done.filter((one) => one !== undefined)
  const reports = all.map(({ report }) => report)
  return { report: gradeRun(reports, seed, failOn), timelines: all.map(({ timeline }) => timeline) }
}

export interface Durations {
  readonly warmUpMs: number
  readonly coolDownMs: number
  /** Limit for the first good reply; Infinity for none. */
  readonly startMs: number
}

/** Default of `startMs` for clients started by the rehearsal. */
export const START_MS = 60_000

export interface Cast {
  /** Resolves when all have ended on their own, or one has failed. */
  readonly ended: Promise<void>
  stop(): Promise<void>
  /** Final states; after `stop`. */
  programs(): readonly Program[]
}

export interface Conducted {
  readonly part: Part
  readonly session: Session
  readonly recording: Recording
  readonly durations: Durations
  readonly cast: Cast
  /** Ends it early; everything so far is judged. */
  readonly signal: AbortSignal
  /** Called at the begin of each phase, with its expected duration. */
  readonly onPhase?: (name: PhaseName, atMs: number, lastsMs: number) => void
}

/** Poll interval for rules that end after a number of calls. */
const POLL_MS = 100

export async function conduct(conducted: Conducted): Promise<Timeline> {
  const { part, session, recording, durations, cast, onPhase } = conducted
  const over = new AbortController()
  void cast.ended.then(() => over.abort())
  const signal = AbortSignal.any([conducted.signal, over.signal])
  const scenario = part.incidentMs === undefined ? part.scenario : endedAfter(part.scenario, part.incidentMs)
  const phases: Phase[] = []
  let loadedMs = 0
  const phase = async (name: PhaseName, lastsMs: number, last: () => Promise<void>): Promise<void> => {
    if (signal.aborted) return
    const fromMs = phases.at(-1)?.toMs ?? 0
    onPhase?.(name, fromMs, lastsMs)
    await last()
    phases.push({ name, fromMs, toMs: recording.nowMs() })
  }
  try {
    await firstGoodReply(recording, durations.startMs, signal)
    if (recording.hasBegun) {
      await phase('warm-up', durations.warmUpMs, () =>
        pause(durations.warmUpMs - recording.nowMs(), { signal }),
      )
      if (!signal.aborted) {
        session.loadScenario(scenario)
        await session.settled()
        loadedMs = recording.nowMs()
      }
      await phase('incident', latestEndMs(scenario), () => incident(conducted, scenario, loadedMs, signal))
      await phase('recovery', durations.coolDownMs, () => pause(durations.coolDownMs, { signal }))
    }
    // Requests during shutdown are not judged.
    recording.stop()
    await cast.stop()
    return recording.timeline({ name: part.name, scenario, loadedMs, phases, programs: cast.programs() })
  } finally {
    recording.stop()
    await cast.stop()
  }
}

async function firstGoodReply({ firstGood }: Recording, maxMs: number, signal: AbortSignal): Promise<void> {
  const begun = new AbortController()
  void firstGood.then(() => begun.abort())
  await pause(maxMs, { signal: AbortSignal.any([signal, begun.signal]) })
}

async function incident(
  { session, recording }: Conducted,
  scenario: Scenario,
  loadedMs: number,
  signal: AbortSignal,
): Promise<void> {
  const endMs = latestEndMs(scenario)
  const isCounted = (scenario.rules ?? []).some(({ when }) => when?.until === undefined)
  for (;;) {
    const elapsedMs = recording.nowMs() - loadedMs
    const states = session.scenario?.states() ?? []
    if (signal.aborted || states.length === 0 || isIncidentOver(scenario, states, elapsedMs)) return
    await pause(isCounted ? POLL_MS : endMs - elapsedMs, { signal })
  }
}
