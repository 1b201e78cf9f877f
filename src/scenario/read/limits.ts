/**
 * How large a scenario may be, as text and as a value: what is larger is refused before anything else looks at it, and so is
 * what stands among recorded candles and is none, as there may be very many of them.
 */
import type * as z from 'zod'
import type { Problem } from './problems.js'

/** Far more than anyone writes, far less than hurts. */
export const MOST_BYTES = 128 << 10
/** Words, signs, spaces and ends of lines, as the parser sees them. */
const MOST_TOKENS = 80_000
/** In characters; each level of block style takes at least one. */
const MOST_INDENTATION = 200
const MOST_BRACKETS = 100

/** Levels within each other. */
const MOST_LEVELS = 100
const MOST_ITEMS = 10_000
const MOST_KEYS = 1000
/** Values, keys and the characters of both in all. */
const MOST_VALUES = 30_000

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
    if (path.length > MOST_LEVELS) return issue(`the ${what} is nested too deeply: write it flatter`)
    if (typeof value === 'string') characters += value.length
    if (++values > MOST_VALUES || characters > MOST_BYTES)
      return issue(`the ${what} holds too much: write less`)
    if (typeof value !== 'object' || value === null) return undefined
    if (Array.isArray(value)) {
      const areRows = isRows(path)
      const mostItems = areRows ? MOST_ROWS : MOST_ITEMS
      if (value.length > mostItems)
        return issue(`this list has ${value.length} items: write at most ${mostItems}`)
      // The first row that is none says enough: the schema would have as much to say of each of them.
      if (areRows)
        return first(value, (row, index) => {
          const message = problemOfRow(row)
          return message === undefined ? undefined : { ...issue(message), path: [...path, index] }
        })
      return first(value, (item, index) => visit(item, [...path, index]))
    }
    const keys = Object.keys(value)
    if (keys.length > MOST_KEYS)
      return issue(`this mapping has ${keys.length} keys: write at most ${MOST_KEYS}`)
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
export const MOST_ROWS = 600_000
/** Characters of a time or a price. */
export const MOST_CELL = 40

function problemOfRow(row: unknown): string | undefined {
  if (!Array.isArray(row) || row.length !== CELLS || !row.every(isCell))
    return 'this row has no five numbers: write [time, open, high, low, close]'
  if (row.some((cell) => typeof cell === 'string' && cell.length > MOST_CELL))
    return `this row has a cell of more than ${MOST_CELL} characters: write it shorter`
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
    if (indentation > MOST_INDENTATION)
      return at(MOST_INDENTATION + 1, 'the file is nested too deeply: write it flatter')
    for (let column = 0; column < line.length; column++) {
      const sign = line[column]
      if (sign === '[' || sign === '{') open++
      else if (sign === ']' || sign === '}') {
        if (open > 0) open--
        else unmatched++
      }
      if (open > MOST_BRACKETS) return at(column + 1, 'the file is nested too deeply: write it flatter')
      if (unmatched > MOST_BRACKETS)
        return at(column + 1, 'brackets are closed here that were never opened: leave them out')
    }
  }
  return undefined
}

/** Whether the parser would have too much to do. */
export function hasTooManyTokens(text: string, { Lexer }: typeof import('yaml')): boolean {
  let count = 0
  for (const _token of new Lexer().lex(text)) if (++count > MOST_TOKENS) return true
  return false
}
