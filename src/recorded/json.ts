/**
 * JSON, piece by piece: a list of rows, or a saved reply of /prices/candles, which has one. Rows are flat, so that the end
 * of one is the next `]`, and the end of their list the first `]` after that of a row.
 */
import { PERIOD_SECONDS, type Period } from '../price/periods.js'
import type { CandleCollector } from './collect.js'
import { periodText } from './periods.js'
import { type PieceReader, type Place, placeIn } from './pieces.js'
import { CandleProblem, CellProblem, shown } from './problem.js'

const SHAPE = 'write [[time, open, high, low, close], …], or a reply of /prices/candles'
/** What stands in front of the first row is short. */
const MOST_HEAD = 10_000
/** So is a row: one that never ends is not searched again with each piece. */
const MOST_ROW = 10_000

export class JsonReader implements PieceReader {
  readonly #collector: CandleCollector
  /** Undefined until the first row is found. */
  #head: string | undefined
  /** From the end of the list on; undefined as long as rows come. */
  #tail: string | undefined
  #tailPlace: Place = { line: 1, column: 1 }
  #rest = ''
  #place: Place = { line: 1, column: 1 }
  #told: Place = this.#place

  constructor(collector: CandleCollector) {
    this.#collector = collector
  }

  read(piece: string): void {
    if (this.#tail !== undefined) {
      this.#tail += piece
      return
    }
    this.#rest += piece
    if (this.#head === undefined) {
      const start = /\[\s*\[/.exec(this.#rest)?.index
      if (start === undefined) {
        if (this.#rest.length > MOST_HEAD) throw this.#noList()
        return
      }
      this.#head = this.#rest.slice(0, start)
      this.#skip(start + 1)
    }
    const end = /\]\s*\]/.exec(this.#rest)
    if (end !== null) {
      const text = this.#rest
      this.#rows(text.slice(0, end.index + 1))
      const after = end.index + end[0].length
      this.#tail = text.slice(after)
      this.#tailPlace = placeIn(text, after, this.#place)
      return
    }
    const comma = this.#rest.lastIndexOf(',', this.#rest.lastIndexOf('['))
    if (comma > 0) {
      this.#rows(this.#rest.slice(0, comma))
      this.#skip(comma + 1)
    }
    if (this.#rest.length > MOST_ROW) throw this.#problem(this.#rest.indexOf('['), 'this row has no end')
  }

  finish(): Place {
    if (this.#head === undefined) throw this.#noList()
    if (this.#tail === undefined)
      throw this.#problem(this.#rest.length, 'the file ends within the list: it is cut off')
    let whole: unknown
    try {
      whole = JSON.parse(`${this.#head}[]${this.#tail}`)
    } catch {
      throw new CandleProblem(1, 1, `this is not JSON around the list of rows: ${SHAPE}`)
    }
    if (!Array.isArray(whole)) this.#checkReply(whole as Readonly<Record<string, unknown>>)
    return this.#told
  }

  #checkReply({ candles, period }: Readonly<Record<string, unknown>>): void {
    if (!Array.isArray(candles)) throw this.#noList()
    const seconds = PERIOD_SECONDS[period as Period]
    const told = this.#collector.periodSeconds
    if (seconds !== undefined && this.#collector.isPeriodWritten && seconds !== told)
      throw this.#periodProblem(
        `the reply says period ${String(period)}, the scenario ${periodText(told)}: leave period out there`,
      )
    if (seconds !== undefined && told % seconds !== 0)
      throw new CandleProblem(1, 1, `the reply says period ${String(period)}, its rows are ${told} s apart`)
    if (seconds !== undefined) this.#collector.periodSeconds = seconds
  }

  #periodProblem(message: string): CandleProblem {
    const start = { line: 1, column: 1 }
    const inHead = this.#head?.indexOf('"period"') ?? -1
    const { line, column } =
      inHead >= 0
        ? placeIn(this.#head ?? '', inHead, start)
        : placeIn(this.#tail ?? '', (this.#tail ?? '').indexOf('"period"'), this.#tailPlace)
    return new CandleProblem(line, column, message)
  }

  /** Rows one after the other with commas in between, from the beginning of what is left on. */
  #rows(text: string): void {
    let rows: unknown
    try {
      rows = JSON.parse(`[${text}]`)
    } catch {
      throw this.#notJson(text)
    }
    let index = 0
    for (const row of rows as unknown[]) {
      const period = this.#collector.periodSeconds
      try {
        this.#row(row)
        if (period === 0 || this.#collector.periodSeconds !== period)
          this.#told = placeIn(text, startOf(text, index), this.#place)
      } catch (error) {
        if (!(error instanceof CellProblem)) throw error
        const start = startOf(text, index)
        const cell = cellIn(text, start, error.cell)
        throw this.#problem(cell, error.message)
      }
      index++
    }
  }

  #row(row: unknown): void {
    if (!Array.isArray(row) || row.length < 5)
      throw new CellProblem(0, `the row ${shown(row)} has no five numbers: ${SHAPE}`)
    this.#collector.add(row[0], row[1], row[2], row[3], row[4])
  }

  /** The place of the first row that is none. */
  #notJson(text: string): CandleProblem {
    for (let index = 0; ; index++) {
      const start = startOf(text, index)
      if (start < 0) return this.#problem(0, 'this is not JSON')
      const end = text.indexOf(']', start)
      const row = text.slice(start, end < 0 ? text.length : end + 1)
      try {
        JSON.parse(row)
      } catch {
        return this.#problem(start, `the row ${shown(row)} is not JSON`)
      }
    }
  }

  #skip(length: number): void {
    this.#place = placeIn(this.#rest, length, this.#place)
    this.#rest = this.#rest.slice(length)
  }

  #noList(): CandleProblem {
    return new CandleProblem(1, 1, `there is no list of candles: ${SHAPE}`)
  }

  #problem(index: number, message: string): CandleProblem {
    const { line, column } = placeIn(this.#rest, index, this.#place)
    return new CandleProblem(line, column, message)
  }
}

/** Where the row of that number begins; below 0 where there are not so many. */
function startOf(text: string, index: number): number {
  let at = text.indexOf('[')
  for (let n = 0; n < index && at >= 0; n++) at = text.indexOf('[', at + 1)
  return at
}

function cellIn(text: string, start: number, cell: number): number {
  let at = start + 1
  for (let n = 0; n < cell; n++) {
    const comma = text.indexOf(',', at)
    if (comma < 0) return start
    at = comma + 1
  }
  return at + (/^\s*/.exec(text.slice(at, at + 100))?.[0].length ?? 0)
}
