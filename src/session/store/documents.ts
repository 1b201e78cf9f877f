/** A session as a document in the store: its origin and its state. Counts, journal and snapshots are apart. */

import { CatalogueText } from '../../scenario/custom-catalogue/source.js'
import { ControlError } from '../control-errors.js'
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

/** A key that no scenario has. */
const TAG = '\u0000'

/** Objects that every replica has: they are written by their index, as they may contain code. */
type Shared = readonly object[]

/** JSON with the types of scenarios and sources that JSON lacks; without references, by which a short hostile text unfolds without end. */
function encode(value: unknown, shared: Shared = []): string {
  const places = new Map<unknown, number>(shared.map((one, n) => [one, n]))
  return JSON.stringify(value, (_key, item: unknown) => {
    if (typeof item === 'number' && !Number.isFinite(item)) return { [TAG]: String(item) }
    if (typeof item === 'function') throw new TypeError('a function cannot be shared')
    const place = places.get(item)
    if (place !== undefined) return { [TAG]: 'shared', of: place }
    if (item instanceof Map) return { [TAG]: 'map', of: [...item] }
    if (item instanceof CatalogueText) return { [TAG]: 'catalogue', of: item.text }
    if (item instanceof Float64Array) return { [TAG]: 'numbers', of: base64Of(item) }
    return item
  })
}

/** Reads plain data only; throws for text that `encode` did not write. */
function decode(text: string, shared: Shared = []): unknown {
  return JSON.parse(text, (_key, value) => {
    if (typeof value !== 'object' || value === null || !(TAG in value)) return value
    const { [TAG]: tag, of } = value
    switch (tag) {
      case 'map':
        return new Map(of)
      case 'catalogue':
        return new CatalogueText(String(of))
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
