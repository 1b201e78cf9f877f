/** The phases of a rehearsal. Waits by the ordinary timers of the process, which a test may replace. */

import { isNarrow } from '../grading/intervals.js'
import {
  EMPTY_TIMELINE,
  type Phase,
  type PhaseName,
  type Program,
  type Timeline,
} from '../grading/timeline.js'
import { pause } from '../kit/clock/timers.js'
import { groupBy } from '../kit/maps.js'
import { endedAfter, isIncidentOver, latestEndMs } from '../scenario/active-spans.js'
import type { Scenario } from '../scenario/schema.js'
import type { Session } from '../session/session.js'
import { type DrillPart, targetInWords } from './drill.js'
import { gradeRun, gradeScenario } from './grade.js'
import type { Recording } from './recorder.js'
import type { Allowances, FailOn, ScenarioReport } from './report.js'

export interface Rehearsal extends Allowances {
  readonly parts: readonly DrillPart[]
  readonly jobs: number
  readonly seed: string
  readonly failOn: FailOn
  /** Cuts it short. */
  readonly signal?: AbortSignal
  readonly onGraded?: (part: DrillPart, report: ScenarioReport) => void
  /** Called for a part of the drill that strikes nothing the client asks. */
  readonly onLeftOut?: (part: DrillPart) => void
}

export type Rehearsed = Awaited<ReturnType<typeof rehearseParts>>

/** Plays and grades all parts; `play` resolves with undefined for one that strikes nothing the client asks. A rejection ends the others early, and is passed on when all have ended. */
export async function rehearseParts(
  { parts, jobs, seed, failOn, signal: interrupted, onGraded, onLeftOut, ...allowances }: Rehearsal,
  play: (part: DrillPart, index: number, signal: AbortSignal) => Promise<Timeline | undefined>,
) {
  const broken = new AbortController()
  const signal = interrupted ? AbortSignal.any([interrupted, broken.signal]) : broken.signal
  const done: { readonly report: ScenarioReport; readonly timeline: Timeline }[] = []
  const leftOut: DrillPart[] = []
  const graded = ({ scenario }: DrillPart, timeline: Timeline) => {
    return { timeline, report: gradeScenario(timeline, scenario.expect, failOn) }
  }
  const waiting = parts.entries()
  const work = async (): Promise<void> => {
    for (const [index, part] of waiting) {
      if (signal.aborted) return
      const timeline = await play(part, index, signal)
      if (timeline !== undefined) {
        done[index] = graded(part, timeline)
        onGraded?.(part, done[index].report)
      } else {
        leftOut.push(part)
        onLeftOut?.(part)
      }
    }
  }
  const working = Array.from({ length: Math.min(jobs, parts.length) }, work)
  for (const each of working) each.catch((error: unknown) => broken.abort(error))
  await Promise.allSettled(working)
  await Promise.all(working)
  const all = parts.flatMap((part, index) => {
    if (done[index] !== undefined) return done[index]
    // An interrupted rehearsal does not start the parts that wait.
    const unstarted = { ...EMPTY_TIMELINE, scenario: part.name, seed, isCutShort: true as const }
    return leftOut.includes(part) ? [] : graded(part, unstarted)
  })
  const reports = all.map(({ report }) => report)
  const targets = groupBy(
    parts.filter((part) => leftOut.includes(part)),
    ({ scenario }) => targetInWords(scenario),
  )
  const notAsked = Array.from(
    targets,
    ([target, some]) => `${target} (${some.map(({ name }) => name).join(', ')})`,
  )
  const report = {
    ...gradeRun(reports, seed, { failOn, ...allowances }),
    ...(notAsked.length > 0 && { notAsked }),
  }
  return { report, timelines: all.map(({ timeline }) => timeline) }
}

export interface Durations {
  /** Until the client's request rate is known when left out, within `WARM_UP`. */
  readonly warmUpMs: number | undefined
  readonly coolDownMs: number
  /** Limit for the first good reply; Infinity for none. */
  readonly startMs: number
}

export const WARM_UP = { leastMs: 10_000, mostMs: 20_000 } as const

/** Default of `startMs` for clients started by the rehearsal. */
export const START_MS = 60_000

export interface Cast {
  /** Resolves when all have ended on their own, or one has failed. */
  readonly ended: Promise<void>
  stop(): Promise<void>
  /** Final states; after `stop`. */
  programs(): readonly Program[]
}

interface Conducted {
  readonly part: DrillPart
  readonly session: Session
  readonly recording: Recording
  readonly durations: Durations
  readonly cast: Cast
  /** Whether the program is meant to end before the rehearsal. */
  readonly mayExit?: boolean | undefined
  /** Cuts it short; what was seen so far is judged, without a score. */
  readonly signal: AbortSignal
  /** Called at the begin of each phase, with its expected duration. */
  readonly onPhase?: (name: PhaseName, atMs: number, lastsMs: number) => void
}

/** Poll interval for ends that depend on requests. */
const POLL_MS = 100

/** Undefined for a part of the drill that strikes nothing the client asks. */
export async function conduct(conducted: Conducted): Promise<Timeline | undefined> {
  const { part, session, recording, durations, cast, onPhase } = conducted
  const over = new AbortController()
  void cast.ended.then(() => over.abort())
  const signal = AbortSignal.any([conducted.signal, over.signal])
  const scenario = part.incidentMs === undefined ? part.scenario : endedAfter(part.scenario, part.incidentMs)
  const phases: Phase[] = []
  let loadedMs = 0
  let loaded = scenario
  const phase = async (name: PhaseName, lastsMs: number, last: () => Promise<void>): Promise<void> => {
    if (signal.aborted) return
    const fromMs = phases.at(-1)?.toMs ?? 0
    onPhase?.(name, fromMs, lastsMs)
    await last()
    phases.push({ name, fromMs, toMs: recording.nowMs() })
  }
  try {
    await pause(durations.startMs, { signal: AbortSignal.any([signal, recording.begun]) })
    if (recording.begun.aborted) {
      const { warmUpMs } = durations
      await phase('warm-up', warmUpMs ?? WARM_UP.leastMs, () => warmUp(recording, warmUpMs, signal))
      if (!signal.aborted) {
        if (part.isOfDrill && !recording.asks(part.scenario)) return undefined
        // Clients meet it before all ports have closed.
        loadedMs = recording.nowMs()
        session.loadScenario(scenario)
        await session.settled()
        // With the bases that it strikes.
        loaded = session.scenario?.scenario ?? scenario
      }
      await phase('incident', latestEndMs(scenario), () => incident(conducted, scenario, loadedMs, signal))
      await phase('recovery', durations.coolDownMs, () => pause(durations.coolDownMs, { signal }))
    }
    // Requests during shutdown are not judged.
    recording.stop()
    const isCutShort = conducted.signal.aborted
    await cast.stop()
    const programs = cast.programs()
    const { mayExit = false } = conducted
    return recording.timeline({
      name: part.name,
      scenario: loaded,
      loadedMs,
      phases,
      programs,
      isCutShort,
      mayExit,
    })
  } finally {
    recording.stop()
    await cast.stop()
  }
}

async function warmUp(recording: Recording, givenMs: number | undefined, signal: AbortSignal): Promise<void> {
  await pause((givenMs ?? WARM_UP.leastMs) - recording.nowMs(), { signal })
  if (givenMs !== undefined) return
  while (!signal.aborted && !isNarrow(recording.requestCount) && recording.nowMs() < WARM_UP.mostMs)
    await pause(Math.min(POLL_MS, WARM_UP.mostMs - recording.nowMs()), { signal })
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
