/** Markdown of generated tables. */

export function tableOf(heads: readonly string[], rows: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[]) =>
    `| ${cells.map((cell) => cell.replaceAll('|', '\\|')).join(' | ')} |`
  return [line(heads), `|${heads.map(() => '---|').join('')}`, ...rows.map(line)].join('\n')
}

export function codeOrNothing(text: string | undefined): string {
  return text === undefined ? '' : code(text)
}

export function code(text: string): string {
  return `\`${text}\``
}
