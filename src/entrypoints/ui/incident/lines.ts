/** Px, as in incident.css. */
export const LINE_HEIGHT = 19

export const linesIn = (text: string): number => text.split('\n').length

/** The index of a 1-based line and column, at most the end of the line. */
export function placeInText(text: string, line: number, column: number): number {
  const lines = text.split('\n')
  if (line > lines.length) return text.length
  const begin = lines.slice(0, line - 1).reduce((sum, { length }) => sum + length + 1, 0)
  return begin + Math.min(column - 1, lines[line - 1].length)
}

/** Indentation of a YAML line that begins at `caret`: that of the line before, below the key of a list item, or one level deeper. */
export function indentAt(text: string, caret: number): string {
  const before = text.slice(text.lastIndexOf('\n', caret - 1) + 1, caret)
  const [lead = ''] = /^ *(?:- +)*/.exec(before) ?? []
  return ' '.repeat(lead.length + (before.trimEnd().endsWith(':') ? 2 : 0))
}
