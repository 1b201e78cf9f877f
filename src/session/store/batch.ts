/** The written form of journal lines: batches in which each text and each kind appears once. */
import { getOrCreate } from '../../kit/maps.js'
import type { JournalRecord, RequestKind } from '../journal/entry.js'
import { UnreadableError } from '../state-store.js'
import { readAs, storedBatch, storedHeaders, storedKind } from './schemas.js'

export interface OwnLine extends JournalRecord {
  /** Its number among this replica's lines of the session. */
  readonly own: number
  /** When it was recorded by the store's clock, us since 1970. */
  readonly stampUs: number
  readonly journalId: string
  isSent: boolean
}

export interface Batch {
  readonly replica: string
  readonly lines: readonly BatchLine[]
  readonly changes: readonly BatchChange[]
}

export interface BatchLine {
  readonly own: number
  readonly stampUs: number
  readonly line: JournalRecord
}

export interface BatchChange {
  readonly own: number
  readonly values: Pick<JournalRecord, 'kind' | 'ms' | 'goneMs' | 'left' | 'leftRealMs'>
}

/** A value of each line, or the one that all of them have. */
type Column = readonly (number | null)[]

export function batchText(replica: string, lines: readonly OwnLine[], changed: readonly OwnLine[]): string {
  const texts = new Places<string | null, string | null>((text) => text)
  const kinds = new Places<RequestKind, Words>((kind) => kindWords(kind))
  const { own = 0, stampUs = 0, atMs = 0 } = lines.at(0) ?? {}
  // Most columns have one value throughout a batch. Times are short, as they are offsets from the first line.
  const columns: Column[] = [
    lines.map((line) => line.stampUs - stampUs),
    lines.map((line) => kinds.of(line.kind)),
    lines.map((line) => texts.of(line.url)),
    lines.map((line) => line.urlLength),
    lines.map((line) => line.atMs - atMs),
    lines.map((line) => Math.round(line.realMs * 1000) - line.stampUs),
    lines.map((line) => (line.seen === 0 ? null : line.seen - line.stampUs)),
    lines.map((line) => line.connection),
    lines.map((line) => texts.of(line.address)),
    lines.map((line) => texts.of(line.userAgent)),
    lines.map((line) => texts.of(line.requestId)),
    lines.map((line) => line.ms),
    lines.map((line) => line.goneMs),
    lines.map((line) => line.retryAfterSeconds ?? null),
    lines.map((line) => (line.left === undefined ? null : line.left - line.stampUs)),
    lines.map((line) => texts.of(line.run)),
    lines.map((line) => (line.headers === undefined ? null : texts.of(JSON.stringify(line.headers)))),
  ]
  const changes = changed.map((line) => [
    line.own,
    kinds.of(line.kind),
    line.ms,
    line.goneMs,
    line.left ?? null,
  ])
  const first = { own, stampUs, atMs, count: lines.length }
  return JSON.stringify([replica, texts.all, kinds.all, first, columns.map(dropTrailing), changes])
}

function dropTrailing(column: Column): Column {
  const [first] = column
  return column.every((value) => value === first) ? column.slice(0, 1) : column
}

/** Throws an UnreadableError for text that `toText` did not write. */
export function fromText(text: string): Batch {
  const [replica, texts, words, first, columns, changes] = readAs(storedBatch, 'lines', () =>
    JSON.parse(text),
  )
  const kinds = words.map(kindFromWords)
  const textAt = (index: number | null): string | null => at(texts, index)
  const wordAt = (index: number | null): string => {
    const word = textAt(index)
    if (word === null) throw new UnreadableError('lines', 'expected a text')
    return word
  }
  const lines = Array.from({ length: first.count }, (_, n): BatchLine => {
    const [
      afterUs,
      kind,
      url,
      urlLength,
      afterMs,
      arrivedUs,
      seen,
      connection,
      address,
      agent,
      request,
      ms,
      goneMs,
      retryAfterSeconds,
      left,
      run,
      headers,
    ] = columns.map((column) => column[column.length === 1 ? 0 : n])
    const stampUs = first.stampUs + (afterUs as number)
    const line: JournalRecord = {
      n: 0,
      kind: at(kinds, kind),
      url: wordAt(url),
      urlLength: urlLength as number,
      atMs: first.atMs + (afterMs as number),
      realMs: (stampUs + (arrivedUs as number)) / 1000,
      seen: seen === null ? 0 : stampUs + seen,
      connection,
      address: textAt(address),
      userAgent: textAt(agent),
      requestId: textAt(request),
      ms,
      goneMs,
      revision: 0,
      run: wordAt(run),
      headers:
        headers === null ? undefined : readAs(storedHeaders, 'headers', () => JSON.parse(wordAt(headers))),
      ...(retryAfterSeconds !== null && { retryAfterSeconds }),
      ...(left !== null && departed(stampUs + left)),
    }
    return { own: first.own + n, stampUs, line }
  })
  return {
    replica,
    lines,
    changes: changes.map(([own, kind, ms, goneMs, left]) => ({
      own: own as number,
      values: { kind: at(kinds, kind), ms, goneMs, ...(left !== null && departed(left)) },
    })),
  }
}

function at<Value>(values: readonly Value[], index: number | null): Value {
  if (index === null || !Number.isInteger(index) || index < 0 || index >= values.length)
    throw new UnreadableError('lines', 'expected an index of its texts and kinds')
  return values[index]
}

/** Departures are numbered by their time, us since 1970. */
function departed(left: number): Required<Pick<JournalRecord, 'left' | 'leftRealMs'>> {
  return { left, leftRealMs: left / 1000 }
}

export type Words = readonly (string | number | null)[]

/** A kind as stored, also the name of its counter. */
export function kindWords(kind: RequestKind): Words {
  const { network, base, endpoint, rule, status, method, outcome, met, flaw } = kind
  return [network, base, endpoint, rule, status, method, outcome, met, flaw]
}

export function kindFromText(text: string): RequestKind {
  return kindFromWords(readAs(storedKind, 'counts', () => JSON.parse(text)))
}

function kindFromWords(words: Words): RequestKind {
  const [network, base, endpoint, rule, status, method, outcome, met, flaw] = words
  return { network, base, endpoint, rule, status, method, outcome, met, flaw } as RequestKind
}

class Places<Value, Kept> {
  readonly all: Kept[] = []
  readonly #indexes = new Map<Value, number>()
  readonly #keep: (value: Value) => Kept
  /** A memo: most values equal the one before. */
  #latest: Value | undefined
  #latestIndex = -1

  constructor(keep: (value: Value) => Kept) {
    this.#keep = keep
  }

  of(value: Value): number {
    if (value !== this.#latest || this.#latestIndex < 0) {
      this.#latest = value
      this.#latestIndex = getOrCreate(this.#indexes, value, () => this.all.push(this.#keep(value)) - 1)
    }
    return this.#latestIndex
  }
}
