/** A session as a document in the store, without counts, journal and snapshots. */
import { ControlError } from '../../kit/errors.js'
import type { CatalogueInput } from '../../scenario/custom-catalogue/input.js'
import { CatalogueText, type OverlaySource } from '../../scenario/custom-catalogue/source.js'
import type { Session } from '../session.js'
import type { SessionOrigin, SessionSettings, SessionState } from '../session-settings.js'
import type { Sessions } from '../sessions.js'
import { decode, encode, type Shared } from './encode.js'
import type { StoreJournal } from './journal.js'
import { readAs, storedOrigin, storedScenario, storedSnapshot, storedState } from './schemas.js'

export interface Document {
  /** The session's differences from the start; never changes. */
  readonly origin: string
  readonly state: string
  /** The scenario that is running or was stopped last, and its runs; changes with the counts of its rules. */
  readonly scenario: string
}

export const DOCUMENT_FIELDS = ['origin', 'state', 'scenario'] as const

/** Characters; every replica reads whole documents. */
const MAX_SCENARIO = 8 << 20

/** The initial scenario, which every replica has unless its file is watched. */
function sharedBy({ begin: { scenario } }: Session, isWatched: boolean): Shared {
  return scenario === undefined || isWatched ? [] : [scenario, ...(scenario.rules ?? [])]
}

/** `known` is the text of the scenario if it has not changed. */
export function stateText(
  session: Session,
  isWatched: boolean,
  known?: string,
): Pick<Document, 'state' | 'scenario'> {
  const { scenario, stopped, runs, ...rest } = session.state()
  const { id } = session.journal as StoreJournal
  const text = known ?? encode({ scenario, stopped, runs }, sharedBy(session, isWatched))
  if (text.length <= MAX_SCENARIO) return { state: encode({ ...rest, journal: id }), scenario: text }
  throw new ControlError(
    'scenario-too-large',
    'the scenario is too large for a store, mostly by its recorded candles',
  )
}

export function stateOf(
  session: Session,
  { state, scenario }: Pick<Document, 'state' | 'scenario'>,
  isWatched: boolean,
): { readonly adopted: SessionState; readonly journal: string } {
  const { journal, ...rest } = readAs(storedState, 'state', () => decode(state))
  const played = readAs(storedScenario, 'scenario', () => decode(scenario, sharedBy(session, isWatched)))
  return { adopted: { ...rest, ...played } as unknown as SessionState, journal }
}

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
  return encode({ ...stateText(session, isWatched), clock: session.clock.setting() })
}

export function snapshotOf(session: Session, text: string, isWatched: boolean) {
  const { clock, ...document } = readAs(storedSnapshot, 'snapshot', () => decode(text))
  return { state: stateOf(session, document, isWatched).adopted, clock }
}
