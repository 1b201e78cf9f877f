/**
 * LRU pool of worlds with one memory budget. Worlds hold only what they can recompute, so eviction changes no answer.
 */
export interface Pool<Worlds> {
  /** The worlds of `key`, created if not in memory. */
  get(key: unknown, make: (grow: Grow) => Worlds): Worlds
  forget(key: unknown): void
  /** Approximate. */
  readonly heldBytes: number
}

/** Reports by how many bytes worlds have grown. */
export type Grow = (bytes: number) => void

interface Held<Worlds> {
  readonly worlds: Worlds
  bytes: number
  isLetGo: boolean
}

/** Memory of unused worlds with their entry. */
const EMPTY_BYTES = 2000

export function createPool<Worlds>(mostBytes: number): Pool<Worlds> {
  /** Most recently used last. */
  const held = new Map<unknown, Held<Worlds>>()
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
  const add = (make: (grow: Grow) => Worlds): Held<Worlds> => {
    const made: Held<Worlds> = {
      // Work in progress on evicted worlds counts for nothing.
      worlds: make((bytes) => {
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
      if (known !== undefined && newest === key) return known.worlds
      const entry = known ?? add(make)
      held.delete(key)
      held.set(key, entry)
      newest = key
      letGo()
      return entry.worlds
    },
    forget,
    get heldBytes() {
      return heldBytes
    },
  }
}
