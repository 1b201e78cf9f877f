/**
 * The price kernel: all that is compiled to WebAssembly, behind functions of numbers. Its files and those they import are in the
 * subset of TypeScript that AssemblyScript takes as well: classes, typed `let`s, no closures, no destructuring.
 */

import { Bytes, type Int, Numbers, toInt } from '../../kit/numbers/platform.js'
import { deriveKey } from '../../kit/random/derive-key.js'
import { Key } from '../../kit/random/draws.js'
import { MAX_TEXT_ROWS, TEXT_BYTES, writeCandles } from './candle-text.js'
import { Factor } from './factors.js'
import { Handles } from './handles.js'
import { LEVEL_SECONDS, TICK_LEVEL } from './levels.js'
import { PriceModel } from './price-model.js'
import { PriceProcess } from './process.js'
import { type CandleSpan, createSpan, OPEN, ROW } from './span.js'
import { Spread } from './spread.js'
import { TICKS } from './ticks.js'

/** Facts of an asset, and of each of its factors. */
export const FIXED_FACTS = 11
export const FACTOR_FACTS = 3

/** Two results, valid until the next call. */
const pair = new Numbers(2)

/** Text of the key to be derived. */
let keyed: Bytes = new Bytes(0)

export function keyText(length: Int): Bytes {
  keyed = new Bytes(length)
  return keyed
}

/** Halves of the key. */
export function key(length: Int): Numbers {
  const key = deriveKey(keyed, length)
  pair[0] = key.low
  pair[1] = key.high
  return pair
}

/** Facts of what is to be opened. */
let given: Numbers = new Numbers(0)
const processes = new Handles<PriceProcess>()
const spreads = new Handles<Spread>()
let last: CandleSpan = createSpan(0, 0, 0)

export function facts(count: Int): Numbers {
  given = new Numbers(count)
  return given
}

function keyAt(n: Int): Key {
  return new Key(toInt(given[n]), toInt(given[n + 1]))
}

/** Opens a process from the facts: three keys, share, price, volatility, peg, hours; then key and loading by factor. */
export function openProcess(factorCount: Int): Int {
  const factors: Factor[] = []
  for (let n = 0; n < factorCount; n++) {
    const at = FIXED_FACTS + FACTOR_FACTS * n
    factors.push(new Factor(keyAt(at), given[at + 2]))
  }
  const model = new PriceModel(
    keyAt(0),
    factors,
    keyAt(2),
    keyAt(4),
    given[6],
    given[7],
    given[8],
    given[9] === 1,
    given[10] === 1,
  )
  return processes.open(new PriceProcess(model))
}

export function closeProcess(handle: Int): void {
  processes.close(handle)
}

/** Opens a token's spread from the facts: key, draw index, usual width. */
export function openSpread(): Int {
  return spreads.open(new Spread(keyAt(0), toInt(given[2]), given[3]))
}

export function closeSpread(handle: Int): void {
  spreads.close(handle)
}

/** Distances of min and max from the median. */
export function spread(handle: Int, atSeconds: number, logVariance: number): Numbers {
  const spread = spreads.at(handle)
  spread.set(atSeconds, logVariance)
  pair[0] = spread.below
  pair[1] = spread.above
  return pair
}

/** Memory of the rows; valid until the next call. */
export function rows(handle: Int, level: Int, first: number, count: Int): Numbers {
  last = processes.at(handle).span(level, first, count)
  return last.rows
}

const ticked = new Numbers(TICKS)

/** Ticks of a minute in whole quanta, valid until the next call. */
export function ticks(handle: Int, minute: number): Numbers {
  const span = processes.at(handle).span(TICK_LEVEL, minute * TICKS, TICKS)
  for (let n = 0; n < TICKS; n++) ticked[n] = Math.round(span.rows[span.start + n * ROW + OPEN])
  return ticked
}

export function start(): Int {
  return last.start
}

const held = createSpan(0, 0, MAX_TEXT_ROWS)
const text = new Bytes(TEXT_BYTES)

/** Makes rows of the caller the last ones; returns the memory for them, valid until the next call. */
export function hold(level: Int, first: number, count: Int): Numbers {
  held.set(level, first, count, held.rows, 0)
  last = held
  return held.rows
}

export function textBytes(): Bytes {
  return text
}

/** Writes candles `from` … `from + count - 1` of the last rows as text; returns where in the bytes it starts, to end with them. */
export function writeText(from: Int, count: Int, decimals: Int): Int {
  const seconds = toInt(LEVEL_SECONDS[last.level])
  const firstSecond = (last.first + from) * seconds
  return writeCandles(text, last.rows, last.start + from * ROW, count, firstSecond, seconds, decimals)
}

export function logVarianceAt(handle: Int, atSeconds: number): number {
  return processes.at(handle).logVarianceAt(atSeconds)
}
