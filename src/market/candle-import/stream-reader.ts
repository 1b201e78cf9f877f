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

/** Place of the character at `index` of a text that begins at `start`. */
export function positionIn(text: string, index: number, start: TextPosition): TextPosition {
  const before = text.slice(0, index).split('\n')
  const last = before.at(-1) ?? ''
  return before.length === 1
    ? { line: start.line, column: start.column + last.length }
    : { line: start.line + before.length - 1, column: last.length + 1 }
}
