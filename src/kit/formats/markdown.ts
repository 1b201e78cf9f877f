/** Safe Markdown: data cannot add links, images, HTML or mentions to a CI summary or comment. */

/** Text that renderers link even if escaped: URLs, e-mail addresses, `@names`, issue numbers. */
const AUTOLINKED = /@|:\/\/|www\.|#\d/i

export function plain(text: string): string {
  return text
    .trim()
    .split(/\s+/)
    .map((word) => (AUTOLINKED.test(word) ? code(word) : word.replace(/[\\`*_~[\]<>|#&$]/g, '\\$&')))
    .join(' ')
}

/** A code span without backticks and table delimiters. */
export function code(text: string): string {
  return `\`${text.replace(/[`|\s]+/g, ' ').trim() || ' '}\``
}

/** A table; `figures` are the columns to align to the right. Cells are Markdown already. */
export function markdownTable(
  head: readonly string[],
  rows: readonly (readonly string[])[],
  figures: readonly string[] = [],
): string[] {
  const rule = head.map((name) => (figures.includes(name) ? '---:' : '---'))
  return [head, rule, ...rows].map((cells) => `| ${cells.join(' | ')} |`)
}

/** A fenced block, whose fence no line can close. */
export function codeBlock(lines: readonly string[], language = 'text'): string[] {
  const runs = [...lines.join('\n').matchAll(/^\s*(`*)/gm)].map(([, run]) => run.length)
  const fence = '`'.repeat(Math.max(2, ...runs) + 1)
  return [`${fence}${language}`, ...lines, fence]
}

/** Lines that are shown on request. The blank lines make renderers parse them as Markdown. */
export function folded(summary: string, lines: readonly string[]): string[] {
  return [`<details><summary>${summary}</summary>`, '', ...lines, '', '</details>']
}
