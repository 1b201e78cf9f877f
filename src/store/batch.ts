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
  readonly left: number | undefined
  readonly leftRealMs: number | undefined
}

const OUTCOME = 6

export function toText(replica: string, lines: readonly OwnLine[], changed: readonly OwnLine[]): string {
  const texts = new Places<string | null, string | null>((text) => text)
  const kinds = new Places<RequestKind, readonly (string | number | null)[]>((kind) => kindWords(kind))
  const rows = lines.map((line) => [
    line.own,
    line.stampUs,
    kinds.of(line.kind),
    texts.of(line.url),
    line.urlLength,
    line.atMs,
    line.realMs,
    line.seen,
    line.connection,
    texts.of(line.userAgent),
    texts.of(line.requestId),
    line.ms,
    line.retryAfterSeconds ?? null,
    line.left ?? null,
    line.leftRealMs ?? null,
  ])
  const changes = changed.map((line) => [
    line.own,
    kinds.of(line.kind),
    line.ms,
    line.left ?? null,
    line.leftRealMs ?? null,
  ])
  return JSON.stringify([replica, texts.all, kinds.all, rows, changes])
}

/** Throws for what `toText` has not written. */
export function fromText(text: string): Batch {
  const [replica, texts, words, rows, changed] = JSON.parse(text) as readonly [
    string,
    readonly string[],
    readonly Words[],
    readonly (readonly (number | null)[])[],
    readonly (readonly (number | null)[])[],
  ]
  const kinds = words.map(kindOf)
  const textAt = (place: number | null) => texts[place as number]
  return {
    replica,
    lines: rows.map((row) => {
      const [own, stampUs, kind, url, urlLength, atMs, realMs, seen, connection, agent, request, ms] = row
      const [retryAfterSeconds, left, leftRealMs] = row.slice(12)
      const line: Line = {
        n: 0,
        kind: kinds[kind as number],
        url: textAt(url),
        urlLength: urlLength as number,
        atMs: atMs as number,
        realMs: realMs as number,
        seen: seen as number,
        connection,
        userAgent: textAt(agent),
        requestId: textAt(request),
        ms,
        ...(retryAfterSeconds !== null && { retryAfterSeconds }),
        ...(left !== null && leftRealMs !== null && { left, leftRealMs }),
      }
      return { own: own as number, stampUs: stampUs as number, line }
    }),
    changes: changed.map(([own, kind, ms, left, leftRealMs]) => ({
      own: own as number,
      kind: kinds[kind as number],
      ms,
      left: left ?? undefined,
      leftRealMs: leftRealMs ?? undefined,
    })),
  }
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
