/** JSON: rows as lists or objects, or a saved reply of /prices/candles or /v1/prices/ohlcv. Rows are flat, so each ends with the next bracket. */
import { positionIn } from '../../kit/text/position.js'
import { PERIOD_SECONDS, type Period } from '../price/periods.js'
import type { CandleCollector } from './collect.js'
import { COLUMN_NAMES } from './csv.js'
import { CandleProblem, cellText, START } from './problem.js'
import { periodText } from './times.js'

const SHAPE = 'write [[time, open, high, low, close], …], or a reply of /prices/candles or /v1/prices/ohlcv'
const NO_LIST = `no list of candles found: ${SHAPE}`
/** A row followed by a comma or the end of the list. */
const ROW = /\s*(\[[^[\]]*\]|\{[^{}]*\})\s*([,\]])/y
/** The begin of a possible `ROW`. */
const BEGUN_ROW = /^\s*(?:\[[^[\]]*(?:\]\s*)?|\{[^{}]*(?:\}\s*)?)?$/

/** Reads row by row: parsed as a whole, rows would take several times as much memory. Throws a CandleProblem. */
export function readJson(text: string, collector: CandleCollector): void {
  const start = text.search(/\[\s*[[{]/)
  if (start < 0) throw new CandleProblem(START, NO_LIST)
  const end = readRows(text, start + 1, collector)
  let whole: unknown
  try {
    whole = JSON.parse(`${text.slice(0, start)}[]${text.slice(end)}`)
  } catch {
    throw new CandleProblem(START, `this is not JSON around the list of rows: ${SHAPE}`)
  }
  if (Array.isArray(whole)) return
  const { candles, period } = whole as Readonly<Record<string, unknown>>
  if (!Array.isArray(candles)) throw new CandleProblem(START, NO_LIST)
  const seconds = PERIOD_SECONDS[period as Period]
  if (seconds === undefined) return
  const rowsSeconds = collector.periodSeconds
  if (collector.wanted.periodSeconds !== undefined && seconds !== rowsSeconds) {
    const before = text.indexOf('"period"')
    throw problemAt(
      text,
      before < start ? before : text.indexOf('"period"', end),
      `the reply has period ${String(period)}, the scenario ${periodText(rowsSeconds)}: leave period out of the scenario`,
    )
  }
  if (rowsSeconds % seconds !== 0)
    throw new CandleProblem(
      START,
      `the reply has period ${String(period)}, but its rows are ${rowsSeconds} s apart`,
    )
  collector.periodSeconds = seconds
}

/** Returns the end of the list. */
function readRows(text: string, from: number, collector: CandleCollector): number {
  for (let at = from; ; at = ROW.lastIndex) {
    ROW.lastIndex = at
    const match = ROW.exec(text)
    if (match === null) throw unreadable(text, at)
    const start = at + match[0].indexOf(match[1])
    const row = rowIn(match[1], text, start)
    const names = Array.isArray(row) ? INDICES : namesIn(row, text, start)
    const [time, open, high, low, close] = names.map((name) => row[name])
    collector.add(time, open, high, low, close, (cell) => positionIn(text, cellIn(text, start, names[cell])))
    if (match[2] === ']') return ROW.lastIndex
  }
}

type Row = Readonly<Record<string | number, unknown>>

const INDICES = [0, 1, 2, 3, 4]

function rowIn(written: string, text: string, start: number): Row {
  let row: Row
  try {
    row = JSON.parse(written)
  } catch {
    throw notJson(text, start, written)
  }
  if (!Array.isArray(row) || row.length >= 5) return row
  throw problemAt(text, cellIn(text, start, 0), `the row ${cellText(row)} is not five numbers: ${SHAPE}`)
}

/** The keys of time, open, high, low and close. */
function namesIn(row: Row, text: string, start: number): readonly string[] {
  const keys = Object.keys(row)
  return COLUMN_NAMES.map((known) => {
    const name = keys.find((key) => (known as readonly string[]).includes(key.toLowerCase()))
    if (name !== undefined) return name
    throw problemAt(text, start, `the row ${cellText(row)} has no ${known[0]}: ${SHAPE}`)
  })
}

function unreadable(text: string, at: number): CandleProblem {
  const rest = text.slice(at)
  return BEGUN_ROW.test(rest)
    ? problemAt(text, text.length, 'the file is truncated: it ends within the list')
    : notJson(text, at + rest.search(/\S/), rest.trimStart())
}

function notJson(text: string, start: number, row: string): CandleProblem {
  return problemAt(text, start, `the row ${cellText(row)} is not JSON`)
}

function problemAt(text: string, index: number, message: string): CandleProblem {
  return new CandleProblem(positionIn(text, index), message)
}

/** Position in the file of the cell of an index or key. */
function cellIn(text: string, start: number, cell: string | number): number {
  let at = start + 1
  if (typeof cell === 'string') at = text.indexOf(':', text.indexOf(`"${cell}"`, start)) + 1
  else
    for (let n = 0; n < cell; n++) {
      const comma = text.indexOf(',', at)
      if (comma < 0) return start
      at = comma + 1
    }
  return at + (/^\s*/.exec(text.slice(at, at + 100))?.[0].length ?? 0)
}
