/**
 * The course of a rehearsal, over processes and in process: each part has its warm-up from the first good reply, then its
 * scenario, then time to recover, and is graded. It waits by the ordinary timers of the process, which a test may replace.
 */
import { pause } from '../clock/timers.js'
import type { Phase, PhaseName, Program, Timeline } from '../grading/timeline.js'
import type { Scenario } from '../scenario/schema.js'
import type { Session } from '../session/session.js'
import type { Part } from './drill.js'
import { type FailOn, gradeRun, gradeScenario } from './grade.js'
import type { Recording } from './recorder.js'
import type { Report, ScenarioReport } from './report.js'
import { endedAfter, isIncidentOver, latestEndMs } from './windows.js'

export interface Rehearsal {
  readonly parts: readonly Part[]
  /** How many parts are played at a time. */
  readonly jobs: number
  readonly seed: string
  readonly failOn: FailOn
  /** Ends it early: what was seen until then is judged. */
  readonly signal?: AbortSignal
  readonly onGraded?: (part: Part, report: ScenarioReport) => void
}

/** A report and the time lines that it was drawn from, one for each scenario. */
export interface Rehearsed {
  readonly report: Report
  readonly timelines: readonly Timeline[]
}

/** Plays and grades all parts. One that rejects ends the others early; the rejection follows when all have ended. */
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
      // What was not begun before Ctrl+C was not seen.
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

/** How long each phase of a part lasts, in ms. */
export interface Durations {
  readonly warmUpMs: number
  readonly coolDownMs: number
  /** How long the first good reply is waited for; Infinity for as long as it takes. */
  readonly startMs: number
}

/** How long the first good reply of a client that is started here is waited for. */
export const START_MS = 60_000

/** Who is rehearsed: one program or several copies. */
export interface Cast {
  /** Resolves when all have ended by themselves, or one with a failure. */
  readonly ended: Promise<void>
  /** Ends what still runs. */
  stop(): Promise<void>
  /** What became of them; after `stop`. */
  programs(): readonly Program[]
}

export interface Conducted {
  readonly part: Part
  readonly session: Session
  readonly recording: Recording
  readonly durations: Durations
  readonly cast: Cast
  /** Ends it early: what was seen until then is judged. */
  readonly signal: AbortSignal
  /** Is told when a phase begins, and how long it will last if that is known. */
  readonly onPhase?: (name: PhaseName, atMs: number, lastsMs: number) => void
}

/** How often it is looked whether the last rule has ended, where a number of calls says so. */
const LOOK_MS = 100

/** Plays one part. */
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
    await begun(recording, durations.startMs, signal)
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
    // What a client does while it is being ended is no answer to anything.
    recording.stop()
    await cast.stop()
    return recording.timeline({ name: part.name, scenario, loadedMs, phases, programs: cast.programs() })
  } finally {
    recording.stop()
    await cast.stop()
  }
}

/** Waits for the first good reply. */
async function begun({ firstGood }: Recording, mostMs: number, signal: AbortSignal): Promise<void> {
  const enough = new AbortController()
  void firstGood.then(() => enough.abort())
  await pause(mostMs, { signal: AbortSignal.any([signal, enough.signal]) })
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
    await pause(isCounted ? LOOK_MS : endMs - elapsedMs, { signal })
  }
}
