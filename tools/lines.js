/** Breaks the lines of minified code. */
import { parseSync, Visitor } from 'rolldown/utils'

/**
 * Begins every statement on a new line, and every closing brace of a block: for an uncaught error, Node prints the whole line that threw it.
 * @param {string} code
 */
export function breakLines(code) {
  /** @type {Set<number>} */
  const starts = new Set()
  const begin = (/** @type {readonly { readonly start: number }[]} */ ...statements) => {
    for (const { start } of statements) starts.add(start)
  }
  const statements = new Visitor({
    Program: ({ body }) => begin(...body),
    BlockStatement: ({ body, end }) => begin(...body, { start: end - 1 }),
    SwitchCase: ({ consequent }) => begin(...consequent),
    IfStatement: ({ consequent, alternate }) => begin(consequent, ...(alternate ? [alternate] : [])),
  })
  statements.visit(parseSync('bundle.js', code).program)
  let from = 0
  const parts = [...starts]
    .sort((a, b) => a - b)
    .map((start) => {
      const part = code.slice(from, start)
      from = start
      return part
    })
  return [...parts, code.slice(from)].join('\n').replace(/^\n/, '')
}
