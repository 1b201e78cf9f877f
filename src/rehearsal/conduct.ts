/**
 * The course of one rehearsal of one scenario: warm-up from the first good reply, then the scenario, then time to recover.
 * It waits by the ordinary timers of the process: where a test has replaced those it takes no time at all.
 */
import { pause } from '../clock/timers.js'
import type { Phase, PhaseName, Program, Timeline } from '../grading/timeline.js'
import type { Scenario } from '../scenario/schema.js'
import type { Session } from '../session/session.js'
import type { Recording } from './recorder.js'
import { endedAfter, isIncidentOver, latestEndMs } from './windows.js'

/** How long each part lasts, in ms. */
export interface Durations {
  readonly warmUpMs: number
  /** Ends the incident; undefined where its rules do. */
  readonly incidentMs: number | undefined
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
  readonly name: string
  readonly session: Session
  readonly recording: Recording
  readonly scenario: Scenario
  readonly durations: Durations
  readonly cast: Cast
  /** Ends it early: what was seen until then is judged. */
  readonly signal: AbortSignal
  /** Is told when a phase begins, and how long it will last if that is known. */
  readonly onPhase?: (name: PhaseName, atMs: number, lastsMs: number) => void
}

/** How often it is looked whether the last rule has ended, where a number of calls says so. */
const LOOK_MS = 100

export async function conduct(conducted: Conducted): Promise<Timeline> {
  const { name, session, recording, durations, cast, onPhase } = conducted
  const { signal, dispose } = endOf(conducted)
  const scenario =
    durations.incidentMs === undefined
      ? conducted.scenario
      : endedAfter(conducted.scenario, durations.incidentMs)
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
    return recording.timeline({ name, scenario, loadedMs, phases, programs: cast.programs() })
  } finally {
    dispose()
    recording.stop()
    await cast.stop()
  }
}

/** Waits for the first good reply, for so long. */
async function begun({ firstGood }: Recording, mostMs: number, signal: AbortSignal): Promise<void> {
  const enough = new AbortController()
  const stop = () => enough.abort()
  signal.addEventListener('abort', stop)
  if (signal.aborted) stop()
  void firstGood.then(stop)
  await pause(mostMs, { signal: enough.signal })
  signal.removeEventListener('abort', stop)
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

/** Ends early where it is interrupted or everybody has gone. */
function endOf({ signal, cast }: Conducted): { readonly signal: AbortSignal; dispose(): void } {
  const over = new AbortController()
  const end = () => over.abort()
  signal.addEventListener('abort', end)
  if (signal.aborted) end()
  void cast.ended.then(end)
  return { signal: over.signal, dispose: () => signal.removeEventListener('abort', end) }
}
