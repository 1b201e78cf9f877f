/** Usage errors in code, in the form of all others: what, seen, what to write. */
import type * as z from 'zod'
import { UserError } from '../../kit/errors.js'
import { parseDuration } from '../../kit/text/duration.js'
import { ParseError } from '../../kit/text/parse.js'
import type { Duration } from '../../scenario/input.js'
import { suggestion } from '../../scenario/read/hints.js'
import { describeIssues } from '../../scenario/read/issues.js'
import { ControlError } from '../../session/control-errors.js'

export function toMs(duration: string, name: string): number {
  try {
    return parseDuration(duration)
  } catch (error) {
    if (error instanceof ParseError || error instanceof TypeError)
      throw new UserError(
        `${name} cannot be read`,
        String(JSON.stringify(duration)),
        "write a number and its unit, such as '250ms', '10s' or '5m'",
      )
    throw error
  }
}

/** Moves a clock by a duration, whose ms `move` receives. */
export function moveBy(by: Duration, move: (ms: number) => void): void {
  const byMs = toMs(by, 'the time to advance by')
  try {
    move(byMs)
  } catch (error) {
    if (error instanceof ControlError)
      throw new UserError(error.message, `${by} would lead there`, error.hint)
    throw error
  }
}

export function checked<Value>(schema: z.ZodType<Value>, value: unknown, name: string, hint: string): Value {
  const { success, data, error } = schema.safeParse(value)
  if (success) return data
  throw new UserError(`${name} cannot be used`, describeIssues(error, value, schema).join('; '), hint)
}

export function requireKnownKeys(given: object, known: readonly string[], what: string): void {
  const stray = Object.keys(given).find((key) => !known.includes(key))
  if (stray === undefined) return
  const hint = suggestion(stray, known, `write one of ${known.join(', ')}`)
  throw new UserError(`${what} has no option of that name`, stray, hint)
}

export function checkedWord<Word extends string>(
  written: string,
  words: readonly Word[],
  what: string,
): Word {
  const word = words.find((word) => word === written)
  if (word !== undefined) return word
  const hint = suggestion(String(written), words, `write one of ${words.join(', ')}`)
  throw new UserError(`unknown ${what}`, String(JSON.stringify(written)), hint)
}

/** Rewords errors that mention flags and calls for users of code. */
export function inCode(error: unknown): unknown {
  if (error instanceof ControlError)
    return new UserError('the session cannot be made', error.message, error.hint)
  if (!(error instanceof UserError)) return error
  const { what, seen, hint, exitCode } = error
  const toCamel = (flag: string) => flag.replace(/-([a-z])/g, (_all, letter: string) => letter.toUpperCase())
  const plain = (text: string) =>
    text.replace(/--([a-z]+(?:-[a-z]+)*)/g, (_all, flag: string) => `the option ${toCamel(flag)}`)
  return new UserError(plain(what), plain(seen), plain(hint), exitCode)
}
