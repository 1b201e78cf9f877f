/** The written form of journal entries, of their changes and of their kinds. */
import { getOrCreate } from '../../kit/maps.js'
import type { HeldCounts } from '../journal/counts.js'
import { type JournalRecord, KIND_PARTS, type RequestKind } from '../journal/entry.js'
import { UnreadableError } from '../state-errors.js'
import { readAs, storedEntry, storedKind, storedValues } from './schemas.js'

type Fields = Readonly<Record<string, string>>

export type KindReader = (text: string) => RequestKind

/** Reads kinds; equal ones become the same object. */
export function createKindReader(): KindReader {
  const known = new Map<string, RequestKind>()
  return (text) =>
    getOrCreate(known, text, () => {
      const parts = readAs(storedKind, 'kind', () => JSON.parse(text))
      return Object.fromEntries(KIND_PARTS.map((part, n) => [part, parts[n]])) as unknown as RequestKind
    })
}

/** The counters among a journal's fields: their names are kinds. */
export function countsIn(fields: Fields, kindOf: KindReader): HeldCounts {
  return Object.entries(fields).flatMap(([name, text]) => {
    if (!name.startsWith('[')) return []
    const count = Number(text)
    if (!Number.isSafeInteger(count)) throw new UnreadableError('counts', 'expected whole numbers')
    return [{ kind: kindOf(name), count }]
  })
}

export function entryText(record: JournalRecord, ms: number): string {
  const { url, urlLength, connection, address, userAgent, requestId, seen, run, headers } = record
  const elapsedMs = Math.round(ms * 1000) / 1000
  const client = { connection, address, userAgent, requestId }
  return JSON.stringify({ url, urlLength, ...client, seen, run, headers, elapsedMs })
}

export function valuesText({ ms, goneMs, retryAfterSeconds, left, error, stream }: JournalRecord): string {
  return JSON.stringify({ ms, goneMs, retryAfterSeconds, left, error, stream })
}

export function recordOf({ n, at, ms, kind, entry }: Fields, revision: number, kindOf: KindReader) {
  const place = { n: Number(n), atMs: Number(at), realMs: Number(ms) }
  const read = readAs(storedEntry, 'lines', () => ({ ...JSON.parse(entry!), ...place }))
  const { elapsedMs, headers, ...facts } = read
  return {
    ...facts,
    headers,
    kind: kindOf(kind!),
    realMs: place.realMs - elapsedMs,
    ms: null,
    goneMs: null,
    revision,
  } satisfies JournalRecord
}

export function entryChangeOf({ kind, values }: Fields, kindOf: KindReader): Partial<JournalRecord> {
  const { left, ...changed } = readAs(storedValues, 'lines', () => JSON.parse(values!))
  // Departures are numbered by their time, us since 1970.
  const departure = left !== undefined && { left, leftRealMs: left / 1000 }
  return { ...(changed as Partial<JournalRecord>), ...departure, kind: kindOf(kind!) }
}
