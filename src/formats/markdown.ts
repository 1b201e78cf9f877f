/** Markdown in which data cannot act: no links, images, HTML or mentions enter a CI summary or a pull request comment. */

/** Words that renderers link by themselves, escaped or not: URLs, e-mail addresses, `@names`, issue numbers. */
const AUTOLINKED = /@|:\/\/|www\.|#\d/i

/** Text without any markup, in one line. */
export function plain(text: string): string {
  return text
    .trim()
    .split(/\s+/)
    .map((word) => (AUTOLINKED.test(word) ? code(word) : word.replace(/[\\`*_~[\]<>|#&$]/g, '\\$&')))
    .join(' ')
}

/** A code span, in which nothing is markup but its own end and the end of a table cell. */
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
