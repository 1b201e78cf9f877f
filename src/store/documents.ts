/** A session as a document in the store: everything about it but counts, journal and snapshots. */
import { type Clock, type ClockState, createClock } from '../clock/clock.js'
import type { TimeSource } from '../clock/time-source.js'
import { ControlError } from '../core/errors.js'
import { CatalogueText, type OverlaySource } from '../overlay/source.js'
import type { Scenario } from '../scenario/schema.js'
import type { Session, SessionOrigin, SessionStart, SessionState, Sessions } from '../session/session.js'
import { decode, encode } from './encode.js'

/** The fields of a document, but for those of the store itself. */
export interface Document {
  /** How the session differs from the start; the same for as long as it lives. */
  readonly origin: string
  readonly state: string
  readonly scenario: string
  /** Which journal is the session's. */
  readonly journal: string
}

/** The scenario with which the session begins, which every replica has. */
const AS_BEGUN = 'as begun'
const NONE = 'none'
/** A document is read as a whole by every replica. */
const MOST_SCENARIO = 8 << 20

export function scenarioText({ begin }: Session, scenario: Scenario | undefined): string {
  if (scenario === undefined) return NONE
  if (scenario === begin.scenario) return AS_BEGUN
  const text = encode(scenario)
  if (text.length <= MOST_SCENARIO) return text
  throw new ControlError(
    413,
    'scenario-too-large',
    'the scenario is too large for a store, mostly by its recorded candles',
    'write fewer rows, or start every replica with it by --scenario',
  )
}

function scenarioOf({ begin }: Session, text: string): Scenario | undefined {
  if (text === NONE) return undefined
  return text === AS_BEGUN ? begin.scenario : decode(text)
}

export function stateText(state: SessionState): string {
  return encode({ ...state, scenario: undefined })
}

/** A session's state from its document. */
export function stateOf(session: Session, { state, scenario }: Document): SessionState {
  return { ...decode<Omit<SessionState, 'scenario'>>(state), scenario: scenarioOf(session, scenario) }
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
export function snapshotText(session: Session): string {
  const state = session.state()
  const clock = session.clock.setting()
  return encode({ ...state, clock, scenario: scenarioText(session, state.scenario) })
}

/** The state that a snapshot puts back; its clock goes on from where it stood. */
export function restoredState(session: Session, text: string, runId: string, time: TimeSource): SessionState {
  const { clock, scenario, ...state } = decode<
    Omit<SessionState, 'clock' | 'scenario'> & { readonly clock: ClockState; readonly scenario: string }
  >(text)
  const standing: Clock = createClock(clock, time)
  return { ...state, runId, clock: standing.origin(), scenario: scenarioOf(session, scenario) }
}
