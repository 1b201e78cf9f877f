/** Lines of a journal as they are written to the store: many at a time, each text and each kind once. */
import type { Line, RequestKind } from '../journal/entry.js'

/** A line of this replica, until it is known to be in the store as it has become. */
export interface OwnLine extends Line {
  /** Its number among all that this replica has taken down for the session. */
  readonly own: number
  /** When it came, by the store's clock, us since 1970. */
  readonly stampUs: number
  readonly journalId: string
  isSent: boolean
}

export interface Batch {
  readonly replica: string
  readonly lines: readonly BatchLine[]
  readonly changes: readonly Change[]
}

export interface BatchLine {
  readonly own: number
  readonly stampUs: number
  readonly line: Line
}

/** What became of a line that was written before. */
export interface Change {
  readonly own: number
  readonly kind: RequestKind
  readonly ms: number | null
  readonly goneMs: number | null
  readonly left?: number
  readonly leftRealMs?: number
}

const OUTCOME = 6
/** Numbers of a line. */
const FIELDS = 15

export function toText(replica: string, lines: readonly OwnLine[], changed: readonly OwnLine[]): string {
  const texts = new Places<string | null, string | null>((text) => text)
  const kinds = new Places<RequestKind, readonly (string | number | null)[]>((kind) => kindWords(kind))
  // One flat list, of numbers that are small: what follows from the line before is told by how much it differs.
  const flat: (number | null)[] = []
  let stampUs = 0
  let atMs = 0
  for (const line of lines) {
    flat.push(
      line.stampUs - stampUs,
      kinds.of(line.kind),
      texts.of(line.url),
      line.urlLength,
      line.atMs - atMs,
      line.seen === 0 ? null : line.seen - line.stampUs,
      line.connection,
      texts.of(line.userAgent),
      texts.of(line.requestId),
      line.ms,
      line.goneMs,
      line.retryAfterSeconds ?? null,
      line.left === undefined ? null : line.left - line.stampUs,
      texts.of(line.run),
      line.headers === undefined ? null : texts.of(JSON.stringify(line.headers)),
    )
    stampUs = line.stampUs
    atMs = line.atMs
  }
  const changes = changed.map((line) => [
    line.own,
    kinds.of(line.kind),
    line.ms,
    line.goneMs,
    line.left ?? null,
  ])
  return JSON.stringify([replica, texts.all, kinds.all, lines.at(0)?.own ?? 0, flat, changes])
}

/** Throws for what `toText` has not written. */
export function fromText(text: string): Batch {
  const [replica, texts, words, firstOwn, flat, changed] = JSON.parse(text) as readonly [
    string,
    readonly string[],
    readonly Words[],
    number,
    readonly (number | null)[],
    readonly (readonly (number | null)[])[],
  ]
  const kinds = words.map(kindOf)
  const textAt = (place: number | null) => texts[place as number]
  const lines: BatchLine[] = []
  let stampUs = 0
  let atMs = 0
  for (let at = 0; at < flat.length; at += FIELDS) {
    const [
      afterUs,
      kind,
      url,
      urlLength,
      afterMs,
      seen,
      connection,
      agent,
      request,
      ms,
      goneMs,
      retryAfterSeconds,
      left,
      run,
      headers,
    ] = flat.slice(at, at + FIELDS)
    stampUs += afterUs as number
    atMs += afterMs as number
    const line: Line = {
      n: 0,
      kind: kinds[kind as number],
      url: textAt(url),
      urlLength: urlLength as number,
      atMs,
      realMs: stampUs / 1000,
      seen: seen === null ? 0 : stampUs + seen,
      connection,
      userAgent: textAt(agent),
      requestId: textAt(request),
      ms,
      goneMs,
      revision: 0,
      run: textAt(run),
      headers: headers === null ? undefined : JSON.parse(textAt(headers)),
      ...(retryAfterSeconds !== null && { retryAfterSeconds }),
      ...(left !== null && departed(stampUs + left)),
    }
    lines.push({ own: firstOwn + at / FIELDS, stampUs, line })
  }
  return {
    replica,
    lines,
    changes: changed.map(([own, kind, ms, goneMs, left]) => ({
      own: own as number,
      kind: kinds[kind as number],
      ms,
      goneMs,
      ...(left !== null && departed(left)),
    })),
  }
}

/** Departures are numbered by when they were, us since 1970. */
function departed(left: number): Required<Pick<Line, 'left' | 'leftRealMs'>> {
  return { left, leftRealMs: left / 1000 }
}

export type Words = readonly (string | number | null)[]

/** A kind as it stands in the store, also as the name of its counter. */
export function kindWords(kind: RequestKind): Words {
  return [kind.network, kind.base, kind.endpoint, kind.rule, kind.status, kind.method, kind.outcome]
}

export function kindOf(words: Words): RequestKind {
  const [network, base, endpoint, rule, status, method] = words
  return { network, base, endpoint, rule, status, method, outcome: words[OUTCOME] } as RequestKind
}

/** Gives each value a place in a list, the same to the same. */
class Places<Value, Kept> {
  readonly all: Kept[] = []
  readonly #places = new Map<Value, number>()
  readonly #keep: (value: Value) => Kept

  constructor(keep: (value: Value) => Kept) {
    this.#keep = keep
  }

  of(value: Value): number {
    const known = this.#places.get(value)
    if (known !== undefined) return known
    this.#places.set(value, this.all.length)
    return this.all.push(this.#keep(value)) - 1
  }
}
