/** A session as a document in the store: its origin and its state. Counts, journal and snapshots are apart. */
import { parse, stringify } from 'devalue'
import { ControlError } from '../../kit/errors.js'
import { CatalogueText } from '../../scenario/custom-catalogue/source.js'
import type { Session } from '../session.js'
import type { SessionOrigin, SessionState } from '../session-settings.js'
import type { Sessions } from '../sessions.js'
import { journalOf } from './journal.js'
import { readAs, storedOrigin, storedState } from './schemas.js'

/** Characters; every replica reads whole documents. */
const MAX_STATE = 8 << 20

/** The initial scenario, which every replica has unless its file is watched. */
function sharedBy({ begin: { scenario } }: Session, isWatched: boolean): Shared {
  return scenario === undefined || isWatched ? [] : [scenario, ...(scenario.rules ?? [])]
}

export function stateText(session: Session, state: SessionState, isWatched: boolean): string {
  const text = encode({ ...state, journal: journalOf(session).id }, sharedBy(session, isWatched))
  if (text.length <= MAX_STATE) return text
  throw new ControlError(
    'scenario-too-large',
    'the scenario is too large for a store, mostly by its recorded candles',
  )
}

/** A state with the id of its journal. */
export function stateOf(session: Session, text: string, isWatched: boolean) {
  const state = readAs(storedState, 'state', () => decode(text, sharedBy(session, isWatched)))
  return state as unknown as SessionState & { readonly journal: string }
}

/** The session's differences from the start; never changes. Replicas overlay the sources of its catalogue themselves. */
export function originText(origin: SessionOrigin | undefined): string {
  if (origin === undefined) return ''
  const { catalogue: _, ...change } = origin.change
  return encode({ ...origin, change })
}

export async function sessionOriginOf(text: string, sessions: Sessions): Promise<SessionOrigin> {
  const origin = readAs(storedOrigin, 'origin', () => decode(text)) as unknown as SessionOrigin
  const { catalogueFrom } = origin.change
  if (catalogueFrom === undefined) return origin
  return { ...origin, change: { ...origin.change, catalogue: await sessions.catalogueWith(catalogueFrom) } }
}

/** Objects that every replica has: they are written by their number, as they may contain code. */
type Shared = readonly object[]

/** Text of plain data, numbers that are not finite, maps, arrays of numbers and sources of a catalogue; throws for functions. */
function encode(value: unknown, shared: Shared = []): string {
  const numbers = new Map(shared.map((one, n) => [one, n + 1]))
  return stringify(value, {
    shared: (item) => numbers.get(item),
    catalogue: (item) => item instanceof CatalogueText && item.text,
    // Of a view into a larger buffer, its own part.
    part: (item) => item instanceof Float64Array && item.byteLength < item.buffer.byteLength && item.slice(),
  })
}

/** Throws for text that `encode` did not write, and for a value within itself. */
function decode(text: string, shared: Shared = []): unknown {
  const value = parse(text, {
    shared: (number) => shared[number - 1],
    catalogue: (text) => new CatalogueText(text),
    part: (numbers) => numbers,
  })
  JSON.stringify(value, (_key, item) => (item instanceof Float64Array ? undefined : item))
  return value
}
