/** The dependencies that all parts of one replica share. */
import type { StoreConnection } from './connection.js'
import type { Keys } from './keys.js'
import type { StoreTime } from './time.js'

export interface StoreContext extends StoreConnection {
  readonly replica: string
  readonly keys: Keys
  readonly time: StoreTime
  /** The scenario is a watched file: replicas may have begun with different versions of it. */
  readonly isWatched: boolean
  /** Reports problems with the store, and their remedies. */
  onTrouble(error: unknown): void
}
