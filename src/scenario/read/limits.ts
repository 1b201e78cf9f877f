/**
 * Size limits of scenarios, as text and as a value: checked before anything else reads them. Invalid candle rows are rejected here, too,
 * as there may be very many.
 */
import type * as z from 'zod'
import type { Problem } from './problems.js'

/** Generous for real scenarios, harmless for the server. */
export const MAX_BYTES = 128 << 10
/** Tokens of the YAML parser: scalars, indicators, spaces and line ends. */
const MAX_TOKENS = 80_000
/** In characters; each nesting level of block style takes at least one. */
const MAX_INDENTATION = 200
const MAX_BRACKETS = 100

const MAX_LEVELS = 100
const MAX_ITEMS = 10_000
const MAX_KEYS = 1000
/** Values, keys and their characters, in total. */
export const MAX_VALUES = 30_000

/** The first oversize part, if any. Does a bounded amount of work on any input. */
export function oversizeIn(root: unknown, what = 'scenario'): z.core.$ZodIssue | undefined {
  let values = 0
  let characters = 0
  function* visit(value: unknown, path: readonly PropertyKey[]): Generator<z.core.$ZodIssue> {
    const issue = (message: string, at = path.slice(0, 4)) =>
      ({ code: 'custom', path: at, input: undefined, message }) as const
    if (path.length > MAX_LEVELS) yield issue(`the ${what} is nested too deeply: write it flatter`)
    if (typeof value === 'string') characters += value.length
    if (++values > MAX_VALUES || characters > MAX_BYTES) yield issue(`the ${what} is too large: write less`)
    if (typeof value !== 'object' || value === null) return
    const [key, , rows, ...rest] = path
    const isInlineCandles = key === 'prices' && rows === 'rows' && rest.length === 0
    if (isInlineCandles && Array.isArray(value)) {
      if (value.length > MAX_ROWS)
        yield issue(`this list has ${value.length} items: write at most ${MAX_ROWS}`)
      // One issue suffices: the schema would report each invalid row.
      for (const [index, row] of value.entries()) {
        const message = problemOfRow(row)
        if (message !== undefined) yield issue(message, [...path, index])
      }
      return
    }
    if (Array.isArray(value)) {
      if (value.length > MAX_ITEMS)
        yield issue(`this list has ${value.length} items: write at most ${MAX_ITEMS}`)
      for (const [index, item] of value.entries()) yield* visit(item, [...path, index])
      return
    }
    const keys = Object.keys(value)
    if (keys.length > MAX_KEYS) yield issue(`this mapping has ${keys.length} keys: write at most ${MAX_KEYS}`)
    for (const key of keys) characters += key.length
    // In a catalogue keys are names, and zod skips this one.
    if (what === 'catalogue' && keys.includes('__proto__'))
      yield issue('__proto__ cannot be a name: write another', [...path, '__proto__'])
    for (const key of keys) yield* visit((value as Readonly<Record<string, unknown>>)[key], [...path, key])
  }
  return visit(root, []).next().value as z.core.$ZodIssue | undefined
}

/** More than a year of minutes. */
export const MAX_ROWS = 600_000
/** Longest time or price, in characters. */
const MAX_CELL = 40

function problemOfRow(row: unknown): string | undefined {
  if (
    !Array.isArray(row) ||
    row.length !== 5 ||
    !row.every((cell) => typeof cell === 'string' || Number.isFinite(cell))
  )
    return 'this row is not five numbers: write [time, open, high, low, close]'
  if (row.some((cell) => typeof cell === 'string' && cell.length > MAX_CELL))
    return `this row has a cell of more than ${MAX_CELL} characters: write it shorter`
  return undefined
}

/** The first excess of brackets or indentation, if any. An estimate that ignores quotes. */
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
      if (unmatched > MAX_BRACKETS) return at(column + 1, 'unmatched closing bracket: remove it')
    }
  }
  return undefined
}

export function hasTooManyTokens(text: string, { Lexer }: typeof import('yaml')): boolean {
  let count = 0
  for (const _token of new Lexer().lex(text)) if (++count > MAX_TOKENS) return true
  return false
}
