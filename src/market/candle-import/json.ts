/** JSON: a list of rows, or a saved reply of /prices/candles. Rows are flat, so each ends with the next `]`. */
import { PERIOD_SECONDS, type Period } from '../price/periods.js'
import type { CandleCollector } from './collect.js'
import {
  CandleProblem,
  CellProblem,
  cellText,
  positionIn,
  type StreamReader,
  type TextPosition,
} from './problem.js'
import { periodText } from './times.js'

const SHAPE = 'write [[time, open, high, low, close], …], or a reply of /prices/candles'
/** A row followed by a comma or the end of the list. */
const ROW = /\s*(\[[^[\]]*\])\s*([,\]])/y
/** The begin of a possible `ROW`. */
const BEGUN_ROW = /^\s*(?:\[[^[\]]*(?:\]\s*)?)?$/

/** Reads the text when it is complete, row by row: parsed as a whole, rows would take several times as much memory. */
export class JsonReader implements StreamReader {
  readonly #collector: CandleCollector
  #text = ''

  constructor(collector: CandleCollector) {
    this.#collector = collector
  }

  read(piece: string): void {
    this.#text += piece
  }

  finish(): TextPosition {
    const text = this.#text
    const start = text.search(/\[\s*\[/)
    if (start < 0) throw noList()
    const { end, periodAt } = this.#rows(start + 1)
    let whole: unknown
    try {
      whole = JSON.parse(`${text.slice(0, start)}[]${text.slice(end)}`)
    } catch {
      throw new CandleProblem(1, 1, `this is not JSON around the list of rows: ${SHAPE}`)
    }
    if (!Array.isArray(whole)) this.#checkReply(whole as Readonly<Record<string, unknown>>, start, end)
    return positionIn(text, periodAt)
  }

  #checkReply(
    { candles, period }: Readonly<Record<string, unknown>>,
    listStart: number,
    listEnd: number,
  ): void {
    if (!Array.isArray(candles)) throw noList()
    const seconds = PERIOD_SECONDS[period as Period]
    const rowsSeconds = this.#collector.periodSeconds
    if (seconds === undefined) return
    if (this.#collector.isPeriodWritten && seconds !== rowsSeconds) {
      const before = this.#text.indexOf('"period"')
      throw this.#problem(
        before < listStart ? before : this.#text.indexOf('"period"', listEnd),
        `the reply has period ${String(period)}, the scenario ${periodText(rowsSeconds)}: leave period out of the scenario`,
      )
    }
    if (rowsSeconds % seconds !== 0)
      throw new CandleProblem(
        1,
        1,
        `the reply has period ${String(period)}, but its rows are ${rowsSeconds} s apart`,
      )
    this.#collector.periodSeconds = seconds
  }

  /** Returns the end of the list, and the start of the row that set the period. */
  #rows(from: number): { readonly end: number; readonly periodAt: number } {
    const text = this.#text
    let periodAt = from
    for (let at = from; ; at = ROW.lastIndex) {
      ROW.lastIndex = at
      const match = ROW.exec(text)
      if (match === null) throw this.#unreadable(at)
      const end = ROW.lastIndex
      const start = text.indexOf('[', at)
      const period = this.#collector.periodSeconds
      this.#row(match[1], start)
      if (period === 0 || this.#collector.periodSeconds !== period) periodAt = start
      if (match[2] === ']') return { end, periodAt }
    }
  }

  #row(text: string, start: number): void {
    try {
      const row = JSON.parse(text) as readonly unknown[]
      if (row.length < 5) throw new CellProblem(0, `the row ${cellText(row)} is not five numbers: ${SHAPE}`)
      this.#collector.add(row[0], row[1], row[2], row[3], row[4])
    } catch (error) {
      if (error instanceof SyntaxError) throw this.#notJson(start, text)
      if (!(error instanceof CellProblem)) throw error
      throw this.#problem(cellIn(this.#text, start, error.cell), error.message)
    }
  }

  #unreadable(at: number): CandleProblem {
    const rest = this.#text.slice(at)
    return BEGUN_ROW.test(rest)
      ? this.#problem(this.#text.length, 'the file is truncated: it ends within the list')
      : this.#notJson(at + rest.search(/\S/), rest.trimStart())
  }

  #notJson(start: number, row: string): CandleProblem {
    return this.#problem(start, `the row ${cellText(row)} is not JSON`)
  }

  #problem(index: number, message: string): CandleProblem {
    const { line, column } = positionIn(this.#text, index)
    return new CandleProblem(line, column, message)
  }
}

function noList(): CandleProblem {
  return new CandleProblem(1, 1, `no list of candles found: ${SHAPE}`)
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
