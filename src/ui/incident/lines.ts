/** Lines and columns of a text, from 1, as problems name them. */

/** Px; `incident.css` has it too. */
export const LINE_HEIGHT = 19

export function linesIn(text: string): number {
  let lines = 1
  for (let at = text.indexOf('\n'); at >= 0; at = text.indexOf('\n', at + 1)) lines++
  return lines
}

/** How many characters stand before it; the end of the line for a column that is beyond it. */
export function placeInText(text: string, line: number, column: number): number {
  let begin = 0
  for (let n = 1; n < line; n++) {
    const end = text.indexOf('\n', begin)
    if (end < 0) return text.length
    begin = end + 1
  }
  const end = text.indexOf('\n', begin)
  return Math.min(begin + column - 1, end < 0 ? text.length : end)
}
