/**
 * The price kernel: all that is compiled to WebAssembly, behind functions of numbers. Its files and those they import are in the
 * subset of TypeScript that AssemblyScript takes as well: classes, typed `let`s, no closures, no destructuring.
 */

import { Bytes, collectGarbage, type Int, Numbers, toInt } from '../../kit/numbers/platform.js'
import { deriveKey } from '../../kit/random/derive-key.js'
import { MAX_TEXT_ROWS, TEXT_BYTES, writeCandles } from './candle-text.js'
import { LEVEL_SECONDS, TICK_LEVEL } from './levels.js'
import { keyAt, PriceModel } from './price-model.js'
import { PriceProcess } from './process.js'
import { OPEN, ROW } from './span.js'
import { Spread } from './spread.js'
import { TICKS } from './ticks.js'

const CLOSED_PER_COLLECTION = 64

let closed: Int = 0

/** Objects of the kernel that JavaScript refers to by number. */
class Handles<T> {
  readonly #items: (T | null)[] = []
  readonly #free: Int[] = []

  open(item: T): Int {
    if (this.#free.length === 0) return this.#items.push(item) - 1
    const handle = this.#free.pop() as Int
    this.#items[handle] = item
    return handle
  }

  at(handle: Int): T {
    return this.#items[handle]!
  }

  close(handle: Int): void {
    this.#items[handle] = null
    this.#free.push(handle)
    if (++closed % CLOSED_PER_COLLECTION === 0) collectGarbage()
  }
}

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

export function facts(count: Int): Numbers {
  given = new Numbers(count)
  return given
}

export function openProcess(factorCount: Int): Int {
  return processes.open(new PriceProcess(new PriceModel(given, factorCount)))
}

export function closeProcess(handle: Int): void {
  processes.close(handle)
}

/** Opens a token's spread from the facts: key, draw index, usual width. */
export function openSpread(): Int {
  return spreads.open(new Spread(keyAt(given, 0), toInt(given[2]), given[3]))
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

/** Start of the last rows in their memory. */
let begin: Int = 0

/** Memory of the rows; valid until the next call. */
export function rows(handle: Int, level: Int, first: number, count: Int): Numbers {
  const span = processes.at(handle).span(level, first, count)
  begin = span.start
  return span.rows
}

export function start(): Int {
  return begin
}

const ticked = new Numbers(TICKS)

/** Ticks of a minute in whole quanta, valid until the next call. */
export function ticks(handle: Int, minute: number): Numbers {
  const span = processes.at(handle).span(TICK_LEVEL, minute * TICKS, TICKS)
  for (let n = 0; n < TICKS; n++) ticked[n] = Math.round(span.rows[span.start + n * ROW + OPEN])
  return ticked
}

const textRows = new Numbers(MAX_TEXT_ROWS * ROW)
const text = new Bytes(TEXT_BYTES)

/** Memory for the rows of a text. */
export function rowsOfText(): Numbers {
  return textRows
}

export function textBytes(): Bytes {
  return text
}

/** Writes `rowsOfText` as candles `first` … `first + count - 1` of a level; returns where in the bytes they start, to end with them. */
export function writeText(level: Int, first: number, count: Int, decimals: Int): Int {
  const seconds = toInt(LEVEL_SECONDS[level])
  return writeCandles(text, textRows, count, first * seconds, seconds, decimals)
}

export function logVarianceAt(handle: Int, atSeconds: number): number {
  return processes.at(handle).logVarianceAt(atSeconds)
}
