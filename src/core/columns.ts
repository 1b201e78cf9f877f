import { stripVTControlCharacters } from 'node:util'

/** Lines of a table: cells are aligned left, without trailing spaces. Colours take no width. */
export function columns(rows: readonly (readonly string[])[], indent = '  '): string[] {
  const widths = rows.reduce<number[]>(
    (most, row) => row.map((cell, column) => Math.max(most[column] ?? 0, widthOf(cell))),
    [],
  )
  return rows.map((row) =>
    `${indent}${row.map((cell, column) => cell + ' '.repeat(widths[column] - widthOf(cell))).join('  ')}`.trimEnd(),
  )
}

function widthOf(cell: string): number {
  return stripVTControlCharacters(cell).length
}
