/** Rows of a table that is written as lines, with cells between ` | ` and `\n` for a line break: each case takes one line. */
export const rowsOf = (table: string): string[][] =>
  table
    .trim()
    .split('\n')
    .map((line) => line.split(' | ').map((cell) => cell.trim().replaceAll(/\\([n\\])/g, unescaped)))

const unescaped = (_: string, sign: string): string => (sign === 'n' ? '\n' : sign)
