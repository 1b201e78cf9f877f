/** A session as a document in the store, without counts, journal and snapshots. */
import { ControlError } from '../../kit/errors.js'
import type { CatalogueInput } from '../../scenario/custom-catalogue/input.js'
import { CatalogueText, type OverlaySource } from '../../scenario/custom-catalogue/source.js'
import type { Session } from '../session.js'
import type { SessionOrigin, SessionSettings, SessionState } from '../session-settings.js'
import type { Sessions } from '../sessions.js'
import type { StoreJournal } from './journal.js'
import { readAs, storedOrigin, storedScenario, storedSnapshot, storedState } from './schemas.js'

/** Characters; every replica reads whole documents. */
const MAX_SCENARIO = 8 << 20

/** The initial scenario, which every replica has unless its file is watched. */
function sharedBy({ begin: { scenario } }: Session, isWatched: boolean): Shared {
  return scenario === undefined || isWatched ? [] : [scenario, ...(scenario.rules ?? [])]
}

export function stateText({ journal }: Session, state: SessionState): string {
  const { id } = journal as StoreJournal
  return encode({ ...state, scenario: undefined, stopped: undefined, runs: undefined, journal: id })
}

/** The scenario that is running or was stopped last, and its runs; changes with the counts of its rules. */
export function scenarioText(
  session: Session,
  { scenario, stopped, runs }: SessionState,
  isWatched: boolean,
): string {
  const text = encode({ scenario, stopped, runs }, sharedBy(session, isWatched))
  if (text.length <= MAX_SCENARIO) return text
  throw new ControlError(
    'scenario-too-large',
    'the scenario is too large for a store, mostly by its recorded candles',
  )
}

export function stateOf(
  session: Session,
  state: string,
  scenario: string,
  isWatched: boolean,
): { readonly adopted: SessionState; readonly journal: string } {
  const { journal, ...rest } = readAs(storedState, 'state', () => decode(state))
  const played = readAs(storedScenario, 'scenario', () => decode(scenario, sharedBy(session, isWatched)))
  return { adopted: { ...rest, ...played } as unknown as SessionState, journal }
}

/** The session's differences from the start; never changes. */
export function originText(origin: SessionOrigin | undefined): string {
  if (origin === undefined) return ''
  const { catalogue: _, catalogueFrom, ...change } = origin.change
  // Never a path: `catalogueFrom` has texts and objects, as control calls give them.
  const sources = catalogueFrom?.map((source) =>
    source instanceof CatalogueText ? { text: source.text } : { value: source },
  )
  return encode({ change, sources, endsAtMs: origin.endsAtMs })
}

export async function sessionOriginOf(text: string, sessions: Sessions): Promise<SessionOrigin> {
  const { change, sources, endsAtMs } = readAs(storedOrigin, 'origin', () => decode(text))
  const catalogueFrom = sources?.map(
    (source): OverlaySource =>
      'text' in source ? new CatalogueText(source.text) : (source.value as CatalogueInput),
  )
  const own = catalogueFrom && { catalogue: await sessions.catalogueWith(catalogueFrom), catalogueFrom }
  return {
    change: { ...(change as unknown as Partial<SessionSettings>), ...own },
    ...(endsAtMs !== undefined && { endsAtMs }),
  }
}

/** A snapshot without counts and journal, which the store copies. */
export function snapshotText(session: Session, isWatched: boolean): string {
  const state = session.presentState()
  return encode({ state: stateText(session, state), scenario: scenarioText(session, state, isWatched) })
}

export function snapshotOf(session: Session, text: string, isWatched: boolean): SessionState {
  const { state, scenario } = readAs(storedSnapshot, 'snapshot', () => decode(text))
  return stateOf(session, state, scenario, isWatched).adopted
}

/** A key that no scenario has. */
const TAG = '\u0000'

/** Objects that every replica has: they are written by their index, as they may contain code. */
type Shared = readonly object[]

/** JSON with the types of scenarios that JSON lacks. */
function encode(value: unknown, shared: Shared = []): string {
  const places = new Map(shared.map((one, n) => [one, n]))
  const toPlain = (value: unknown): unknown => {
    if (typeof value === 'number' && !Number.isFinite(value)) return { [TAG]: String(value) }
    if (typeof value === 'bigint') return { [TAG]: 'bigint', of: String(value) }
    if (typeof value === 'function') throw new TypeError('a function cannot be shared')
    if (typeof value !== 'object' || value === null) return value
    const place = places.get(value)
    if (place !== undefined) return { [TAG]: 'shared', of: place }
    if (Array.isArray(value)) return value.map(toPlain)
    if (value instanceof Map) return { [TAG]: 'map', of: [...value].map(toPlain) }
    if (value instanceof Float64Array) return { [TAG]: 'numbers', of: base64Of(value) }
    return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, toPlain(item)]))
  }
  return JSON.stringify(toPlain(value))
}

/** Reads plain data only; throws for text that `encode` did not write. */
function decode(text: string, shared: Shared = []): unknown {
  return JSON.parse(text, (_key, value) => {
    if (typeof value !== 'object' || value === null || !(TAG in value)) return value
    const { [TAG]: tag, of } = value
    switch (tag) {
      case 'bigint':
        return BigInt(of)
      case 'map':
        return new Map(of)
      case 'numbers':
        // A copy: a Buffer need not begin at a multiple of eight bytes.
        return new Float64Array(new Uint8Array(Buffer.from(of, 'base64')).buffer)
      case 'shared':
        return shared[Number(of)]
      default:
        return Number(tag)
    }
  })
}

const base64Of = ({ buffer, byteOffset, byteLength }: Float64Array): string =>
  Buffer.from(buffer, byteOffset, byteLength).toString('base64')
