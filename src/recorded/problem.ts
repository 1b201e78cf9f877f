/** What is wrong with recorded candles, and where: a line and column of their file, or a number in their list. */
export class CandleProblem extends Error {
  readonly line: number
  readonly column: number

  constructor(line: number, column: number, message: string) {
    super(message)
    this.line = line
    this.column = column
  }
}

/** What is wrong with one cell of a row; whoever knows where the row stands makes a CandleProblem of it. */
export class CellProblem extends Error {
  /** 0 for the time, then open, high, low, close. */
  readonly cell: number

  constructor(cell: number, message: string) {
    super(message)
    this.cell = cell
  }
}

const MOST_SHOWN = 40

/** A cell as it is shown in a message. */
export function shown(cell: unknown): string {
  const text = typeof cell === 'string' ? cell : (JSON.stringify(cell) ?? String(cell))
  const short = text.length > MOST_SHOWN ? `${text.slice(0, MOST_SHOWN)}…` : text
  return typeof cell === 'number' ? short : JSON.stringify(short)
}
