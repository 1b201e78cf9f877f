/** Rows as lines of a table: cells of a column begin below each other, nothing stands behind the last one. */
export function columns(rows: readonly (readonly string[])[], indent = '  '): string[] {
  const widths = rows.reduce<number[]>(
    (most, row) => row.map((cell, column) => Math.max(most[column] ?? 0, cell.length)),
    [],
  )
  return rows.map((row) =>
    `${indent}${row.map((cell, column) => cell.padEnd(widths[column])).join('  ')}`.trimEnd(),
  )
}
