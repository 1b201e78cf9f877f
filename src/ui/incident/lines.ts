/** Lines and columns of a text, from 1, as problems name them. */

/** Px; `incident.css` has it too. */
export const LINE_HEIGHT = 19

export const linesIn = (text: string): number => text.split('\n').length

/** How many characters stand before it; the end of the line for a column that is beyond it. */
export function placeInText(text: string, line: number, column: number): number {
  const lines = text.split('\n')
  if (line > lines.length) return text.length
  const begin = lines.slice(0, line - 1).reduce((sum, { length }) => sum + length + 1, 0)
  return begin + Math.min(column - 1, lines[line - 1].length)
}
