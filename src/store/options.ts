/** What a store is opened with, and what it then does for a server. */
import type { Departures } from '../journal/departures.js'
import type { JournalParts } from '../journal/parts.js'
import type { Session, Sessions } from '../session/session.js'
import type { SharedState } from '../session/shared.js'
import type { StoreAddress } from './address.js'
import type { How } from './enter.js'

export interface StoreOptions extends StoreAddress {
  /** What all keys begin with. */
  readonly prefix: string
  readonly replica: string
  readonly version: string
  readonly how: How
  /** The scenario is a file that may change while replicas come and go: not all begin with the same. */
  readonly isWatched: boolean
  /** How long others wait for this replica when it says nothing. */
  readonly leaseMs?: number | undefined
  /** What the journals of this server share. */
  journals(departures: Departures): JournalParts
  /** Told of what is not as it should be, and what people can do about it. */
  onTrouble(error: unknown): void
}

export interface Store {
  readonly state: SharedState<Session>
  /** Brings sessions to where the store has them. From then on this replica is one of those that live. */
  join(sessions: Sessions): Promise<void>
  /** Hands over what was taken down, and leaves. */
  stop(): Promise<void>
}
