/** Requests to a source and its replies, to compare or save: each endpoint once, a few invalid queries, and polls. */

import { type Endpoint, examplePath } from '../api/endpoints/define.js'
import { interfaceOf, type ServedEndpointId } from '../api/endpoints/index.js'
import type { Generation } from '../market/catalogue/bases.js'
import type { Source, SourceReply } from './source.js'
import { jsonOf } from './values.js'

export interface CompareRequest {
  /** Unique; the endpoint's id for a valid query. */
  readonly id: string
  readonly path: string
  readonly isBad?: true | undefined
}

export interface ComparedAnswer {
  readonly base: string
  readonly generation: Generation
  readonly symbol: string
  readonly questions: readonly CompareRequest[]
  readonly answers: Readonly<Record<string, SourceReply>>
  readonly samples: Readonly<Record<SampledEndpoint, readonly SourceReply[]>>
}

/** Endpoints with cache windows short enough to be measured. */
export const WATCHED_ENDPOINTS = ['tickers', 'signed-prices'] as const satisfies readonly ServedEndpointId[]
export type WatchedEndpoint = (typeof WATCHED_ENDPOINTS)[number]

export const SAMPLED_ENDPOINTS = [...WATCHED_ENDPOINTS, 'candles'] as const
type SampledEndpoint = (typeof SAMPLED_ENDPOINTS)[number]

const FAVOURITES = ['ETH', 'BTC'] as const

/** Rejects with a UserError for an unreachable source. `known` are the symbols that gmx-sim has. */
export async function observe(
  base: string,
  source: Source,
  known: Pick<ReadonlySet<string>, 'has'>,
  report: (phase: string) => void = () => {},
): Promise<ComparedAnswer> {
  const tickers = await source.ask('/prices/tickers')
  const tokens = tickers.status === 404 ? await source.ask('/v1/tokens') : undefined
  const isSecond = tokens?.status === 200
  const listed = isSecond ? symbolsIn(tokens.body, 'symbol') : symbolsIn(tickers.body, 'tokenSymbol')
  const symbols = listed.filter((symbol) => known.has(symbol))
  const symbol = FAVOURITES.find((name) => symbols.includes(name)) ?? symbols[0] ?? FAVOURITES[0]
  const generation = isSecond ? 2 : 1
  const questions = requestsFor(symbol, generation)
  const answers: Record<string, SourceReply> = isSecond ? { 'api-tokens': tokens } : { tickers }
  report(`${questions.length} requests, one every ${source.apartMs} ms`)
  for (const { id, path } of questions) answers[id] ??= await source.ask(path)
  const samples = await samplesOf(source, questions, answers, report)
  return { base, generation, symbol, questions, answers, samples }
}

function symbolsIn(body: string, key: string): string[] {
  const rows = jsonOf(body)
  return Array.isArray(rows) ? rows.map((row) => String((row as Record<string, unknown> | null)?.[key])) : []
}

const CANDLE_ROWS = 10
export const CANDLE_SECONDS = 60
const CANDLE_PERIOD = '1m'

const CANDLES = {
  1: { id: 'candles', symbol: 'tokenSymbol', period: 'period' },
  2: { id: 'api-ohlcv', symbol: 'symbol', period: 'timeframe' },
} as const satisfies Record<Generation, unknown>

const RATES = ['rates', 'api-rates']

function requestsFor(symbol: string, generation: Generation): CompareRequest[] {
  const endpoints = interfaceOf(generation)
  const names = CANDLES[generation]
  const candles = endpoints.find(({ id }) => id === names.id)?.path ?? ''
  const candlesOf = (symbol: string, period: string) =>
    `${candles}?${new URLSearchParams({ [names.symbol]: symbol, [names.period]: period })}`
  const pathOf = (endpoint: Endpoint): string => {
    if (endpoint.id === names.id) return `${candlesOf(symbol, CANDLE_PERIOD)}&limit=${CANDLE_ROWS}`
    // The default period has more values than `jsonOf` parses.
    return RATES.includes(endpoint.id) ? `${endpoint.path}?period=1d` : examplePath(endpoint)
  }
  return [
    ...endpoints.map((endpoint) => ({ id: endpoint.id, path: pathOf(endpoint) })),
    { id: 'candles of nothing', path: candles, isBad: true },
    { id: 'candles of no token', path: candlesOf('NO-SUCH-TOKEN', '1m'), isBad: true },
    { id: 'candles of no period', path: candlesOf(symbol, '2h'), isBad: true },
    { id: 'no such path', path: '/no/such/path', isBad: true },
  ]
}

export function windowMsOf(id: SampledEndpoint): number {
  const endpoint = interfaceOf(1).find((endpoint) => endpoint.id === id)
  return endpoint?.windowMs({ period: CANDLE_PERIOD }) ?? 0
}

/** Polls to measure cache windows, and for candles newer than the tickers. Stops at a status other than 200, which is included. */
async function samplesOf(
  source: Source,
  questions: readonly CompareRequest[],
  answers: Readonly<Record<string, SourceReply>>,
  report: (phase: string) => void,
): Promise<ComparedAnswer['samples']> {
  const pathOf = (id: string) => questions.find((question) => question.id === id)?.path ?? ''
  const watched = { tickers: [] as SourceReply[], 'signed-prices': [] as SourceReply[] }
  for (const id of WATCHED_ENDPOINTS)
    if (answers[id]?.status === 200 && jsonOf(answers[id].body) !== undefined) {
      report(`polling ${id} to measure their cache window`)
      watched[id] = await repeated(source, pathOf(id), windowMsOf(id))
    }
  const isMoving = watched.tickers.some(({ body }) => body !== answers['tickers']?.body)
  if (!isMoving || answers['candles']?.status !== 200) return { ...watched, candles: [] }
  report(`polling candles until they change, up to ${(windowMsOf('candles') + CANDLES_APART_MS) / 1000} s`)
  return { ...watched, candles: await laterCandles(source, pathOf('candles'), answers['candles']) }
}

/** Resolution of time in replies. */
const GRAIN_MS = 1000
/** Observed windows of ours: one twice as long fits in wherever it begins. */
const WINDOWS = 4
/** Extends the observation up to this factor without proof. */
const MAX_TIMES = 3
const MIN_SAMPLES = 8
const MAX_SAMPLES = 60
const PER_WINDOW = 4
/** Timers may fire this early. */
const EARLY_MS = 2
/** Irregular intervals: a fixed one could stay in phase with the window. */
const OFF_BEAT = 0.618
const MAX_LATE = 0.05

/** Spaces requests such that one pair can prove a longer window, with others between them. */
async function repeated(source: Source, path: string, windowMs: number): Promise<SourceReply[]> {
  const seen: SourceReply[] = []
  const overMs = surelyOver(windowMs)
  const spanMs = WINDOWS * Math.max(windowMs, GRAIN_MS)
  let tookMs = 0
  for (;;) {
    const pairMs = overMs + tookMs + EARLY_MS
    const steps = Math.min(PER_WINDOW, Math.max(1, Math.floor(pairMs / source.apartMs)))
    const late = (seen.length * OFF_BEAT) % 1
    // The first is immediate, to describe the same second as the answer before.
    const afterMs = seen.length === 0 ? 0 : (pairMs / steps) * (1 + late * MAX_LATE)
    const answer = await source.ask(path, afterMs)
    seen.push(answer)
    tookMs = Math.max(tookMs, answer.receivedMs - answer.sentMs)
    const passedMs = answer.sentMs - seen[0]!.sentMs
    const isEnough =
      seen.length >= MIN_SAMPLES &&
      passedMs >= spanMs &&
      (passedMs >= MAX_TIMES * spanMs || wouldShow(seen, 2 * windowMs, overMs))
    if (answer.status !== 200 || isEnough || seen.length >= MAX_SAMPLES) return seen
  }
}

const CANDLES_APART_MS = 1000

/** Polls until the candles change, and so are newer than the first tickers, for at most one cache window. */
async function laterCandles(source: Source, path: string, first: SourceReply): Promise<SourceReply[]> {
  const seen: SourceReply[] = []
  const maxMs = windowMsOf('candles') + CANDLES_APART_MS
  for (;;) {
    const last = await source.ask(path, CANDLES_APART_MS)
    seen.push(last)
    if (last.status !== 200 || last.body !== first.body || last.sentMs - first.receivedMs > maxMs) return seen
  }
}

export type RequestTimes = Pick<SourceReply, 'sentMs' | 'receivedMs'>

/** Tolerated difference between the clocks of source and client. */
const SLACK_SHARE = 0.01
const SLACK_MS = 10
const slackOf = (ms: number) => SLACK_MS + ms * SLACK_SHARE

/** Bounds by the client's clock that are certain by the source's. */
export const surelyOver = (ms: number) => ms + slackOf(ms)
export const surelyUnder = (ms: number) => ms - slackOf(ms)

/** Whether any alignment of windows of `windowMs` would have exposed one longer than `minMs`. */
export function wouldShow(requests: readonly RequestTimes[], windowMs: number, minMs: number): boolean {
  // A window is exposed if it begins before the first request and ends after the second reply.
  const begins = requests.flatMap((first, index) => {
    const second = requests.slice(index).find(({ sentMs }) => sentMs - first.receivedMs > minMs)
    if (second === undefined || second.receivedMs - first.sentMs > windowMs) return []
    return [{ fromMs: second.receivedMs - windowMs, toMs: first.sentMs }]
  })
  return coversCircle(begins, windowMs)
}

function coversCircle(
  spans: readonly { readonly fromMs: number; readonly toMs: number }[],
  aroundMs: number,
): boolean {
  const laid = spans.flatMap(({ fromMs, toMs }) => {
    const from = fromMs - Math.floor(fromMs / aroundMs) * aroundMs
    const to = from + toMs - fromMs
    return to > aroundMs
      ? [
          { from, to },
          { from: from - aroundMs, to: to - aroundMs },
        ]
      : [{ from, to }]
  })
  let reached = 0
  for (const { from, to } of laid.sort((a, b) => a.from - b.from)) {
    if (from > reached) return false
    reached = Math.max(reached, to)
  }
  return reached >= aroundMs
}
