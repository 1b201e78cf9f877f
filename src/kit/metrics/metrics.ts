/**
 * Counters of all sessions of a server for Prometheus, separate from journals, which are cleared and end with sessions.
 *
 * prom-client formats them and keeps the histogram. It is loaded with the first scrape: most servers are never scraped. Requests are counted here and collected at scrape time: prom-client's counter builds a text of all
 * labels on each call, which is too slow for hot requests.
 */
import type { Histogram, Registry } from 'prom-client'
import { lazyModule, untilDone } from '../lazy.js'
import { getOrCreate } from '../maps.js'

const loadPromClient = lazyModule(() => import('prom-client'))

export interface RequestFacts {
  readonly network: string
  readonly base: string
  readonly endpoint: string | null
  /** Null if no status is sent. */
  readonly status: number | null
  readonly rule: string | null
}

export interface Gauges {
  /** Active sessions, without the default one. */
  readonly sessions: number
  /** Requests held by a delay or a hang. */
  readonly heldRequests: number
  /** Open streams, and frames of all since the start. */
  readonly streams: { readonly open: number; readonly sent: number; readonly received: number }
}

export type Metrics = ReturnType<typeof createMetrics>

export function createMetrics() {
  let counters: Counters | undefined
  let early: { readonly endpoint: string | null; readonly ms: number }[] = []
  const requests = createRequestCounts()

  const load = untilDone(async () => {
    const loaded = await createCounters(requests)
    counters = loaded
    for (const { endpoint, ms } of early) loaded.durationsOf(endpoint).observe(ms / 1000)
    early = []
    return loaded
  })
  return {
    /** Counts a request. Pass the same object for equal facts: the counter is looked up by identity. */
    countRequest: requests.count,
    observeReply(endpoint: string | null, ms: number): void {
      if (counters !== undefined) return void counters.durationsOf(endpoint).observe(ms / 1000)
      if (early.length === MAX_EARLY_REPLIES) return
      // If that fails, the next scrape retries.
      if (early.push({ endpoint, ms }) === MAX_EARLY_REPLIES) void load().catch(() => {})
    },
    async scrape(gauges: Gauges): Promise<{ readonly contentType: string; readonly text: string }> {
      const { registry, set } = await load()
      set(gauges)
      const { Registry } = await loadPromClient()
      const all = Registry.merge([registry, await processMetrics()])
      // The format's spelling; prom-client writes `Nan`.
      return { contentType: all.contentType, text: (await all.metrics()).replaceAll(/ Nan$/gm, ' NaN') }
    },
  }
}

/** Buffered durations: in-process requests may come by the million before prom-client is loaded. */
const MAX_EARLY_REPLIES = 10_000

/** Cardinality limit: scenarios name their rules freely. */
const MAX_RULES = 100
const NO_ENDPOINT = 'none'
/** Fine where the simulator answers, coarse where rules delay. */
const BUCKETS_SECONDS = [
  0.000_25, 0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60,
]

const REQUEST_LABELS = ['network', 'base', 'endpoint', 'status', 'rule'] as const

interface RequestCount {
  readonly labels: Readonly<Record<(typeof REQUEST_LABELS)[number], string>>
  count: number
}

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

type Counters = Awaited<ReturnType<typeof createCounters>>

async function createCounters(counted: ReturnType<typeof createRequestCounts>) {
  const { Counter, Gauge, Histogram, Registry } = await loadPromClient()
  const registry = new Registry()
  const registers = [registry]
  new Counter({
    name: 'gmx_sim_requests_total',
    help: 'Requests to base addresses',
    labelNames: REQUEST_LABELS,
    registers,
    collect() {
      this.reset()
      for (const { labels, count } of counted.all()) this.inc(labels, count)
    },
  })
  const durations = new Histogram({
    name: 'gmx_sim_request_duration_seconds',
    help: 'Real time until the reply left, including injected delays',
    labelNames: ['endpoint'],
    buckets: BUCKETS_SECONDS,
    registers,
  })
  const held = new Gauge({
    name: 'gmx_sim_requests_held',
    help: 'Requests currently held by a delay or a hang',
    registers,
  })
  const sessions = new Gauge({
    name: 'gmx_sim_sessions',
    help: "Sessions that have not ended, without the server's own",
    registers,
  })
  const streams = new Gauge({ name: 'gmx_sim_streams', help: 'Open streams', registers })
  const frames = new Counter({
    name: 'gmx_sim_stream_frames_total',
    help: 'Frames of streams',
    labelNames: ['direction'],
    registers,
  })
  const byEndpoint = new Map<string | null, Histogram.Internal<'endpoint'>>()
  return {
    registry,
    durationsOf: (endpoint: string | null) =>
      getOrCreate(byEndpoint, endpoint, () => durations.labels({ endpoint: endpoint ?? NO_ENDPOINT })),
    set(gauges: Gauges) {
      sessions.set(gauges.sessions)
      held.set(gauges.heldRequests)
      const { open, sent, received } = gauges.streams
      streams.set(open)
      frames.reset()
      frames.inc({ direction: 'sent' }, sent)
      frames.inc({ direction: 'received' }, received)
    },
  }
}

function createRuleLabels(): (rule: string | null) => string {
  const known = new Set<string>()
  return (rule) => {
    if (rule === null) return ''
    if (known.size < MAX_RULES) known.add(rule)
    return known.has(rule) ? rule : 'other'
  }
}

let watched: Registry | undefined

/** One registry per process, as it observes garbage collection and the event loop for good. */
async function processMetrics(): Promise<Registry> {
  const { collectDefaultMetrics, Registry } = await loadPromClient()
  if (watched === undefined) {
    watched = new Registry()
    collectDefaultMetrics({ register: watched })
  }
  return watched
}
