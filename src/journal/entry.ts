import type { BaseName, NetworkName } from '../catalogue/bases.js'
import { type Effect, plainEffect } from '../core/outcome-class.js'
import type { ClientConnection } from '../routing/request.js'

/** A request as it comes to a journal. */
export interface Arrival {
  /** Network and base are null for a request that came to no base address. */
  readonly network: NetworkName | null
  readonly base: BaseName | null
  /** Undefined for a path that no endpoint has. */
  readonly endpoint: string | undefined
  readonly method: string
  /** Path and query below the base address; as it was sent where there is none. */
  readonly url: string
  /** Virtual ms since 1970. */
  readonly atMs: number
  /** Undefined for a request that was made in process. */
  readonly connection?: ClientConnection
  header(name: string): string | undefined
}

/** Whose rules were asked about a request. */
export interface Deciders {
  /** Of the run of a scenario. */
  readonly id: string
  /** The request headers that its rules look at, in small letters. */
  readonly headerNames: readonly string[]
}

/** All that requests are counted apart by. */
export interface RequestKind extends Effect {
  /** Network and base are null for a request that came to no base address. */
  readonly network: NetworkName | null
  readonly base: BaseName | null
  /** Null for a path that is no endpoint. */
  readonly endpoint: string | null
  readonly method: string
  /** The rule that fired, if any. */
  readonly rule: string | null
  /** Null where no status is ever sent. */
  readonly status: number | null
  /** `ok`, `error`, the fault that acted, or `nowhere` for a request that came to no base address. */
  readonly outcome: string
}

/** The kind of an arrival; a plain reply with its status where no effect is given. */
export function kindFor(
  { network, base, endpoint, method }: Arrival,
  rule: string | null,
  status: number | null,
  outcome: string,
  { met, flaw } = plainEffect(status),
): RequestKind {
  return { network, base, endpoint: endpoint ?? null, method, rule, status, outcome, met, flaw }
}

/** The outcome of a request on which a rule fired that turned out to change nothing. */
export const UNCHANGED = 'unchanged'

/** The kind of a request on which a rule fired that turned out to change nothing. */
export function unchangedKind(kind: RequestKind): RequestKind {
  return { ...kind, outcome: UNCHANGED, ...plainEffect(kind.status) }
}

/** What a client can be told by. */
export interface ClientFacts {
  /** Which connection it came over, 1 for the first of the server; null for a request that was made in process. */
  readonly connection: number | null
  /** The header of that name, at most 200 characters of it. */
  readonly userAgent: string | null
  /** The header x-request-id, at most 200 characters of it. */
  readonly requestId: string | null
}

/** One request, as it is kept. */
export interface JournalRecord extends ClientFacts {
  /** 1 for the first request, and so on. */
  readonly n: number
  /** The same object for all requests of a kind. */
  kind: RequestKind
  /** At most its first 2048 characters. */
  readonly url: string
  readonly urlLength: number
  /** Virtual ms since 1970. */
  readonly atMs: number
  /** Real ms of arrival, on the stopwatch of all journals. */
  readonly realMs: number
  /** The last departure that whoever sent it had seen for certain, see `reply-order.ts`. */
  readonly seen: number
  /** Real ms until the reply had left; null while it has not. */
  ms: number | null
  /** Real ms until its client had gone away while its reply was held back; null where it has not. */
  goneMs: number | null
  /** Rises whenever a line of its journal comes or changes: which of these it was last. */
  revision: number
  /** The run of the scenario that decided about it, by its id; empty for none. */
  readonly run: string
  /** Those headers that rules of the scenario look at; undefined where they look at none. */
  readonly headers: Readonly<Record<string, string | undefined>> | undefined
  /** The Retry-After that the reply bore, in seconds. */
  retryAfterSeconds?: number
  /** Which departure such a reply was, and when, on the same stopwatch. */
  left?: number
  leftRealMs?: number
}

/** One request, as it is told. */
export interface JournalEntry extends Omit<RequestKind, 'flaw'>, ClientFacts {
  /** 1 for the first request, and so on. */
  readonly n: number
  /** Virtual time of arrival, ISO 8601. */
  readonly at: string
  /** At most its first 2048 characters. */
  readonly url: string
  /** How many characters it had. */
  readonly urlLength: number
  /** Real ms until the reply had left; null while it has not. */
  readonly ms: number | null
  /** Real ms until its client had gone away while its reply was held back; null where it has not. */
  readonly goneMs: number | null
}

export function entryOf(line: JournalRecord): JournalEntry {
  const { network, base, endpoint, method, rule, status, outcome, met } = line.kind
  const { n, atMs, url, urlLength, ms, goneMs, connection, userAgent, requestId } = line
  return {
    n,
    at: new Date(atMs).toISOString(),
    network,
    base,
    endpoint,
    method,
    url,
    urlLength,
    rule,
    status,
    outcome,
    // A client that gave up got no answer, whatever it was going to be.
    met: goneMs === null ? met : 'silent',
    ms,
    goneMs,
    connection,
    userAgent,
    requestId,
  }
}

/** What entries to look for: every given key must be equal. Preflights are left out unless they are asked for. */
export interface JournalFilter extends Partial<Omit<RequestKind, keyof Effect>>, Partial<ClientFacts> {
  /** Preflights too, which are the browser's and not the client's; `method: 'OPTIONS'` asks for them alone. */
  readonly preflights?: boolean
}

/** Whether the filter asks for what all requests of a kind have in common, and for that kind. */
export function isKind(kind: RequestKind, filter: JournalFilter): boolean {
  for (const key of KIND_KEYS) {
    const wanted = filter[key]
    if (wanted !== undefined && kind[key] !== wanted) return false
  }
  return !isPreflight(kind) || filter.preflights === true || filter.method === 'OPTIONS'
}

/** Whether both are counted as one. Every request pays for this. */
export function isSameKind(a: RequestKind, b: RequestKind): boolean {
  return (
    a.base === b.base &&
    a.endpoint === b.endpoint &&
    a.network === b.network &&
    a.rule === b.rule &&
    a.status === b.status &&
    a.method === b.method &&
    a.outcome === b.outcome &&
    a.met === b.met &&
    a.flaw === b.flaw
  )
}

export function isMatch(line: JournalRecord, filter: JournalFilter): boolean {
  for (const key of ASKER_KEYS) {
    const wanted = filter[key]
    if (wanted !== undefined && line[key] !== wanted) return false
  }
  return isKind(line.kind, filter)
}

/** Whether a filter looks at more than kinds. */
export function filtersByClient(filter: JournalFilter): boolean {
  return ASKER_KEYS.some((key) => filter[key] !== undefined)
}

/** What a browser asks of its own accord; where a rule acts on it, it is a request like any other. */
export function isPreflight({ method, rule }: RequestKind): boolean {
  return method === 'OPTIONS' && rule === null
}

const KIND_KEYS = ['network', 'base', 'endpoint', 'method', 'rule', 'status', 'outcome'] as const
const ASKER_KEYS = ['connection', 'userAgent', 'requestId'] as const

/** So much is kept of a URL, and of a header that tells who asks. */
const LONGEST_URL = 2048
const LONGEST_HEADER = 200

/** A request as it is kept, and whose rules were asked about it. */
export function toRecord(
  arrival: Arrival,
  run: Deciders | undefined,
  place: Pick<JournalRecord, 'n' | 'kind' | 'realMs' | 'seen' | 'revision'>,
): JournalRecord {
  const { url, atMs, connection } = arrival
  const { n, kind, realMs, seen, revision } = place
  return {
    n,
    kind,
    url: truncate(url, LONGEST_URL),
    urlLength: url.length,
    atMs,
    realMs,
    seen,
    connection: connection?.number ?? null,
    userAgent: headerOf(arrival, 'user-agent'),
    requestId: headerOf(arrival, 'x-request-id'),
    ms: null,
    goneMs: null,
    revision,
    run: run === undefined ? '' : run.id,
    headers:
      run === undefined || run.headerNames.length === 0 ? undefined : headersOf(arrival, run.headerNames),
  }
}

function headerOf(arrival: Arrival, name: string): string | null {
  const value = arrival.header(name)
  return value === undefined ? null : truncate(value, LONGEST_HEADER)
}

/** Those of some names that there are. */
function headersOf(arrival: Arrival, names: readonly string[]): Readonly<Record<string, string | undefined>> {
  return Object.fromEntries(
    names.flatMap((name) => {
      const value = arrival.header(name)
      return value === undefined ? [] : [[name, truncate(value, LONGEST_URL)]]
    }),
  )
}

/** The beginning of a text. As a copy: a part of a string keeps all of it in memory. */
function truncate(text: string, most: number): string {
  return text.length <= most ? text : Buffer.from(text.slice(0, most)).toString()
}
