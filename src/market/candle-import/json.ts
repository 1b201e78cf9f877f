/**
 * Streaming JSON: a list of rows, or a saved reply of /prices/candles. Rows are flat, so each ends with the next `]`.
 */
import { PERIOD_SECONDS, type Period } from '../price/periods.js'
import type { CandleCollector } from './collect.js'
import { periodText } from './periods.js'
import { CandleProblem, CellProblem, cellText } from './problem.js'
import { positionIn, type StreamReader, type TextPosition } from './stream-reader.js'

const SHAPE = 'write [[time, open, high, low, close], …], or a reply of /prices/candles'
/** Limit for text before the first row. */
const MAX_HEAD = 10_000
/** Limit for a row, so that an endless one is not searched again with each piece. */
const MAX_ROW = 10_000
/** A row followed by a comma or the end of the list. */
const ROW = /\s*(\[[^[\]]*\])\s*([,\]])/y
/** The begin of a possible `ROW`. */
const BEGUN_ROW = /^\s*(?:\[[^[\]]*(?:\]\s*)?)?$/

export class JsonReader implements StreamReader {
  readonly #collector: CandleCollector
  /** Text before the rows; undefined until the first one. */
  #head: string | undefined
  /** Text after the list; undefined while rows follow. */
  #tail: string | undefined
  #rest = ''
  /** Place of `#tail` if defined, else of `#rest`. */
  #place: TextPosition = { line: 1, column: 1 }
  #periodPosition: TextPosition = this.#place

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
        if (this.#rest.length > MAX_HEAD) throw this.#noList()
        return
      }
      this.#head = this.#rest.slice(0, start)
      this.#skip(start + 1)
    }
    this.#rows()
    if (this.#tail !== undefined) return
    if (!BEGUN_ROW.test(this.#rest)) throw this.#notJson(this.#rest.search(/\S/), this.#rest.trimStart())
    if (this.#rest.length > MAX_ROW) throw this.#problem(this.#rest.indexOf('['), 'this row is not closed')
  }

  finish(): TextPosition {
    if (this.#head === undefined) throw this.#noList()
    if (this.#tail === undefined)
      throw this.#problem(this.#rest.length, 'the file is truncated: it ends within the list')
    let whole: unknown
    try {
      whole = JSON.parse(`${this.#head}[]${this.#tail}`)
    } catch {
      throw new CandleProblem(1, 1, `this is not JSON around the list of rows: ${SHAPE}`)
    }
    if (!Array.isArray(whole)) this.#checkReply(whole as Readonly<Record<string, unknown>>)
    return this.#periodPosition
  }

  #checkReply({ candles, period }: Readonly<Record<string, unknown>>): void {
    if (!Array.isArray(candles)) throw this.#noList()
    const seconds = PERIOD_SECONDS[period as Period]
    const rowsSeconds = this.#collector.periodSeconds
    if (seconds !== undefined && this.#collector.isPeriodWritten && seconds !== rowsSeconds)
      throw this.#periodProblem(
        `the reply has period ${String(period)}, the scenario ${periodText(rowsSeconds)}: leave period out of the scenario`,
      )
    if (seconds !== undefined && rowsSeconds % seconds !== 0)
      throw new CandleProblem(
        1,
        1,
        `the reply has period ${String(period)}, but its rows are ${rowsSeconds} s apart`,
      )
    if (seconds !== undefined) this.#collector.periodSeconds = seconds
  }

  #periodProblem(message: string): CandleProblem {
    const start = { line: 1, column: 1 }
    const inHead = this.#head?.indexOf('"period"') ?? -1
    const { line, column } =
      inHead >= 0
        ? positionIn(this.#head ?? '', inHead, start)
        : positionIn(this.#tail ?? '', (this.#tail ?? '').indexOf('"period"'), this.#place)
    return new CandleProblem(line, column, message)
  }

  #rows(): void {
    const text = this.#rest
    ROW.lastIndex = 0
    let read = 0
    let end = ','
    while (end === ',') {
      const match = ROW.exec(text)
      if (match === null) break
      this.#row(match[1], text.indexOf('[', read))
      read = ROW.lastIndex
      end = match[2]
    }
    this.#skip(read)
    if (end === ']') this.#tail = this.#rest
  }

  #row(text: string, start: number): void {
    const period = this.#collector.periodSeconds
    try {
      const row = JSON.parse(text) as readonly unknown[]
      if (row.length < 5) throw new CellProblem(0, `the row ${cellText(row)} is not five numbers: ${SHAPE}`)
      this.#collector.add(row[0], row[1], row[2], row[3], row[4])
    } catch (error) {
      if (error instanceof SyntaxError) throw this.#notJson(start, text)
      if (!(error instanceof CellProblem)) throw error
      throw this.#problem(cellIn(this.#rest, start, error.cell), error.message)
    }
    if (period === 0 || this.#collector.periodSeconds !== period)
      this.#periodPosition = positionIn(this.#rest, start, this.#place)
  }

  #notJson(start: number, row: string): CandleProblem {
    return this.#problem(start, `the row ${cellText(row)} is not JSON`)
  }

  #skip(length: number): void {
    this.#place = positionIn(this.#rest, length, this.#place)
    this.#rest = this.#rest.slice(length)
  }

  #noList(): CandleProblem {
    return new CandleProblem(1, 1, `no list of candles found: ${SHAPE}`)
  }

  #problem(index: number, message: string): CandleProblem {
    const { line, column } = positionIn(this.#rest, index, this.#place)
    return new CandleProblem(line, column, message)
  }
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
