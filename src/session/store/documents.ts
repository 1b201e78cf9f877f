/** A session as a document in the store, without counts, journal and snapshots. */
import type { ClockState } from '../../kit/clock/clock.js'
import { ControlError } from '../../kit/errors.js'
import type { CatalogueInput } from '../../scenario/custom-catalogue/input.js'
import { CatalogueText, type OverlaySource } from '../../scenario/custom-catalogue/source.js'
import type { Rule, Scenario } from '../../scenario/schema.js'
import type {
  RunOrigin,
  Session,
  SessionOrigin,
  SessionSettings,
  SessionState,
  Sessions,
} from '../session.js'
import { decode, encode } from './encode.js'
import { readAs, storedOrigin, storedRuns, storedScenario, storedSnapshot, storedState } from './schemas.js'

export interface Document {
  /** The session's differences from the start; never changes. */
  readonly origin: string
  readonly state: string
  /** The scenario that is running or was stopped last. */
  readonly scenario: string
  readonly runs: string
  readonly journal: string
}

type StateTexts = Pick<Document, 'state' | 'scenario' | 'runs'>

export const DOCUMENT_FIELDS = ['origin', 'state', 'scenario', 'runs', 'journal'] as const

/** Placeholder for the initial state, which every replica has unless its file is watched. */
const AS_BEGUN = 'as begun'
const NO_SCENARIO = 'none'
/** Characters; every replica reads whole documents. */
const MAX_SCENARIO = 8 << 20

export function scenarioText(
  { begin }: Session,
  { scenario, stopped }: SessionState,
  isWatched: boolean,
): string {
  const last = scenario ?? stopped
  if (last === undefined) return NO_SCENARIO
  if (last === begin.scenario && !isWatched) return AS_BEGUN
  const text = encode(last)
  if (text.length <= MAX_SCENARIO) return text
  throw new ControlError(
    'scenario-too-large',
    'the scenario is too large for a store, mostly by its recorded candles',
  )
}

function scenarioOf({ begin }: Session, text: string): Scenario | undefined {
  if (text === NO_SCENARIO) return undefined
  if (text === AS_BEGUN) return begin.scenario
  return readAs(storedScenario, 'scenario', () => decode(text)) as unknown as Scenario
}

/** A run as stored. Initial rules may contain code, and every replica has them. */
type WrittenRun = Omit<RunOrigin, 'rules'> & { readonly rules: readonly Rule[] | typeof AS_BEGUN }

export function runsText({ begin }: Session, runs: readonly RunOrigin[], isWatched: boolean): string {
  const begun = begin.scenario?.rules ?? []
  const isBegun = (rules: readonly Rule[]): boolean =>
    !isWatched && rules.length === begun.length && rules.every((rule, n) => rule === begun[n])
  const written = runs.map(
    ({ rules, ...rest }): WrittenRun => ({ ...rest, rules: isBegun(rules) ? AS_BEGUN : rules }),
  )
  return encode(written)
}

const RUNS = storedRuns(AS_BEGUN)

function runsOf({ begin }: Session, text: string): RunOrigin[] {
  const written = readAs(RUNS, 'runs', () => decode(text)) as unknown as readonly WrittenRun[]
  return written.map(({ rules, ...rest }) => ({
    ...rest,
    rules: rules === AS_BEGUN ? (begin.scenario?.rules ?? []) : rules,
  }))
}

type Plain = Omit<SessionState, 'scenario' | 'stopped' | 'runs'> & { readonly isStopped: boolean }

export function stateText({ scenario, stopped: _, runs: __, ...rest }: SessionState): string {
  return encode({ ...rest, isStopped: scenario === undefined } satisfies Plain)
}

export function stateOf(session: Session, { state, scenario, runs }: StateTexts): SessionState {
  const { isStopped, ...rest } = readAs(storedState, 'state', () => decode(state)) as Plain
  const last = scenarioOf(session, scenario)
  return {
    ...rest,
    scenario: isStopped ? undefined : last,
    stopped: isStopped ? last : undefined,
    runs: runsOf(session, runs),
  }
}

/** Never a path: `catalogueFrom` has texts and objects, as control calls give them. */
type Source = { readonly text: string } | { readonly value: unknown }

export function originText(origin: SessionOrigin | undefined): string {
  if (origin === undefined) return ''
  const { catalogue: _, catalogueFrom, ...change } = origin.change
  const sources = catalogueFrom?.map(
    (source): Source => (source instanceof CatalogueText ? { text: source.text } : { value: source }),
  )
  return encode({ change, sources, endsAtMs: origin.endsAtMs })
}

export async function sessionOriginOf(text: string, sessions: Sessions): Promise<SessionOrigin> {
  const origin = readAs(storedOrigin, 'origin', () => decode(text))
  const { sources, endsAtMs } = origin
  const change = origin.change as unknown as Partial<SessionSettings>
  const ends = endsAtMs === undefined ? {} : { endsAtMs }
  if (sources === undefined) return { change, ...ends }
  const catalogueFrom = sources.map(
    (source): OverlaySource =>
      'text' in source ? new CatalogueText(source.text) : (source.value as CatalogueInput),
  )
  const catalogue = await sessions.catalogueWith(catalogueFrom)
  return { change: { ...change, catalogue, catalogueFrom }, ...ends }
}

/** A snapshot without counts and journal, which the store copies. */
export function snapshotText(session: Session, isWatched: boolean): string {
  const state = session.state()
  return encode({
    state: stateText(state),
    clock: session.clock.setting(),
    scenario: scenarioText(session, state, isWatched),
    runs: runsText(session, state.runs, isWatched),
  })
}

export function snapshotOf(
  session: Session,
  text: string,
): { readonly state: SessionState; readonly clock: ClockState } {
  const { clock, ...document } = readAs(storedSnapshot, 'snapshot', () => decode(text))
  return { state: stateOf(session, document), clock }
}
