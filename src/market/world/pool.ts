/** LRU pool of worlds with one memory budget. Worlds hold only what they can recompute, so eviction changes no answer. */

/** Reports by how many bytes worlds have grown. */
export type Grow = (bytes: number) => void

interface Entry<Worlds> {
  readonly worlds: Worlds
  bytes: number
  isEvicted: boolean
}

const EMPTY_BYTES = 2000

export function createPool<Worlds>(maxBytes: number) {
  /** Most recently used last. */
  const entries = new Map<unknown, Entry<Worlds>>()
  let heldBytes = 0
  let newest: unknown

  const forget = (key: unknown): void => {
    const old = entries.get(key)
    if (old === undefined) return
    entries.delete(key)
    old.isEvicted = true
    heldBytes -= old.bytes
    if (newest === key) newest = undefined
  }
  const evict = (): void => {
    for (const key of entries.keys()) {
      if (heldBytes <= maxBytes || key === newest) return
      forget(key)
    }
  }
  const add = (make: (grow: Grow) => Worlds): Entry<Worlds> => {
    const entry: Entry<Worlds> = {
      // Work in progress on evicted worlds counts for nothing.
      worlds: make((bytes) => {
        entry.bytes += bytes
        if (entry.isEvicted) return
        heldBytes += bytes
        evict()
      }),
      bytes: EMPTY_BYTES,
      isEvicted: false,
    }
    heldBytes += EMPTY_BYTES
    return entry
  }
  return {
    get(key: unknown, make: (grow: Grow) => Worlds): Worlds {
      const known = entries.get(key)
      if (known !== undefined && newest === key) return known.worlds
      const entry = known ?? add(make)
      entries.delete(key)
      entries.set(key, entry)
      newest = key
      evict()
      return entry.worlds
    },
    forget,
    /** Approximate. */
    get heldBytes() {
      return heldBytes
    },
  }
}
