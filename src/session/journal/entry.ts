import type { ClientConnection, UpgradeRequest } from '../../api/routing/request.js'
import { type Effect, plainEffect, UNCHANGED } from '../../kit/outcome-class.js'
import type { BaseName, NetworkName } from '../../market/catalogue/names.js'

/** A request on arrival. */
export interface Arrival extends Pick<RequestKind, 'network' | 'base' | 'method'> {
  /** Undefined for unknown paths. */
  readonly endpoint: string | undefined
  /** Path and query below the base address, or as sent outside any. */
  readonly url: string
  /** Virtual ms since 1970; set again by a store that counts the request. */
  atMs: number
  /** Undefined for in-process requests. */
  readonly sender?: ClientConnection | undefined
  readonly upgrade?: UpgradeRequest | undefined
  header(name: string): string | undefined
}

/** The rules that were evaluated for a request. */
export interface Deciders {
  /** Run id of the scenario. */
  readonly id: string
  /** Request headers that its rules inspect, in lower case. */
  readonly headerNames: readonly string[]
}

/** The dimensions that requests are counted by. */
export interface RequestKind extends Effect {
  /** Null, like the base, outside any base address. */
  readonly network: NetworkName | null
  readonly base: BaseName | null
  /** Null for unknown paths. */
  readonly endpoint: string | null
  readonly method: string
  /** The rule that fired. */
  readonly rule: string | null
  /** Null if no status is sent. */
  readonly status: number | null
  /** `ok`, `error`, the fault that acted, or `nowhere` outside any base address. */
  readonly outcome: string
}

/** The kind of an arrival; a plain reply with its status if no effect is given. */
export function kindFor(
  { network, base, endpoint, method }: Arrival,
  rule: string | null,
  status: number | null,
  outcome: string,
  { met, flaw } = plainEffect(status),
): RequestKind {
  return { network, base, endpoint: endpoint ?? null, method, rule, status, outcome, met, flaw }
}

/** The kind of a request whose rule fired but changed nothing. */
export function unchangedKind(kind: RequestKind): RequestKind {
  return { ...kind, outcome: UNCHANGED, ...plainEffect(kind.status) }
}

/** The kind of a request that failed with `status` while it was answered, whatever was planned. */
export function failedKind(kind: RequestKind, status: number): RequestKind {
  const outcome = kind.outcome === 'ok' ? 'error' : kind.outcome
  return { ...kind, status, outcome, ...plainEffect(status) }
}

/** Facts that identify a client. */
export interface ClientFacts {
  /** Connection number from 1; null for in-process requests. */
  readonly connection: number | null
  /** IP address of the client, or of a proxy in between; null for in-process requests. */
  readonly address: string | null
  /** The User-Agent header, at most 200 characters. */
  readonly userAgent: string | null
  /** The X-Request-Id header, at most 200 characters. */
  readonly requestId: string | null
}

/** A stream that a request has opened; see `stream-facts.ts`. */
export interface StreamFacts {
  /** Real ms from its handshake to its end; null while it is open. */
  openMs: number | null
  /** Frames. */
  sent: number
  received: number
  /** Subscribed ones, at its end or now. */
  channels: string[]
  /** The rules that acted on its frames, in order; virtual ms since 1970, null while one acts. */
  faults: { rule: string; fault: string; fromMs: number; untilMs: number | null }[]
  /** Null while it is open. */
  closed: { code: number; side: 'client' | 'server' } | null
}

/** A request as stored. */
export interface JournalRecord extends ClientFacts {
  /** Sequence number from 1. */
  readonly n: number
  /** The same object for all requests of a kind. */
  kind: RequestKind
  /** At most 2048 characters. */
  readonly url: string
  readonly urlLength: number
  /** Virtual ms since 1970. */
  readonly atMs: number
  /** Arrival in real ms, on the stopwatch shared by all journals. */
  readonly realMs: number
  /** The last departure the sender had certainly seen, see `reply-order.ts`. */
  readonly seen: number
  /** Real ms until the reply left; null before. */
  ms: number | null
  /** Real ms until the client disconnected while its reply was held; null otherwise. */
  goneMs: number | null
  /** Revision of its journal at the record's last change. */
  revision: number
  /** Id of the scenario run whose rules were evaluated; empty if none. */
  readonly run: string
  /** Headers that rules inspect; undefined if none do. */
  readonly headers: Readonly<Record<string, string | undefined>> | undefined
  /** Retry-After of the reply, in seconds. */
  retryAfterSeconds?: number
  stream?: StreamFacts
  /** Departure number and time of such a reply, on the same stopwatch. */
  left?: number
  leftRealMs?: number
  /** Beginning of the body of a reply from 400 on, at most 2 kB. */
  error?: string
}

/** A request as reported. */
export interface JournalEntry
  extends Omit<RequestKind, 'flaw'>,
    ClientFacts,
    Readonly<Pick<JournalRecord, 'n' | 'url' | 'urlLength' | 'ms' | 'goneMs'>> {
  /** Virtual time of arrival, ISO 8601. */
  readonly at: string
  readonly stream?: StreamFacts | undefined
}

export function entryOf(line: JournalRecord): JournalEntry {
  const { network, base, endpoint, method, rule, status, outcome, met } = line.kind
  const { n, atMs, url, urlLength, ms, goneMs, connection, address, userAgent, requestId, stream } = line
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
    // A client that gave up met silence, whatever the reply would have been.
    met: goneMs === null ? met : 'silent',
    ms,
    goneMs,
    connection,
    address,
    userAgent,
    requestId,
    // A copy: the facts of an open stream change.
    ...(stream && { stream: structuredClone(stream) }),
  }
}

/** Given keys must be equal. Preflights are excluded by default. */
export interface EntryFilter extends Partial<Omit<RequestKind, keyof Effect>>, Partial<ClientFacts> {
  /** Includes preflights, which browsers send automatically; `method: 'OPTIONS'` selects them alone. */
  readonly preflights?: boolean
}

/** Whether a kind matches the filter's dimensions. */
export function isKind(kind: RequestKind, filter: EntryFilter): boolean {
  const isShown = !isAutomaticPreflight(kind) || filter.preflights === true || filter.method === 'OPTIONS'
  return isShown && KIND_KEYS.every((key) => filter[key] === undefined || filter[key] === kind[key])
}

/** Parts of a kind, in the order of its text. */
export const KIND_PARTS = [
  'network',
  'base',
  'endpoint',
  'rule',
  'status',
  'method',
  'outcome',
  'met',
  'flaw',
] as const

/** A kind as text, equal for kinds that count as one. */
export function kindText(kind: RequestKind): string {
  return JSON.stringify(KIND_PARTS.map((part) => kind[part]))
}

export function isMatch(line: JournalRecord, filter: EntryFilter): boolean {
  const isAsked = ASKER_KEYS.every((key) => filter[key] === undefined || filter[key] === line[key])
  return isAsked && isKind(line.kind, filter)
}

/** Whether a filter reads client facts, which kinds lack. */
export function filtersByClient(filter: EntryFilter): boolean {
  return ASKER_KEYS.some((key) => filter[key] !== undefined)
}

/** Whether a browser sent the request automatically; not if a rule fired on it, which makes it count. */
export function isAutomaticPreflight({ method, rule }: RequestKind): boolean {
  return method === 'OPTIONS' && rule === null
}

const KIND_KEYS = ['network', 'base', 'endpoint', 'method', 'rule', 'status', 'outcome'] as const
const ASKER_KEYS = ['connection', 'address', 'userAgent', 'requestId'] as const

/** Length limits of stored URLs and client headers. */
const LONGEST_URL = 2048
const LONGEST_HEADER = 200

/** The stored form of an arrival. */
export function toRecord(
  arrival: Arrival,
  run: Deciders | undefined,
  place: Pick<JournalRecord, 'n' | 'kind' | 'realMs' | 'seen' | 'revision'>,
): JournalRecord {
  const { url, atMs, sender } = arrival
  const { n, kind, realMs, seen, revision } = place
  return {
    n,
    kind,
    url: truncate(url, LONGEST_URL),
    urlLength: url.length,
    atMs,
    realMs,
    seen,
    connection: sender?.number ?? null,
    address: sender?.address ?? null,
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

/** The named headers that are present. */
function headersOf(arrival: Arrival, names: readonly string[]): Readonly<Record<string, string | undefined>> {
  return Object.fromEntries(
    names.flatMap((name) => {
      const value = arrival.header(name)
      return value === undefined ? [] : [[name, truncate(value, LONGEST_URL)]]
    }),
  )
}

/** A copy of the beginning: a substring would retain the whole string. */
function truncate(text: string, most: number): string {
  return text.length <= most ? text : Buffer.from(text.slice(0, most)).toString()
}

/** Distinguishes clients, by address and user agent; clients behind one proxy share its address. */
export function clientKeyOf({ address, userAgent }: Pick<JournalRecord, 'address' | 'userAgent'>): string {
  return JSON.stringify([address, userAgent])
}
