/** How each client fared in the incidents of a session; kept when the records of its requests are evicted. */
import { getOrCreate } from '../../kit/maps.js'
import { isFailedOutcome } from '../../kit/outcome-class.js'
import { metBy } from './counts.js'
import { type ClientFacts, clientKeyOf, type JournalRecord } from './entry.js'

/** Incidents kept per session, as many as scenario runs. */
export const MAX_INCIDENTS = 10
const MAX_CLIENTS = 50

/** Newest requests that are graded, which bound the time that it takes. */
export const MAX_GRADED = 4000
/** Requests of a run after which its warm-up is about to be older than those. */
const MAX_UNGRADED = 3000

/** Checks with the least good verdict first. */
interface Graded extends Pick<ClientFacts, 'address' | 'userAgent'> {
  readonly checks: readonly { readonly id: string; readonly verdict: string; readonly because: string }[]
}

interface ClientSummary extends Pick<ClientFacts, 'address' | 'userAgent'> {
  requests: number
  failed: number
  /** Virtual ms since 1970; null without a failure. */
  firstFailureMs: number | null
  /** Requests to another base than the one that had failed last. */
  failovers: number
  /** Longest time without a good reply to one network and endpoint. */
  outage: { readonly of: string; readonly ms: number } | null
  /** The costliest open check of its last grade with one; null without any. */
  worst: { readonly check: string; readonly because: string } | null
}

interface Followed {
  readonly summary: ClientSummary
  /** By network and endpoint: the base that failed last, and the begin of an outage. */
  readonly queries: Map<string, Query>
}

interface Query {
  failedBase?: string | undefined
  sinceMs?: number | undefined
}

interface FollowedRun {
  requests: number
  readonly clients: Map<string, Followed>
}

type Runs = Map<string, FollowedRun>
export type HeldIncidents = Readonly<Runs>

/** A class, as thousands of sessions have one each. */
export class IncidentSummaries {
  #runs: Runs = new Map()
  /** Grades the run: at its end, and once while its warm-up is among the newest requests. */
  onDue: () => void = () => {}

  /** Adds a request that has ended. */
  add(line: JournalRecord): void {
    const { run, atMs, address, userAgent, ms, goneMs } = line
    const { network, base, endpoint } = line.kind
    if (run === '' || base === null || endpoint === null) return
    const followed = getOrCreate(this.#runs, run, () => ({
      requests: 0,
      clients: new Map<string, Followed>(),
    }))
    if (this.#runs.size > MAX_INCIDENTS) this.#runs.delete([...this.#runs.keys()][0]!)
    if (++followed.requests === MAX_UNGRADED) this.onDue()
    const { clients } = followed
    const key = clientKeyOf(line)
    if (clients.size >= MAX_CLIENTS && !clients.has(key)) return
    const { summary, queries } = getOrCreate(clients, key, () => ({
      summary: {
        address,
        userAgent,
        requests: 0,
        failed: 0,
        firstFailureMs: null,
        failovers: 0,
        outage: null,
        worst: null,
      },
      queries: new Map<string, Query>(),
    }))
    const of = `${network} ${endpoint}`
    const query = getOrCreate(queries, of, (): Query => ({}))
    const met = metBy(line)
    summary.requests++
    if (query.failedBase !== undefined && query.failedBase !== base) summary.failovers++
    query.failedBase = isFailedOutcome(met) ? base : undefined
    if (isFailedOutcome(met)) {
      summary.failed++
      summary.firstFailureMs ??= atMs
    }
    if (met !== 'good') query.sinceMs ??= atMs
    const outageMs = query.sinceMs === undefined ? 0 : atMs + (ms ?? goneMs ?? 0) - query.sinceMs
    if (outageMs > (summary.outage?.ms ?? 0)) summary.outage = { of, ms: outageMs }
    if (met === 'good') query.sinceMs = undefined
  }

  /** Keeps the worst finding on each client of a run; one without any keeps that of an earlier grade. */
  grade(run: string, graded: readonly Graded[]): void {
    for (const { checks, ...client } of graded) {
      const followed = this.#runs.get(run)?.clients.get(clientKeyOf(client))
      const worst = checks.find(({ verdict }) => verdict === 'fail' || verdict === 'warn')
      if (followed && worst) followed.summary.worst = { check: worst.id, because: worst.because }
    }
  }

  /** The clients of a run, those with the longest outage first. */
  of(run: string): ClientSummary[] {
    const clients = [...(this.#runs.get(run)?.clients.values() ?? [])].map(({ summary }) => summary)
    return clients.sort((a, b) => (b.outage?.ms ?? 0) - (a.outage?.ms ?? 0))
  }

  hold(): HeldIncidents {
    return structuredClone(this.#runs)
  }

  restore(held: HeldIncidents): void {
    this.#runs = structuredClone(held)
  }
}
