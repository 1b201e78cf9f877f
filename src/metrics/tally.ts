/**
 * What all sessions of a server have been asked since it started. Journals are cleared, restored and end with their
 * sessions; what Prometheus reads must only ever grow, so it is counted here as well.
 *
 * On the way of a request that costs next to nothing: a journal looks for the cell of a kind of request once, when it first
 * sees that kind, and then only adds one to it. Whatever Prometheus wants to have of it is worked out when it asks.
 */
import type { BaseName, NetworkName } from '../catalogue/networks.js'
import { createLatency, type Latency } from './latency.js'

/** What is counted apart. */
export interface Kind {
  readonly network: NetworkName
  readonly base: BaseName
  /** Null for a path that is no endpoint. */
  readonly endpoint: string | null
  readonly status: number | null
  readonly rule: string | null
}

export interface Cell {
  readonly labels: {
    readonly network: NetworkName
    readonly base: BaseName
    /** `none` for a path that is no endpoint. */
    readonly endpoint: string
    /** `none` where no status is ever sent. */
    readonly status: string
    /** Empty where no rule struck, `other` for rules that came too late to be counted apart. */
    readonly rule: string
  }
  count: number
}

export interface Tally {
  /** The cell of all requests of this kind, in any session. */
  cellOf(kind: Kind): Cell
  /** Takes note that a request was answered after `ms`. */
  observe(endpoint: string | null, ms: number): void
  cells(): Iterable<Cell>
  /** By endpoint, of those that have been asked. */
  latencies(): Iterable<readonly [endpoint: string, latency: Latency]>
}

/** Scenarios name their rules as they like; this many names are counted apart. */
const MOST_RULES = 100
const NO_ENDPOINT = 'none'

export function createTally(): Tally {
  const cells = new Map<string, Cell>()
  const rules = new Set<string>()
  const latencies = new Map<string, Latency>()

  const ruleLabel = (rule: string | null): string => {
    if (rule === null) return ''
    if (rules.size < MOST_RULES) rules.add(rule)
    return rules.has(rule) ? rule : 'other'
  }
  return {
    cellOf({ network, base, endpoint, status, rule }) {
      const labels = {
        network,
        base,
        endpoint: endpoint ?? NO_ENDPOINT,
        status: status === null ? 'none' : String(status),
        rule: ruleLabel(rule),
      }
      const key = Object.values(labels).join('|')
      const known = cells.get(key)
      if (known !== undefined) return known
      const cell = { labels, count: 0 }
      cells.set(key, cell)
      return cell
    },
    observe(endpoint, ms) {
      const name = endpoint ?? NO_ENDPOINT
      let latency = latencies.get(name)
      if (latency === undefined) {
        latency = createLatency()
        latencies.set(name, latency)
      }
      latency.observe(ms)
    },
    cells: () => cells.values(),
    latencies: () => latencies.entries(),
  }
}
