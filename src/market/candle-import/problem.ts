/** An error in recorded candles, at a line and column of a file. */
export class CandleProblem extends Error {
  readonly line: number
  readonly column: number

  constructor(line: number, column: number, message: string) {
    super(message)
    this.line = line
    this.column = column
  }
}

/** An error in a cell; callers that know its place convert it to a CandleProblem. */
export class CellProblem extends Error {
  /** 0 for time, then open, high, low, close. */
  readonly cell: number

  constructor(cell: number, message: string) {
    super(message)
    this.cell = cell
  }
}

const MAX_SHOWN = 40

export function cellText(cell: unknown): string {
  const text = typeof cell === 'string' ? cell : (JSON.stringify(cell) ?? String(cell))
  const short = text.length > MAX_SHOWN ? `${text.slice(0, MAX_SHOWN)}…` : text
  return typeof cell === 'number' ? short : JSON.stringify(short)
}

/** A streaming reader, as the whole text would take more memory than its rows. */
export interface StreamReader {
  /** Reads a piece, which ends with a line unless it is the last. Throws a CandleProblem. */
  read(piece: string): void
  /** Ends the text; returns the place of the row that set the period. Throws a CandleProblem. */
  finish(): TextPosition
}

export interface TextPosition {
  readonly line: number
  readonly column: number
}

export function positionIn(text: string, index: number): TextPosition {
  const before = text.slice(0, index).split('\n')
  return { line: before.length, column: (before.at(-1) ?? '').length + 1 }
}
