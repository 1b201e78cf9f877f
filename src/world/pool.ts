/**
 * The worlds that are in memory, within a budget that they all share. They remember nothing but what they could compute
 * again: those that nobody asked for longest are let go, and made anew when somebody asks for them.
 */
export interface Pool<Worlds> {
  /** The worlds of `key`, made where they are not in memory. */
  get(key: unknown, make: (grow: Grow) => Worlds): Worlds
  /** Forgets the worlds of `key` at once. */
  forget(key: unknown): void
  /** About what all of them take. */
  readonly heldBytes: number
}

/** Worlds say by how much they have grown. */
export type Grow = (bytes: number) => void

interface Held<Worlds> {
  readonly worlds: Worlds
  bytes: number
  isLetGo: boolean
}

/** What worlds of which nothing was asked take, with their entry here. */
const EMPTY_BYTES = 2000

export function createPool<Worlds>(mostBytes: number): Pool<Worlds> {
  /** The one that was asked for last stands last. */
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
      // What is still at work on one that was let go grows it for nobody.
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
