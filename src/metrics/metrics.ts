/**
 * What all sessions of a server were asked since it started, for Prometheus. Journals are cleared, restored and end with
 * their sessions; what Prometheus reads must only ever grow, so it is counted here as well.
 *
 * prom-client writes them down, and keeps the histogram. It is loaded soon after the first request, as loading it takes longer
 * than a first reply should; durations that come before it is there are remembered. Requests are counted here, and it collects
 * the counts when it is read: its own counter makes a text of all labels each time, which a hot request would feel.
 */
import type { Histogram, Registry } from 'prom-client'
import { later } from '../clock/timers.js'
import { late } from '../core/late.js'
import { getOrCreate } from '../core/maps.js'

const loadPromClient = late(() => import('prom-client'))

/** What requests are told apart by. */
export interface RequestFacts {
  readonly network: string
  readonly base: string
  /** Null for a path that is no endpoint. */
  readonly endpoint: string | null
  /** Null where no status is ever sent. */
  readonly status: number | null
  /** Null where no rule fired. */
  readonly rule: string | null
}

/** What is read at the moment of a scrape. */
export interface Gauges {
  /** Sessions that have not ended, without the server's own. */
  readonly sessions: number
  /** Requests that a delay or a hang holds. */
  readonly heldRequests: number
}

export interface Metrics {
  /** Counts a request. Those of equal facts should come with the same object: their counter is found by it. */
  countRequest(facts: RequestFacts): void
  /** Takes note that a reply left `ms` after its request came. */
  observeReply(endpoint: string | null, ms: number): void
  /** All of it as Prometheus reads it. */
  scrape(gauges: Gauges): Promise<{ readonly contentType: string; readonly text: string }>
}

export function createMetrics(): Metrics {
  let counters: Counters | undefined
  let loading: Promise<Counters> | undefined
  let early: EarlyReply[] = []
  const requests = createRequestCounts()

  const load = (): Promise<Counters> => {
    loading ??= createCounters(requests).then(
      (loaded) => {
        counters = loaded
        for (const { endpoint, ms } of early) loaded.durationsOf(endpoint).observe(ms / 1000)
        early = []
        return loaded
      },
      (error: unknown) => {
        // Whoever scrapes next has another try.
        loading = undefined
        throw error
      },
    )
    return loading
  }
  const remember = (reply: EarlyReply): void => {
    if (early.length === 0) later(LOAD_AFTER_MS, () => void load().catch(() => {}))
    if (early.length < MOST_EARLY_REPLIES) early.push(reply)
  }
  return {
    countRequest: requests.count,
    observeReply(endpoint, ms) {
      if (counters === undefined) remember({ endpoint, ms })
      else counters.durationsOf(endpoint).observe(ms / 1000)
    },
    async scrape(gauges) {
      const { registry, set } = await load()
      set(gauges)
      const { Registry } = await loadPromClient()
      const all = Registry.merge([registry, await processMetrics()])
      // As the format spells it: prom-client writes `Nan`, which readers take that do not mind case.
      return { contentType: all.contentType, text: (await all.metrics()).replaceAll(/ Nan$/gm, ' NaN') }
    },
  }
}

/** How long after the first request prom-client is loaded, so that the first replies do not wait for it. */
const LOAD_AFTER_MS = 100

/** So many replies are remembered with their durations: what is asked in process may come by the million before anything is loaded. */
const MOST_EARLY_REPLIES = 10_000

interface EarlyReply {
  readonly endpoint: string | null
  readonly ms: number
}

/** Scenarios name their rules as they like; this many names are counted apart. */
const MOST_RULES = 100
const NO_ENDPOINT = 'none'
/** Upper ends of the buckets, in seconds: finely where the simulator answers, coarsely where rules delay. */
const BUCKETS_SECONDS = [
  0.000_25, 0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60,
]

const REQUEST_LABELS = ['network', 'base', 'endpoint', 'status', 'rule'] as const

interface RequestCount {
  readonly labels: Readonly<Record<(typeof REQUEST_LABELS)[number], string>>
  count: number
}

/** How many requests of which labels have come. */
function createRequestCounts() {
  const ruleLabel = createRuleLabels()
  const byFacts = new WeakMap<RequestFacts, RequestCount>()
  const byLabels = new Map<string, RequestCount>()
  const countOf = (facts: RequestFacts): RequestCount => {
    const { network, base, endpoint, status, rule } = facts
    const labels = {
      network,
      base,
      endpoint: endpoint ?? NO_ENDPOINT,
      status: status === null ? 'none' : String(status),
      rule: ruleLabel(rule),
    }
    return getOrCreate(byLabels, JSON.stringify(labels), () => ({ labels, count: 0 }))
  }
  return {
    count: (facts: RequestFacts) => void getOrCreate(byFacts, facts, countOf).count++,
    all: () => byLabels.values(),
  }
}

interface Counters {
  readonly registry: Registry
  durationsOf(endpoint: string | null): Histogram.Internal<'endpoint'>
  set(gauges: Gauges): void
}

async function createCounters(counted: ReturnType<typeof createRequestCounts>): Promise<Counters> {
  const { Counter, Gauge, Histogram, Registry } = await loadPromClient()
  const registry = new Registry()
  const registers = [registry]
  new Counter({
    name: 'gmx_sim_requests_total',
    help: 'Requests that came to base addresses',
    labelNames: REQUEST_LABELS,
    registers,
    collect() {
      this.reset()
      for (const { labels, count } of counted.all()) this.inc(labels, count)
    },
  })
  const durations = new Histogram({
    name: 'gmx_sim_request_duration_seconds',
    help: 'Real time until the reply had left, injected delays included',
    labelNames: ['endpoint'],
    buckets: BUCKETS_SECONDS,
    registers,
  })
  const held = new Gauge({
    name: 'gmx_sim_requests_held',
    help: 'Requests that a delay or a hang holds now',
    registers,
  })
  const sessions = new Gauge({
    name: 'gmx_sim_sessions',
    help: "Sessions that have not ended, without the server's own",
    registers,
  })
  const byEndpoint = new Map<string | null, Histogram.Internal<'endpoint'>>()
  return {
    registry,
    durationsOf: (endpoint) =>
      getOrCreate(byEndpoint, endpoint, () => durations.labels({ endpoint: endpoint ?? NO_ENDPOINT })),
    set(gauges) {
      sessions.set(gauges.sessions)
      held.set(gauges.heldRequests)
    },
  }
}

/** Empty where no rule fired, `other` for rules that came too late to be counted apart. */
function createRuleLabels(): (rule: string | null) => string {
  const known = new Set<string>()
  return (rule) => {
    if (rule === null) return ''
    if (known.size < MOST_RULES) known.add(rule)
    return known.has(rule) ? rule : 'other'
  }
}

let watched: Registry | undefined

/** One for the process, however many simulators run in it: it observes the collector and the event loop for good. */
async function processMetrics(): Promise<Registry> {
  const { collectDefaultMetrics, Registry } = await loadPromClient()
  if (watched === undefined) {
    watched = new Registry()
    collectDefaultMetrics({ register: watched })
  }
  return watched
}
