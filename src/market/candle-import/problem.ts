import type { TextPosition } from '../../kit/text/position.js'

export const START: TextPosition = { line: 1, column: 1 }

/** Finds the cells of a row: 0 for time, then open, high, low, close. */
export type PlaceOf = (cell: number) => TextPosition

/** An error in recorded candles, at a line and column of a file. */
export class CandleProblem extends Error {
  readonly line: number
  readonly column: number

  constructor({ line, column }: TextPosition, message: string) {
    super(message)
    this.line = line
    this.column = column
  }
}

const MAX_SHOWN = 40

export function cellText(cell: unknown): string {
  const text = typeof cell === 'string' ? cell : (JSON.stringify(cell) ?? String(cell))
  const short = text.length > MAX_SHOWN ? `${text.slice(0, MAX_SHOWN)}…` : text
  return typeof cell === 'number' ? short : JSON.stringify(short)
}
