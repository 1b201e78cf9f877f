/** Asks the same again and again: how long the same is served shows so, and candles come of the time that tickers told of. */

import { surelyOver, wouldShow } from './proof.js'
import { pathOf, type Question, type Sampled, WATCHED, windowMsOf } from './questions.js'
import type { Answered, Source } from './source.js'
import { jsonOf } from './values.js'

/** Not every reply tells time more finely. */
const GRAIN_MS = 1000
/** So many of our windows are looked at: one that is twice as long lies whole in them, wherever it begins. */
const WINDOWS = 4
/** Up to so many times as long where that did not prove it. */
const MOST_TIMES = 3
const LEAST_SAMPLES = 8
const MOST_SAMPLES = 60
/** More within one window prove no more. */
const PER_WINDOW = 4
/** What timers are early by. */
const EARLY_MS = 2
/** Questions come by no beat: one that goes with a window would fall on the same parts of it for ever. */
const OFF_BEAT = 0.618
const MOST_LATE = 0.05

const CANDLES_APART_MS = 1000

/** The answers to each question that was asked again and again, in turn. */
export type Samples = Readonly<Record<Sampled, readonly Answered[]>>

/** Ends each at the first answer whose status is not 200, which is there too. */
export async function watch(
  source: Source,
  questions: readonly Question[],
  answers: Readonly<Record<string, Answered>>,
): Promise<Samples> {
  const samples: { -readonly [Id in Sampled]: Samples[Id] } = {
    tickers: [],
    'signed-prices': [],
    candles: [],
  }
  for (const id of WATCHED)
    if (answers[id]?.status === 200 && jsonOf(answers[id].body) !== undefined)
      samples[id] = await repeated(source, pathOf(questions, id), windowMsOf(id))
  const isMoving = samples.tickers.some(({ body }) => body !== answers['tickers']?.body)
  if (isMoving && answers['candles']?.status === 200)
    samples.candles = await laterCandles(source, pathOf(questions, 'candles'), answers['candles'])
  return samples
}

/** Two that prove that a window is longer than ours are as far apart as they must be, and others lie between them. */
async function repeated(source: Source, path: string, windowMs: number): Promise<Answered[]> {
  const seen: Answered[] = []
  const overMs = surelyOver(windowMs)
  const spanMs = WINDOWS * Math.max(windowMs, GRAIN_MS)
  let tookMs = 0
  for (;;) {
    const pairMs = overMs + tookMs + EARLY_MS
    const steps = Math.min(PER_WINDOW, Math.max(1, Math.floor(pairMs / source.apartMs)))
    const late = (seen.length * OFF_BEAT) % 1
    // The first comes at once: what it tells is to be of one second with what was told before.
    const afterMs = seen.length === 0 ? 0 : (pairMs / steps) * (1 + late * MOST_LATE)
    const answer = await source.ask(path, afterMs)
    seen.push(answer)
    tookMs = Math.max(tookMs, answer.receivedMs - answer.sentMs)
    const passedMs = answer.sentMs - seen[0].sentMs
    const isEnough =
      seen.length >= LEAST_SAMPLES &&
      passedMs >= spanMs &&
      (passedMs >= MOST_TIMES * spanMs || wouldShow(seen, 2 * windowMs, overMs))
    if (answer.status !== 200 || isEnough || seen.length >= MOST_SAMPLES) return seen
  }
}

/** Until they are others than those that came at first, and so later than the tickers before them; for one window of ours. */
async function laterCandles(source: Source, path: string, first: Answered): Promise<Answered[]> {
  const seen: Answered[] = []
  const mostMs = windowMsOf('candles') + CANDLES_APART_MS
  const isEnough = (last: Answered) =>
    last.status !== 200 || last.body !== first.body || last.sentMs - first.receivedMs > mostMs
  do seen.push(await source.ask(path, CANDLES_APART_MS))
  while (!isEnough(seen[seen.length - 1]))
  return seen
}
