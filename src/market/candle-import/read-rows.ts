/** Reads inline candles: `[[time, open, high, low, close], …]`. */
import { CandleCollector, type CandlesWanted, type Collected } from './collect.js'
import { CellProblem } from './problem.js'

/** An error in an inline row, with the 0-based indices of row and cell. */
export class RowProblem extends CellProblem {
  readonly row: number

  constructor(row: number, cell: number, message: string) {
    super(cell, message)
    this.row = row
  }
}

export function readCandleRows(rows: readonly (readonly unknown[])[], wanted: CandlesWanted): Collected {
  const collector = new CandleCollector(wanted, false, rows.length + 1)
  let row = 0
  try {
    for (; row < rows.length; row++) {
      const [time, open, high, low, close] = rows[row]
      collector.add(time, open, high, low, close)
    }
    row = Math.max(0, rows.length - 1)
    return collector.finish()
  } catch (error) {
    if (!(error instanceof CellProblem)) throw error
    throw new RowProblem(row, error.cell, error.message)
  }
}
