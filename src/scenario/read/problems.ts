/** Problems of a scenario file with their position: `file:line:column what, seen …: hint`. */
import { UserError } from '../../kit/errors.js'
import type { TextPosition } from '../../kit/text/position.js'

export interface Problem extends TextPosition {
  /** Set if it is not the scenario's own file. */
  readonly file?: string
  readonly message: string
  /** Hint for an unreadable file, which has no line or column. */
  readonly hint?: string
}

/** The problem at a value, or at its key. */
export type ProblemAt = (path: readonly PropertyKey[], message: string, atKey: boolean) => Problem

/** Reported problems: a file of another format has one on every line. */
export const MAX_PROBLEMS = 100

/** An invalid scenario, with at most `MAX_PROBLEMS` problems. */
export class ScenarioError extends UserError {
  readonly problems: readonly Problem[]

  constructor(source: string, found: readonly Problem[]) {
    const problems = found.slice(0, MAX_PROBLEMS)
    const last = problems.at(-1)
    if (found.length > MAX_PROBLEMS && last !== undefined)
      problems.push({ ...last, message: 'and more: fix these first' })
    const more = problems.length - 1
    const first = problems[0]!
    super(
      'the scenario is invalid',
      first.hint === undefined ? formatProblem(source, first) : `${source}: ${first.message}`,
      first.hint ?? (more === 0 ? 'fix it there' : `${more} more with gmx-sim validate`),
      3,
    )
    this.problems = problems
  }
}

export function formatProblem(
  source: string,
  { file = source, line, column, message, hint }: Problem,
): string {
  return hint === undefined ? `${file}:${line}:${column} ${message}` : `${file}: ${message}: ${hint}`
}

/** A problem of a value without lines: begins with its path, such as `rules[0].fault`. */
export function problemOfValue(path: readonly PropertyKey[], message: string): Problem {
  const parts = path.map((part) =>
    typeof part === 'number' ? `[${part}]` : `.${truncateMessage(String(part))}`,
  )
  return { line: 1, column: 1, message: `${parts.join('').replace(/^\./, '')} ${message}`.trim() }
}

export const byPlace = (a: TextPosition, b: TextPosition): number => a.line - b.line || a.column - b.column

export const MAX_SHOWN = 60

/** Text on one line, truncated. */
export function truncateMessage(text: string): string {
  const line = text.length > MAX_SHOWN ? `${text.slice(0, MAX_SHOWN)}…` : text
  return line.replace(/[\p{Cc}\u2028\u2029]/gu, ' ')
}
