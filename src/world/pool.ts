/**
 * The universes that are in memory, within a budget that they all share. A universe remembers nothing but what it could
 * compute again: the one that nobody asked for longest is let go, and made anew when somebody asks for it.
 */
export interface Pool<Universe> {
  /** The universe of `key`, made where it is not in memory. */
  get(key: unknown, make: (grow: Grow) => Universe): Universe
  /** Forgets the universe of `key` at once. */
  forget(key: unknown): void
  /** About what all of them take. */
  readonly heldBytes: number
}

/** A universe says by how much it has grown. */
export type Grow = (bytes: number) => void

interface Held<Universe> {
  readonly universe: Universe
  bytes: number
  isLetGo: boolean
}

/** What a universe of which nothing was asked takes, with its entry here. */
const EMPTY_BYTES = 2000

export function createPool<Universe>(mostBytes: number): Pool<Universe> {
  /** The one that was asked for last stands last. */
  const held = new Map<unknown, Held<Universe>>()
  let heldBytes = 0
  let newest: unknown

  const forget = (key: unknown): void => {
    const old = held.get(key)
    if (old === undefined) return
    held.delete(key)
    old.isLetGo = true
    heldBytes -= old.bytes
    if (newest === key) newest = undefined
  }
  const letGo = (): void => {
    for (const key of held.keys()) {
      if (heldBytes <= mostBytes || key === newest) return
      forget(key)
    }
  }
  const add = (make: (grow: Grow) => Universe): Held<Universe> => {
    const made: Held<Universe> = {
      // What is still at work on one that was let go grows it for nobody.
      universe: make((bytes) => {
        made.bytes += bytes
        if (made.isLetGo) return
        heldBytes += bytes
        letGo()
      }),
      bytes: EMPTY_BYTES,
      isLetGo: false,
    }
    heldBytes += EMPTY_BYTES
    return made
  }
  return {
    get(key, make) {
      const known = held.get(key)
      if (known !== undefined && newest === key) return known.universe
      const entry = known ?? add(make)
      held.delete(key)
      held.set(key, entry)
      newest = key
      letGo()
      return entry.universe
    },
    forget,
    get heldBytes() {
      return heldBytes
    },
  }
}
