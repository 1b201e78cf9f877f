/** Collects rows into candles in quanta, up to the first invalid row. */
import { FIRST_SECOND, LAST_SECOND } from '../price/prices.js'
import { RECORD, type RecordedCandles } from '../price/recorded.js'
import { CandleProblem, cellText, type PlaceOf, START } from './problem.js'
import { type Runs, runsOf } from './runs.js'
import { commonPeriod, isoOf, isPeriod, periodText, timeIn } from './times.js'

export interface CandlesWanted {
  readonly name: string
  readonly priceDecimals: number
  /** As configured; detected by the times if undefined. */
  readonly periodSeconds: number | undefined
}

export interface Collected extends Omit<Runs, 'runs'> {
  readonly candles: RecordedCandles
  readonly rows: number
  /** Rows with more decimals than the asset has. */
  readonly rounded: number
}

const MAX_QUANTA = 1e15
/** Unambiguous, so that matching takes linear time. */
const NUMBER = /^(?:\d+(?:\.\d+)?|\.\d+)(?:e[+-]?\d+)?$/i
const COLUMNS = ['time', 'open', 'high', 'low', 'close'] as const

export class CandleCollector {
  readonly wanted: CandlesWanted
  readonly #unit: number
  readonly #prices = new Float64Array(RECORD)
  #times: Uint32Array
  #rows: Float64Array
  #count = 0
  /** 1 for ascending times, -1 for descending ones, 0 while unknown. */
  #direction = 0
  /** The period so far; 0 while unknown. */
  periodSeconds: number
  /** Whether the period was configured or seen twice: closer rows are errors from then on. */
  #isSettled: boolean
  /** Cells of the row that is added or, at the end, that set the period. */
  #placeOf: PlaceOf = () => START
  /** Cells of the row that set the period, or the first row. */
  #periodPlaceOf: PlaceOf = () => START
  #rounded = 0

  constructor(wanted: CandlesWanted, expected = 64) {
    this.wanted = wanted
    this.#unit = 10 ** wanted.priceDecimals
    this.periodSeconds = wanted.periodSeconds ?? 0
    this.#isSettled = this.periodSeconds > 0
    this.#times = new Uint32Array(expected)
    this.#rows = new Float64Array(expected * RECORD)
  }

  /** Adds a row; throws a CandleProblem at one of its cells. */
  add(time: unknown, open: unknown, high: unknown, low: unknown, close: unknown, placeOf: PlaceOf): void {
    const before = this.periodSeconds
    this.#placeOf = placeOf
    this.#addTime(time)
    this.#addPrices(open, high, low, close)
    if (before === 0 || before !== this.periodSeconds) this.#periodPlaceOf = placeOf
  }

  /** Throws a CandleProblem at the row that set the period. */
  finish(): Collected {
    this.#placeOf = this.#periodPlaceOf
    const count = this.#count
    if (count === 0) throw this.#problem(0, 'no candles: write at least one row')
    if (this.periodSeconds === 0)
      throw this.#problem(0, 'a single row has no period: write one, such as period: 1m')
    const periodSeconds = this.periodSeconds
    this.#checkPeriod()
    if (this.#direction < 0) this.#reverse()
    const rows = this.#rows.subarray(0, count * RECORD)
    const split = runsOf(this.#times.subarray(0, count), rows, periodSeconds)
    if (typeof split === 'string') throw this.#problem(0, split)
    const { runs, ...gaps } = split
    return { candles: { periodSeconds, runs }, rows: count, ...gaps, rounded: this.#rounded }
  }

  #addTime(cell: unknown): void {
    const seconds = timeIn(cell)
    if (typeof seconds === 'string') throw this.#problem(0, seconds)
    if (seconds < FIRST_SECOND || seconds > LAST_SECOND)
      throw this.#problem(0, `the time ${cellText(cell)} is ${isoOf(seconds)}: write one from 1990 to 2100`)
    if (this.#count === this.#times.length) this.#grow()
    this.#times[this.#count] = seconds
    if (this.#count === 0) {
      if (this.periodSeconds > 0) this.#checkPeriod()
      return
    }
    const before = this.#times[this.#count - 1]
    if (this.#direction === 0) this.#direction = seconds < before ? -1 : 1
    const step = (seconds - before) * this.#direction
    if (step <= 0) {
      const order = this.#direction < 0 ? 'before' : 'after'
      throw this.#problem(0, `the time ${cellText(cell)} is not ${order} the previous row`)
    }
    if (this.periodSeconds === step) {
      this.#isSettled = true
      return
    }
    // Until closer rows appear, the period may be a hole.
    const isCloser = !this.#isSettled && (this.periodSeconds === 0 || step < this.periodSeconds)
    if (isCloser ? this.periodSeconds % step !== 0 : step % this.periodSeconds !== 0)
      throw this.#problem(
        0,
        `the time ${cellText(cell)} is off the grid: rows so far are ${periodText(this.periodSeconds)} apart${this.#hintFor(step)}`,
      )
    if (isCloser) this.periodSeconds = step
  }

  #hintFor(step: number): string {
    if (this.wanted.periodSeconds !== undefined) return ''
    const period = commonPeriod(this.periodSeconds, step)
    if (period === undefined || this.#times[0] % period !== 0) return ''
    return `; write period: ${periodText(period)} if rows are missing before`
  }

  /** Candles are aligned to their period in UTC. */
  #checkPeriod(): void {
    const period = this.periodSeconds
    const [seconds] = this.#times
    if (!isPeriod(period))
      throw this.#problem(
        0,
        `rows are ${periodText(period)} apart: write candles of 1s, or of 4s to 1d, whole numbers of which make a day`,
      )
    if (seconds % period !== 0)
      throw this.#problem(
        0,
        `a candle of ${periodText(period)} cannot begin at ${isoOf(seconds)}: times must be multiples of the period, in UTC`,
      )
  }

  #addPrices(open: unknown, high: unknown, low: unknown, close: unknown): void {
    const prices = this.#prices
    let isFiner = this.#setPrice(1, open)
    isFiner = this.#setPrice(2, high) || isFiner
    isFiner = this.#setPrice(3, low) || isFiner
    isFiner = this.#setPrice(4, close) || isFiner
    if (isFiner) this.#rounded++
    const [opens, highest, lowest, closes] = prices
    if (highest < lowest)
      throw this.#problem(2, `the high ${cellText(high)} is below the low ${cellText(low)}`)
    if (opens > highest || opens < lowest) throw this.#problem(1, outside('open', open, low, high))
    if (closes > highest || closes < lowest) throw this.#problem(4, outside('close', close, low, high))
    this.#rows.set(prices, this.#count * RECORD)
    this.#count++
  }

  /** Stores a price in quanta; returns whether it was rounded. */
  #setPrice(cell: number, written: unknown): boolean {
    const price = typeof written === 'number' ? written : numberOf(written)
    if (!(price > 0) || !Number.isFinite(price))
      throw this.#problem(
        cell,
        `the ${COLUMNS[cell]} ${cellText(written)} is not a price: write a number above 0`,
      )
    const exact = price * this.#unit
    const quanta = Math.round(exact)
    if (quanta < 1 || quanta > MAX_QUANTA)
      throw this.#problem(
        cell,
        `the ${COLUMNS[cell]} ${cellText(written)} is out of range: prices of ${this.wanted.name} are from ${1 / this.#unit} to ${MAX_QUANTA / this.#unit} USD`,
      )
    this.#prices[cell - 1] = quanta
    return Math.abs(exact - quanta) > 1e-6 + exact * 1e-15
  }

  #problem(cell: number, message: string): CandleProblem {
    return new CandleProblem(this.#placeOf(cell), message)
  }

  #grow(): void {
    const length = Math.ceil(this.#times.length * 1.5)
    const [times, rows] = [this.#times, this.#rows]
    this.#times = new Uint32Array(length)
    this.#times.set(times)
    this.#rows = new Float64Array(length * RECORD)
    this.#rows.set(rows)
  }

  #reverse(): void {
    const [times, rows, count] = [this.#times, this.#rows, this.#count]
    times.subarray(0, count).reverse()
    for (let i = 0, j = count - 1; i < j; i++, j--)
      for (let column = 0; column < RECORD; column++) {
        const [a, b] = [i * RECORD + column, j * RECORD + column]
        const kept = rows[a]
        rows[a] = rows[b]
        rows[b] = kept
      }
  }
}

function outside(name: string, written: unknown, low: unknown, high: unknown): string {
  return `the ${name} ${cellText(written)} is not between the low ${cellText(low)} and the high ${cellText(high)}`
}

function numberOf(written: unknown): number {
  const text = typeof written === 'string' ? written.trim() : ''
  return NUMBER.test(text) ? Number(text) : Number.NaN
}

/** Reads inline rows; the line and column of a problem are those of its row and cell, both from 1. */
export function readCandleRows(rows: readonly (readonly unknown[])[], wanted: CandlesWanted): Collected {
  const collector = new CandleCollector(wanted, rows.length + 1)
  rows.forEach(([time, open, high, low, close], row) => {
    collector.add(time, open, high, low, close, (cell) => ({ line: row + 1, column: cell + 1 }))
  })
  return collector.finish()
}
