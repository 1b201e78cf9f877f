/**
 * Records of journals, in chunks that snapshots share instead of copying. All chunks of a server share a memory budget: when it is
 * exceeded, the least recently written chunk is emptied for every holder.
 */
import type { JournalRecord } from './entry.js'

export type RecordBudget = ReturnType<typeof createRecordBudget>
export type HeldRecords = ReturnType<RecordList['hold']>

export interface Chunk {
  lines: JournalRecord[]
  bytes: number
  holders: number
}

export const MAX_LINES = 10_000
const CHUNK_LINES = 100
/** Memory of a record without its texts, and of a chunk. */
const LINE_BYTES = 232
const CHUNK_BYTES = 400

export function createRecordBudget(maxBytes: number) {
  /** In the order of their last writes. */
  const chunks = new Set<Chunk>()
  let heldBytes = 0
  let newest: Chunk | undefined
  const remove = (chunk: Chunk): void => {
    if (chunks.delete(chunk)) heldBytes -= chunk.bytes
  }
  return {
    /** Adds to the size of a chunk, which is now the newest; empties the oldest ones when the budget is spent. */
    spend(chunk: Chunk, bytes: number): void {
      if (chunk !== newest) {
        remove(chunk)
        chunks.add(chunk)
        heldBytes += chunk.bytes
        newest = chunk
      }
      chunk.bytes += bytes
      heldBytes += bytes
      for (const oldest of chunks) {
        if (heldBytes <= maxBytes || oldest === chunk) break
        remove(oldest)
        oldest.lines = []
        oldest.bytes = 0
      }
    },
    /** Refunds a chunk that has no holder left. */
    free(chunk: Chunk): void {
      remove(chunk)
      if (newest === chunk) newest = undefined
    },
    get heldBytes(): number {
      return heldBytes
    },
  }
}

/** A class, as thousands of sessions have one each. */
export class RecordList {
  #budget: Pick<RecordBudget, 'spend' | 'free'>
  #chunks: Chunk[] = []
  /** The last chunk, unless a snapshot holds it. */
  #open: Chunk | undefined

  constructor(shared: RecordBudget) {
    this.#budget = shared
  }

  add(line: JournalRecord): void {
    const open = this.#open
    const isNew = open === undefined || open.lines.length >= CHUNK_LINES
    const chunk = isNew ? { lines: [], bytes: 0, holders: 1 } : open
    if (isNew) this.#chunks.push(chunk)
    this.#open = chunk
    chunk.lines.push(line)
    this.#budget.spend(chunk, bytesOf(line) + (isNew ? CHUNK_BYTES : 0))
    if (isNew) this.#dropOldest()
  }

  /** Charges a kept record for a text that it got later. */
  grow(line: JournalRecord, bytes: number): void {
    const chunk = this.#chunks.findLast(({ lines }) => lines.length > 0 && lines[0]!.n <= line.n)
    if (chunk?.lines.includes(line)) this.#budget.spend(chunk, bytes)
  }

  /** The kept records, newest first. */
  *newestFirst(): Iterable<JournalRecord> {
    const chunks = this.#chunks
    let left = MAX_LINES
    for (let at = chunks.length - 1; at >= 0; at--) {
      const { lines } = chunks[at]!
      for (let i = lines.length - 1; i >= 0 && left > 0; i--, left--) yield lines[i]!
    }
  }

  clear(): void {
    for (const chunk of this.#chunks) this.#release(chunk)
    this.#chunks = []
    this.#open = undefined
  }

  /** Refunds chunks that no snapshot holds, and stops spending. */
  end(): void {
    for (const chunk of this.#chunks) if (chunk.holders === 1) this.#budget.free(chunk)
    this.#budget = NO_BUDGET
  }

  /** Holds the present records for `restore`, until `release`. */
  hold() {
    this.#open = undefined
    const held = this.#chunks.filter(({ lines }) => lines.length > 0)
    for (const chunk of held) chunk.holders++
    return {
      chunks: held,
      release: () => {
        for (const chunk of held.splice(0)) this.#release(chunk)
      },
    }
  }

  restore({ chunks }: { readonly chunks: readonly Chunk[] }): void {
    for (const chunk of chunks) chunk.holders++
    this.clear()
    this.#chunks = [...chunks]
  }

  #release(chunk: Chunk): void {
    if (--chunk.holders === 0) this.#budget.free(chunk)
  }

  #dropOldest(): void {
    const chunks = this.#chunks
    let kept = chunks.reduce((sum, { lines }) => sum + lines.length, 0)
    while (
      chunks.length > 1 &&
      (chunks[0]!.lines.length === 0 || kept - chunks[0]!.lines.length >= MAX_LINES)
    ) {
      const oldest = chunks.shift()!
      kept -= oldest.lines.length
      this.#release(oldest)
    }
  }
}

const NO_BUDGET: Pick<RecordBudget, 'spend' | 'free'> = { spend() {}, free() {} }

function bytesOf({ url, userAgent, requestId, headers }: JournalRecord): number {
  const own = LINE_BYTES + url.length + (userAgent?.length ?? 0) + (requestId?.length ?? 0)
  if (headers === undefined) return own
  return Object.entries(headers).reduce((sum, [name, value = '']) => sum + name.length + value.length, own)
}
