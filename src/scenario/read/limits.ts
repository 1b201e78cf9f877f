/**
 * How large a scenario may be, as text and as a value: what is larger is refused before anything else looks at it, and so is
 * what stands among recorded candles and is none, as there may be very many of them.
 */
import type * as z from 'zod'
import type { Problem } from './problems.js'

/** Far more than anyone writes, far less than hurts. */
export const MAX_BYTES = 128 << 10
/** Words, signs, spaces and ends of lines, as the parser sees them. */
const MAX_TOKENS = 80_000
/** In characters; each level of block style takes at least one. */
const MAX_INDENTATION = 200
const MAX_BRACKETS = 100

/** Levels within each other. */
const MAX_LEVELS = 100
const MAX_ITEMS = 10_000
const MAX_KEYS = 1000
/** Values, keys and the characters of both in all. */
const MAX_VALUES = 30_000

/** The first place at which it is so, if there is one. Does a bounded amount of work, whatever it gets. */
export function oversizeIn(root: unknown, what = 'scenario'): z.core.$ZodIssue | undefined {
  let values = 0
  let characters = 0
  const visit = (value: unknown, path: readonly PropertyKey[]): z.core.$ZodIssue | undefined => {
    const issue = (message: string) => ({
      code: 'custom' as const,
      path: path.slice(0, 4),
      input: undefined,
      message,
    })
    if (path.length > MAX_LEVELS) return issue(`the ${what} is nested too deeply: write it flatter`)
    if (typeof value === 'string') characters += value.length
    if (++values > MAX_VALUES || characters > MAX_BYTES)
      return issue(`the ${what} holds too much: write less`)
    if (typeof value !== 'object' || value === null) return undefined
    if (Array.isArray(value)) {
      const areRows = isRows(path)
      const maxItems = areRows ? MAX_ROWS : MAX_ITEMS
      if (value.length > maxItems)
        return issue(`this list has ${value.length} items: write at most ${maxItems}`)
      // The first row that is none says enough: the schema would have as much to say of each of them.
      if (areRows)
        return first(value, (row, index) => {
          const message = problemOfRow(row)
          return message === undefined ? undefined : { ...issue(message), path: [...path, index] }
        })
      return first(value, (item, index) => visit(item, [...path, index]))
    }
    const keys = Object.keys(value)
    if (keys.length > MAX_KEYS)
      return issue(`this mapping has ${keys.length} keys: write at most ${MAX_KEYS}`)
    for (const key of keys) characters += key.length
    return first(keys, (key) => visit((value as Readonly<Record<string, unknown>>)[key], [...path, key]))
  }
  return visit(root, [])
}

/** Where recorded candles are written in place. */
function isRows([key, , rows, ...rest]: readonly PropertyKey[]): boolean {
  return key === 'prices' && rows === 'rows' && rest.length === 0
}

/** A year of minutes, and more. */
export const MAX_ROWS = 600_000
/** Characters of a time or a price. */
export const MAX_CELL = 40

function problemOfRow(row: unknown): string | undefined {
  if (!Array.isArray(row) || row.length !== CELLS || !row.every(isCell))
    return 'this row has no five numbers: write [time, open, high, low, close]'
  if (row.some((cell) => typeof cell === 'string' && cell.length > MAX_CELL))
    return `this row has a cell of more than ${MAX_CELL} characters: write it shorter`
  return undefined
}

const CELLS = 5

function isCell(cell: unknown): boolean {
  return typeof cell === 'string' || Number.isFinite(cell)
}

function first<Item, Found>(
  items: readonly Item[],
  find: (item: Item, index: number) => Found | undefined,
): Found | undefined {
  for (let index = 0; index < items.length; index++) {
    const found = find(items[index], index)
    if (found !== undefined) return found
  }
  return undefined
}

/** Brackets or indentation beyond what any scenario has, if there are such. An estimate: it knows no quotes. */
export function bracketProblem(text: string): Problem | undefined {
  let open = 0
  let unmatched = 0
  for (const [index, line] of text.split('\n').entries()) {
    const at = (column: number, message: string) => ({ line: index + 1, column, message })
    const indentation = /^(?: |[-?:] )*/.exec(line)?.[0].length ?? 0
    if (indentation > MAX_INDENTATION)
      return at(MAX_INDENTATION + 1, 'the file is nested too deeply: write it flatter')
    for (let column = 0; column < line.length; column++) {
      const sign = line[column]
      if (sign === '[' || sign === '{') open++
      else if (sign === ']' || sign === '}') {
        if (open > 0) open--
        else unmatched++
      }
      if (open > MAX_BRACKETS) return at(column + 1, 'the file is nested too deeply: write it flatter')
      if (unmatched > MAX_BRACKETS)
        return at(column + 1, 'brackets are closed here that were never opened: leave them out')
    }
  }
  return undefined
}

/** Whether the parser would have too much to do. */
export function hasTooManyTokens(text: string, { Lexer }: typeof import('yaml')): boolean {
  let count = 0
  for (const _token of new Lexer().lex(text)) if (++count > MAX_TOKENS) return true
  return false
}
