/** The TypeScript interface of the journal in tests, apart from its implementation. */

import type { BaseName, NetworkName } from '../../market/catalogue/names.js'
import type { Duration, EndpointId } from '../../scenario/input.js'
import type { RetryAfterPause } from '../../session/clients/retry-after.js'
import type { JournalEntry } from '../../session/journal/entry.js'

/** Filters entries: all given keys must be equal. */
export interface JournalFilter {
  readonly network?: NetworkName | undefined
  readonly base?: BaseName | undefined
  readonly endpoint?: EndpointId | undefined
  /** Id of the rule that decided. */
  readonly rule?: string | undefined
  readonly status?: number | undefined
  readonly method?: string | undefined
  /** `ok`, `error`, a fault, or `nowhere` for requests outside all base addresses. */
  readonly outcome?: string | undefined
  /** Connection number, 1 for the first of the server. */
  readonly connection?: number | undefined
  /** IP address of the client, or of a proxy in between. */
  readonly address?: string | undefined
  /** `user-agent`, at most 200 characters. */
  readonly userAgent?: string | undefined
  /** `x-request-id`, at most 200 characters. */
  readonly requestId?: string | undefined
  /** Includes preflights; `method: 'OPTIONS'` selects them alone. */
  readonly preflights?: boolean | undefined
}

export interface WaitOptions {
  /** 1 by default. */
  readonly count?: number | undefined
  /** Real time; 5s by default. */
  readonly timeout?: Duration | undefined
}

/** Received requests and their outcomes. */
export interface SimulatorJournal {
  /** Matching entries, newest last; the last 10,000 are kept, fewer with many busy sessions. */
  entries(filter?: JournalFilter): readonly Readonly<JournalEntry>[]
  /** Exact number, including evicted entries, except by connection, address, userAgent and requestId. */
  count(filter?: JournalFilter): number
  /** Resolves with the entries once enough match; rejects with a UserError at the timeout. */
  waitFor(filter?: JournalFilter, options?: WaitOptions): Promise<readonly Readonly<JournalEntry>[]>
  /** Replies with a Retry-After in seconds, and the time the client waited. */
  pauses(): readonly RetryAfterPause[]
  /** Clears entries and counts. */
  clear(): void
}
