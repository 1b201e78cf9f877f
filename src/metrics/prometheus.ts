/**
 * The metrics as Prometheus reads them. prom-client writes them and watches the process; it counts nothing of ours, which
 * would cost each request more than its cache look-up does. At each scrape it is handed our counts as the plain
 * data that it aggregates over a cluster's processes. Imported when first asked for: until then it is not loaded.
 */
import { AggregatorRegistry, collectDefaultMetrics, type PrometheusContentType, Registry } from 'prom-client'
import { BUCKETS_MS } from './latency.js'
import type { Tally } from './tally.js'

/** What is to be told, at one moment. */
export interface Figures {
  readonly tally: Tally
  readonly sessions: number
  readonly held: number
  /** Resident memory of each worker process; none without such processes. */
  readonly workerBytes: readonly number[]
}

export const CONTENT_TYPE = Registry.PROMETHEUS_CONTENT_TYPE

export async function prometheusText(figures: Figures): Promise<string> {
  const ours = AggregatorRegistry.aggregate<PrometheusContentType>([metricsOf(figures)])
  const text = await Registry.merge([ours, processMetrics()]).metrics()
  // As the format spells it: prom-client writes `Nan`, which readers take that do not mind case.
  return text.replaceAll(/ Nan$/gm, ' NaN')
}

/** What prom-client makes JSON of, and of JSON. */
interface Metric {
  readonly name: string
  readonly help: string
  readonly type: 'counter' | 'gauge' | 'histogram'
  readonly aggregator: 'sum'
  readonly values: readonly Value[]
}

interface Value {
  readonly value: number
  readonly labels: Readonly<Record<string, string | number>>
  readonly metricName?: string
}

function metricsOf({ tally, sessions, held, workerBytes }: Figures): Metric[] {
  const workers = workerBytes.map((value, index) => ({ value, labels: { worker: index + 1 } }))
  const requests = [...tally.cells()].map(({ labels, count }) => ({ value: count, labels }))
  return [
    metric('counter', 'gmx_sim_requests_total', 'Requests that came to base addresses', requests),
    durations(tally),
    metric('gauge', 'gmx_sim_requests_held', 'Requests that a delay or a hang holds now', [
      { value: held, labels: {} },
    ]),
    metric('gauge', 'gmx_sim_sessions', "Sessions that have not ended, without the server's own", [
      { value: sessions, labels: {} },
    ]),
    ...(workerBytes.length === 0
      ? []
      : [metric('gauge', 'gmx_sim_worker_resident_memory_bytes', 'Resident memory of each worker', workers)]),
  ]
}

function durations(tally: Tally): Metric {
  const name = 'gmx_sim_request_duration_seconds'
  const values = [...tally.latencies()].flatMap(([endpoint, { cumulative, count, sumMs }]) => [
    ...cumulative().map((value, bucket) => ({
      value,
      labels: { endpoint, le: BUCKETS_MS[bucket] / 1000 },
      metricName: `${name}_bucket`,
    })),
    { value: count, labels: { endpoint, le: '+Inf' }, metricName: `${name}_bucket` },
    { value: sumMs / 1000, labels: { endpoint }, metricName: `${name}_sum` },
    { value: count, labels: { endpoint }, metricName: `${name}_count` },
  ])
  return metric('histogram', name, 'Real time until the reply had left, injected delays included', values)
}

function metric(type: Metric['type'], name: string, help: string, values: readonly Value[]): Metric {
  return { type, name, help, values, aggregator: 'sum' }
}

/** One for the process, however many simulators run in it: it observes the collector and the event loop for good. */
function processMetrics(): Registry {
  if (watched === undefined) {
    watched = new Registry()
    collectDefaultMetrics({ register: watched })
  }
  return watched
}

let watched: Registry | undefined
