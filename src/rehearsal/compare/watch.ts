/** Polls a source to measure cache windows, and for candles newer than the tickers. */

import {
  type CompareRequest,
  type SampledEndpoint,
  samplePath,
  WATCHED_ENDPOINTS,
  windowMsOf,
} from './requests.js'
import type { Source, SourceReply } from './source.js'
import { jsonOf } from './values.js'
import { surelyOver, wouldShow } from './window-evidence.js'

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

const CANDLES_APART_MS = 1000

export type Samples = Readonly<Record<SampledEndpoint, readonly SourceReply[]>>

/** Stops polling an endpoint after a status other than 200, which is included. */
export async function watchDifferences(
  source: Source,
  questions: readonly CompareRequest[],
  answers: Readonly<Record<string, SourceReply>>,
  report: (phase: string) => void,
): Promise<Samples> {
  const samples: { -readonly [Id in SampledEndpoint]: Samples[Id] } = {
    tickers: [],
    'signed-prices': [],
    candles: [],
  }
  for (const id of WATCHED_ENDPOINTS)
    if (answers[id]?.status === 200 && jsonOf(answers[id].body) !== undefined) {
      report(`polling ${id} to measure their cache window`)
      samples[id] = await repeated(source, samplePath(questions, id), windowMsOf(id))
    }
  const isMoving = samples.tickers.some(({ body }) => body !== answers['tickers']?.body)
  if (isMoving && answers['candles']?.status === 200) {
    report(`polling candles until they change, up to ${(windowMsOf('candles') + CANDLES_APART_MS) / 1000} s`)
    samples.candles = await laterCandles(source, samplePath(questions, 'candles'), answers['candles'])
  }
  return samples
}

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
    const passedMs = answer.sentMs - seen[0].sentMs
    const isEnough =
      seen.length >= MIN_SAMPLES &&
      passedMs >= spanMs &&
      (passedMs >= MAX_TIMES * spanMs || wouldShow(seen, 2 * windowMs, overMs))
    if (answer.status !== 200 || isEnough || seen.length >= MAX_SAMPLES) return seen
  }
}

/** Polls until the candles change, and so are newer than the first tickers, for at most one cache window. */
async function laterCandles(source: Source, path: string, first: SourceReply): Promise<SourceReply[]> {
  const seen: SourceReply[] = []
  const maxMs = windowMsOf('candles') + CANDLES_APART_MS
  const isEnough = (last: SourceReply) =>
    last.status !== 200 || last.body !== first.body || last.sentMs - first.receivedMs > maxMs
  do seen.push(await source.ask(path, CANDLES_APART_MS))
  while (!isEnough(seen[seen.length - 1]))
  return seen
}
