/** A session as a document in the store: everything about it but counts, journal and snapshots. */
import { type Clock, type ClockState, createClock } from '../clock/clock.js'
import type { TimeSource } from '../clock/time-source.js'
import { ControlError } from '../core/errors.js'
import { CatalogueText, type OverlaySource } from '../overlay/source.js'
import { createRulesRun } from '../scenario/create-run.js'
import type { Rule, Scenario } from '../scenario/schema.js'
import type {
  KeptRun,
  Session,
  SessionOrigin,
  SessionStart,
  SessionState,
  Sessions,
} from '../session/session.js'
import { decode, encode } from './encode.js'

/** The fields of a document, but for those of the store itself. */
export interface Document {
  /** How the session differs from the start; the same for as long as it lives. */
  readonly origin: string
  readonly state: string
  /** The one that runs, or did last. */
  readonly scenario: string
  /** The rules of the last ones. */
  readonly runs: string
  /** Which journal is the session's. */
  readonly journal: string
}

/** The scenario with which the session begins, which every replica has, unless it is a file that is watched. */
const AS_BEGUN = 'as begun'
const NONE = 'none'
/** A document is read as a whole by every replica. */
const MOST_SCENARIO = 8 << 20

export function scenarioText(
  { begin }: Session,
  { scenario, stopped }: SessionState,
  isWatched: boolean,
): string {
  const last = scenario ?? stopped
  if (last === undefined) return NONE
  if (last === begin.scenario && !isWatched) return AS_BEGUN
  const text = encode(last)
  if (text.length <= MOST_SCENARIO) return text
  throw new ControlError(
    'scenario-too-large',
    'the scenario is too large for a store, mostly by its recorded candles',
  )
}

function scenarioOf({ begin }: Session, text: string): Scenario | undefined {
  if (text === NONE) return undefined
  return text === AS_BEGUN ? begin.scenario : decode(text)
}

/** A run as it is written. Rules with which the session begins may hold code, which every replica has. */
interface WrittenRun {
  readonly id: string
  readonly countsId: string
  readonly seed: string
  readonly loadedAtMs: number
  readonly name: string | undefined
  readonly rules: readonly Rule[] | typeof AS_BEGUN
}

export function runsText({ begin }: Session, runs: readonly KeptRun[], isWatched: boolean): string {
  const begun = begin.scenario?.rules ?? []
  const written = runs.map(({ rules: { id, loadedAtMs, name, all }, seed, countsId }): WrittenRun => {
    const isBegun = !isWatched && all.length === begun.length && all.every(({ rule }, n) => rule === begun[n])
    return { id, countsId, seed, loadedAtMs, name, rules: isBegun ? AS_BEGUN : all.map(({ rule }) => rule) }
  })
  return encode(written)
}

function runsOf({ begin }: Session, text: string): KeptRun[] {
  return decode<readonly WrittenRun[]>(text).map(({ id, countsId, seed, loadedAtMs, name, rules }) => {
    const given = rules === AS_BEGUN ? (begin.scenario?.rules ?? []) : [...rules]
    return { rules: createRulesRun({ name, rules: given }, seed, loadedAtMs, { id }), seed, countsId }
  })
}

/** What is written of a state beside scenario and runs. */
type Plain = Omit<SessionState, 'scenario' | 'stopped' | 'runs'> & { readonly isStopped: boolean }

function plain({ scenario, stopped: _, runs: __, ...rest }: SessionState): Plain {
  return { ...rest, isStopped: scenario === undefined }
}

export function stateText(state: SessionState): string {
  return encode(plain(state))
}

/** A session's state from its document. */
export function stateOf(
  session: Session,
  { state, scenario, runs }: Pick<Document, 'state' | 'scenario' | 'runs'>,
): SessionState {
  const { isStopped, ...rest } = decode<Plain>(state)
  const last = scenarioOf(session, scenario)
  return {
    ...rest,
    scenario: isStopped ? undefined : last,
    stopped: isStopped ? last : undefined,
    runs: runsOf(session, runs),
  }
}

type Source = { readonly text: string } | { readonly value: unknown }

export function originText(origin: SessionOrigin | undefined): string {
  if (origin === undefined) return ''
  const { catalogue: _, catalogueFrom, ...change } = origin.change
  const sources = catalogueFrom?.map(
    (source): Source => (source instanceof CatalogueText ? { text: source.text } : { value: source }),
  )
  return encode({ change, sources, endsAtMs: origin.endsAtMs })
}

/** What a session began with; its catalogue is made anew of its sources. */
export async function originOf(text: string, sessions: Sessions): Promise<SessionOrigin> {
  const { change, sources, endsAtMs } = decode<{
    readonly change: Partial<SessionStart>
    readonly sources?: readonly Source[]
    readonly endsAtMs?: number
  }>(text)
  const ends = endsAtMs === undefined ? {} : { endsAtMs }
  if (sources === undefined) return { change, ...ends }
  const catalogueFrom = sources.map(
    (source): OverlaySource =>
      'text' in source ? new CatalogueText(source.text) : (source.value as OverlaySource),
  )
  const catalogue = await sessions.catalogueWith(catalogueFrom)
  return { change: { ...change, catalogue, catalogueFrom }, ...ends }
}

/** What a snapshot holds besides copies of counts and journal. */
export function snapshotText(session: Session, isWatched: boolean): string {
  const state = session.state()
  return encode({
    state: stateText(state),
    clock: session.clock.setting(),
    scenario: scenarioText(session, state, isWatched),
    runs: runsText(session, state.runs, isWatched),
  })
}

/** The state that a snapshot puts back; its clock goes on from where it stood, and its rules count under another id. */
export function restoredState(
  session: Session,
  text: string,
  countsId: string,
  time: TimeSource,
): SessionState {
  const { clock, ...document } = decode<
    Pick<Document, 'state' | 'scenario' | 'runs'> & { readonly clock: ClockState }
  >(text)
  const before = stateOf(session, document)
  const standing: Clock = createClock(clock, time)
  const runs = before.runs.map((run) => (run.countsId === before.countsId ? { ...run, countsId } : run))
  return { ...before, countsId, runs, clock: standing.origin() }
}
