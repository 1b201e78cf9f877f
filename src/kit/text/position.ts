/** A place in a text, from 1:1 on. */
export interface TextPosition {
  readonly line: number
  readonly column: number
}

export function positionIn(text: string, index: number): TextPosition {
  const before = text.slice(0, index).split('\n')
  return { line: before.length, column: (before.at(-1) ?? '').length + 1 }
}
