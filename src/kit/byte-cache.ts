import { getOrCreate } from './maps.js'

/** Shared by the answers of all sessions and the candles in them. The largest answer, of 27 MB, fits into half of it. */
export const ANSWER_CACHE_BYTES = 64 << 20

/**
 * A cache of bytes within a budget, in two generations: a hit in the old one moves to the young one while that has room. A young
 * generation of half the limit becomes the old one, which evicts those left in that. Only new entries evict: entries that are read
 * in turn stay, even if they need the whole budget.
 */
export interface ByteCache {
  has(owner: object, key: string | number): boolean
  find(owner: object, key: string | number): Buffer | undefined
  /** Keeps immutable `bytes`, at most as long as `owner` is referenced elsewhere. */
  keep(owner: object, key: string | number, bytes: Buffer): void
  clear(): void
  /** An upper bound: entries of collected owners count until their generation is evicted. */
  readonly heldBytes: number
}

const ENTRY_BYTES = 256

interface Generation {
  bytes: number
  /** Owners are held weakly: the entries of a world are collected with it. */
  readonly byOwner: WeakMap<object, Map<string | number, Buffer>>
}

const newGeneration = (): Generation => ({ bytes: 0, byOwner: new WeakMap() })

export function createByteCache(maxBytes: number): ByteCache {
  const maxYoung = Math.floor(maxBytes / 2)
  let young = newGeneration()
  let old = newGeneration()

  const hasRoom = (bytes: Buffer): boolean => young.bytes + bytes.length + ENTRY_BYTES <= maxYoung
  const keep = (owner: object, key: string | number, bytes: Buffer): void => {
    const cost = bytes.length + ENTRY_BYTES
    if (cost > maxYoung) return
    if (!hasRoom(bytes)) {
      old = young
      young = newGeneration()
    }
    const entries = getOrCreate(young.byOwner, owner, () => new Map())
    if (entries.has(key)) return
    entries.set(key, bytes)
    young.bytes += cost
  }
  return {
    has: (owner, key) =>
      young.byOwner.get(owner)?.has(key) === true || old.byOwner.get(owner)?.has(key) === true,
    find(owner, key) {
      const found = young.byOwner.get(owner)?.get(key)
      if (found !== undefined) return found
      const older = old.byOwner.get(owner)?.get(key)
      if (older !== undefined && hasRoom(older)) keep(owner, key, older)
      return older
    },
    keep,
    clear(): void {
      young = newGeneration()
      old = newGeneration()
    },
    get heldBytes() {
      return young.bytes + old.bytes
    },
  }
}
