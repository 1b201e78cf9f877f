import type { BaseName, NetworkName } from '../catalogue/networks.js'

/** All that requests are told apart by. */
export interface KindFacts {
  readonly network: NetworkName
  readonly base: BaseName
  /** Null for a path that is no endpoint. */
  readonly endpoint: string | null
  readonly method: string
  /** The rule that decided, if any. */
  readonly rule: string | null
  /** Null where no status is ever sent. */
  readonly status: number | null
  /** `ok`, `error`, or the fault that struck. */
  readonly outcome: string
}

/** Requests of the same facts, as one journal counts them. */
export interface Kind {
  readonly facts: KindFacts
}

/** One request, as it is kept. */
export interface Line {
  /** 1 for the first request, and so on. */
  readonly n: number
  readonly kind: Kind
  readonly url: string
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
export interface JournalEntry extends KindFacts {
  /** 1 for the first request, and so on. */
  readonly n: number
  /** Virtual time of arrival, ISO 8601. */
  readonly at: string
  readonly url: string
  /** Real ms until the reply had left; null while it has not. */
  readonly ms: number | null
}

export function entryOf({ n, kind: { facts }, url, atMs, ms }: Line): JournalEntry {
  const { network, base, endpoint, method, rule, status, outcome } = facts
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

export function fits(facts: KindFacts, filter: JournalFilter): boolean {
  for (const key in filter) {
    const wanted = filter[key as keyof JournalFilter]
    if (wanted !== undefined && facts[key as keyof JournalFilter] !== wanted) return false
  }
  return true
}

/** One text for all facts that are equal. */
export function wordsOf({ network, base, endpoint, rule, status, method, outcome }: KindFacts): string {
  return `${network}|${base}|${endpoint}|${rule}|${status}|${method}|${outcome}`
}

/** A copy of a journal at one moment. */
export interface JournalState {
  readonly next: number
  readonly ring: readonly Line[]
  readonly counts: readonly { readonly facts: KindFacts; readonly count: number }[]
}
