/**
 * The price kernel: all that is compiled to WebAssembly, behind functions of numbers. Its files and those they import are in the
 * subset of TypeScript that AssemblyScript takes as well: classes, typed `let`s, no closures, no destructuring.
 */

import {
  Bytes,
  enterRegion,
  type Int,
  leaveRegion,
  Numbers,
  newRegion,
  toInt,
} from '../../kit/numbers/platform.js'
import { MAX_TEXT_ROWS, TEXT_BYTES, writeCandles } from './candle-text.js'
import { MAX_KERNEL_BYTES, NO_HANDLE } from './kernel-limits.js'
import { LEVEL_SECONDS, TICK_LEVEL } from './levels.js'
import { FACTOR_FACTS, FIXED_FACTS, keyAt, MAX_FACTORS, PriceModel } from './price-model.js'
import { PriceProcess } from './process.js'
import { OPEN, ROW } from './span.js'
import { Spread } from './spread.js'
import { TICKS } from './ticks.js'

/** Memory of all regions, and of those in use. */
let regionBytes: Int = 0
let opened: Int = 0

/**
 * Objects that JavaScript refers to by number, each in its own region of memory. Closing one frees its region for the next, so neither
 * opening nor closing depends on what else is open, and nothing is ever collected.
 */
class Handles<T> {
  readonly #bytes: Int
  readonly #items: (T | null)[] = []
  readonly #regions: Int[] = []
  readonly #free: Int[] = []

  constructor(bytes: Int) {
    this.#bytes = bytes
  }

  /** A handle, or NO_HANDLE. Until `end`, new objects are placed in its region. */
  begin(): Int {
    if (this.#free.length === 0) {
      const region = regionBytes + this.#bytes > MAX_KERNEL_BYTES ? 0 : newRegion(this.#bytes)
      if (region === 0) return NO_HANDLE
      regionBytes += this.#bytes
      this.#free.push(this.#regions.length)
      this.#regions.push(region)
      this.#items.push(null)
    }
    const handle = this.#free.pop() as Int
    enterRegion(this.#regions[handle], this.#bytes)
    return handle
  }

  end(handle: Int, item: T): void {
    leaveRegion()
    this.#items[handle] = item
    opened += this.#bytes
  }

  at(handle: Int): T {
    return this.#items[handle]!
  }

  close(handle: Int): void {
    this.#items[handle] = null
    this.#free.push(handle)
    opened -= this.#bytes
  }
}

/** Memory of a process with MAX_FACTORS, and of a spread. */
const PROCESS_BYTES = 12_288
const SPREAD_BYTES = 560

/** Two results, valid until the next call. */
const pair = new Numbers(2)

/** Memory for the facts of a price process. */
const given = new Numbers(FIXED_FACTS + MAX_FACTORS * FACTOR_FACTS)

export function facts(): Numbers {
  return given
}

const processes = new Handles<PriceProcess>(PROCESS_BYTES)
const spreads = new Handles<Spread>(SPREAD_BYTES)

/** Opens a price process from the facts; returns its handle, or NO_HANDLE if there is no room. */
export function openProcess(factorCount: Int): Int {
  const handle = processes.begin()
  if (handle !== NO_HANDLE) processes.end(handle, new PriceProcess(new PriceModel(given, factorCount)))
  return handle
}

export function closeProcess(handle: Int): void {
  processes.close(handle)
}

/** Opens a token's spread from the facts: key, draw index, usual width. */
export function openSpread(): Int {
  const handle = spreads.begin()
  if (handle !== NO_HANDLE) spreads.end(handle, new Spread(keyAt(given, 0), toInt(given[2]), given[3]))
  return handle
}

export function closeSpread(handle: Int): void {
  spreads.close(handle)
}

/** Memory of all that is open. */
export function openBytes(): Int {
  return opened
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
