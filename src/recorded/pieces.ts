/** A text that is read piece by piece, as the whole of it would take more memory than what it says. */
export interface PieceReader {
  /** Takes the next piece, which ends with a line unless it is the last. Throws a CandleProblem. */
  read(piece: string): void
  /** No piece comes after this; returns where the row stood that told the period. Throws a CandleProblem. */
  finish(): Place
}

export interface Place {
  readonly line: number
  readonly column: number
}

/** The place of the character `index` of a text that begins at `start`. */
export function placeIn(text: string, index: number, start: Place): Place {
  const before = text.slice(0, index).split('\n')
  const last = before.at(-1) ?? ''
  return before.length === 1
    ? { line: start.line, column: start.column + last.length }
    : { line: start.line + before.length - 1, column: last.length + 1 }
}
