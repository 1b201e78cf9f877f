import { getOrCreate } from './maps.js'

/**
 * A cache of bytes that could be made again, within a budget. There are two generations: what is found in the older one moves to
 * the younger, and when that holds half of the limit it becomes the older, and what nobody asked for since is let go.
 */
export interface ByteCache {
  has(owner: object, key: string | number): boolean
  find(owner: object, key: string | number): Buffer | undefined
  /** Keeps `bytes`, which nobody may change, no longer than anything else refers to `owner`. */
  keep(owner: object, key: string | number, bytes: Buffer): void
  /** What it holds at most: those of owners that are gone count until their generation is. */
  readonly heldBytes: number
}

/** What an entry costs besides its bytes. */
const ENTRY_BYTES = 256

interface Generation {
  bytes: number
  /** Owners are held weakly: what is kept of a world goes with it. */
  readonly byOwner: WeakMap<object, Map<string | number, Buffer>>
}

const newGeneration = (): Generation => ({ bytes: 0, byOwner: new WeakMap() })

export function createByteCache(mostBytes: number): ByteCache {
  const mostYoung = Math.floor(mostBytes / 2)
  let young = newGeneration()
  let old = newGeneration()

  const keep = (owner: object, key: string | number, bytes: Buffer): void => {
    const cost = bytes.length + ENTRY_BYTES
    if (cost > mostYoung) return
    if (young.bytes + cost > mostYoung) {
      old = young
      young = newGeneration()
    }
    const entries = getOrCreate(young.byOwner, owner, () => new Map())
    if (entries.has(key)) return
    entries.set(key, bytes)
    young.bytes += cost
  }
  return {
    has: (owner, key) => [young, old].some(({ byOwner }) => byOwner.get(owner)?.has(key) === true),
    find(owner, key) {
      const found = young.byOwner.get(owner)?.get(key)
      if (found !== undefined) return found
      const older = old.byOwner.get(owner)?.get(key)
      if (older !== undefined) keep(owner, key, older)
      return older
    },
    keep,
    get heldBytes() {
      return young.bytes + old.bytes
    },
  }
}
