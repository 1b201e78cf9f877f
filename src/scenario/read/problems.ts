/** What is wrong with a scenario file, and where: `file:line:column what, seen …: hint`. */
import { UserError } from '../../core/errors.js'

export interface Problem {
  /** Where it is not the scenario's own. */
  readonly file?: string
  readonly line: number
  readonly column: number
  readonly message: string
  /** What to do about a file that cannot be read at all; no line or column is told of it. */
  readonly hint?: string
}

export type SourcePosition = Pick<Problem, 'line' | 'column'>

/** More than anyone mends at a time: a file that is something else altogether has one on every line. */
export const MAX_PROBLEMS = 100

/** A scenario that cannot be used, with what is wrong with it: `MAX_PROBLEMS` at most, then that there are more. */
export class ScenarioError extends UserError {
  readonly problems: readonly Problem[]

  constructor(source: string, found: readonly Problem[]) {
    const problems = found.slice(0, MAX_PROBLEMS)
    const last = problems.at(-1)
    if (found.length > MAX_PROBLEMS && last !== undefined)
      problems.push({ ...last, message: 'and more: correct these first' })
    const more = problems.length - 1
    const [{ hint, message }] = problems
    super(
      'the scenario cannot be used',
      hint === undefined ? formatProblem(source, problems[0]) : `${source}: ${message}`,
      hint ?? (more === 0 ? 'correct it there' : `${more} more with npx gmx-sim validate`),
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

/** A place within a value that has no lines: `rules[0].fault`. */
export function pathInWords(path: readonly PropertyKey[]): string {
  const parts = path.map((part) =>
    typeof part === 'number' ? `[${part}]` : `.${truncateMessage(String(part))}`,
  )
  return parts.join('').replace(/^\./, '')
}

export const MAX_SHOWN = 60

/** Text on one line, cut off where it gets long. */
export function truncateMessage(text: string): string {
  const line = text.length > MAX_SHOWN ? `${text.slice(0, MAX_SHOWN)}…` : text
  return line.replace(/[\p{Cc}\u2028\u2029]/gu, ' ')
}
