import type { BaseName, NetworkName } from '../catalogue/networks.js'

/** All that requests are told apart by, but for their instant and their query. */
export interface RequestKind {
  readonly network: NetworkName
  readonly base: BaseName
  /** Null for a path that is no endpoint. */
  readonly endpoint: string | null
  readonly method: string
  /** The rule that fired, if any. */
  readonly rule: string | null
  /** Null where no status is ever sent. */
  readonly status: number | null
  /** `ok`, `error`, or the fault that acted. */
  readonly outcome: string
}

/** One request, as it is kept. */
export interface Line {
  /** 1 for the first request, and so on. */
  readonly n: number
  /** The same object for all requests of a kind. */
  readonly kind: RequestKind
  readonly url: string
  /** Virtual ms since 1970. */
  readonly atMs: number
  /** Real ms of arrival, on the stopwatch of the journal. */
  readonly realMs: number
  /** Real ms until the reply had left; null while it has not. */
  ms: number | null
  /** The Retry-After that the reply bore, in seconds. */
  retryAfterSeconds?: number
  /** When such a reply had left, on the same stopwatch. */
  leftRealMs?: number
}

/** One request, as it is told. */
export interface JournalEntry extends RequestKind {
  /** 1 for the first request, and so on. */
  readonly n: number
  /** Virtual time of arrival, ISO 8601. */
  readonly at: string
  readonly url: string
  /** Real ms until the reply had left; null while it has not. */
  readonly ms: number | null
}

export function entryOf({ n, kind, url, atMs, ms }: Line): JournalEntry {
  const { network, base, endpoint, method, rule, status, outcome } = kind
  return {
    n,
    at: new Date(atMs).toISOString(),
    network,
    base,
    endpoint,
    method,
    url,
    rule,
    status,
    outcome,
    ms,
  }
}

/** What entries to look for: every given key must be equal. */
export interface JournalFilter {
  readonly network?: NetworkName
  readonly base?: BaseName
  readonly endpoint?: string
  readonly rule?: string
  readonly status?: number
  readonly method?: string
  readonly outcome?: string
}

export function isMatch(kind: RequestKind, filter: JournalFilter): boolean {
  for (const key in filter) {
    const wanted = filter[key as keyof JournalFilter]
    if (wanted !== undefined && kind[key as keyof JournalFilter] !== wanted) return false
  }
  return true
}
