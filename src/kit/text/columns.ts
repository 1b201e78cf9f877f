import { stripVTControlCharacters } from 'node:util'
import { wordWrap } from './words.js'

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

/** The same for plain text in at most `width` characters: wide cells are wrapped, within words if necessary. */
export function wrappedColumns(rows: readonly (readonly string[])[], width: number, indent = '  '): string[] {
  const widths = rows[0].map((_, column) => Math.max(...rows.map((row) => row[column].length)))
  const available = width - indent.length - 2 * (widths.length - 1)
  for (let excess = sum(widths) - available; excess > 0; excess = sum(widths) - available) {
    const widest = widths.indexOf(Math.max(...widths))
    const next = Math.max(...widths.filter((_, column) => column !== widest), 1)
    widths[widest] -= Math.max(1, Math.min(excess, widths[widest] - next))
  }
  const lines = rows.flatMap((row) => {
    const cells = row.map((cell, column) => wrappedCell(cell, widths[column]))
    const height = Math.max(...cells.map((cell) => cell.length))
    return Array.from({ length: height }, (_, line) => cells.map((cell) => cell[line] ?? ''))
  })
  return columns(lines, indent)
}

function wrappedCell(cell: string, width: number): string[] {
  return wordWrap(cell, width).flatMap((line) => line.match(new RegExp(`.{1,${width}}`, 'gsu')) ?? [''])
}

function sum(values: readonly number[]): number {
  return values.reduce((total, value) => total + value, 0)
}

function widthOf(cell: string): number {
  return stripVTControlCharacters(cell).length
}
