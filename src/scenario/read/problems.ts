/** What is wrong with a scenario file, and where: `file:line:column what, seen …: hint`. */
import { UserError } from '../../core/errors.js'

export interface Problem {
  readonly line: number
  readonly column: number
  readonly message: string
}

/** More than anyone mends at a time: a file that is something else altogether has one on every line. */
export const MOST_PROBLEMS = 100

/** A scenario that cannot be used, with everything that is wrong with it, up to `MOST_PROBLEMS`. */
export class ScenarioError extends UserError {
  readonly problems: readonly Problem[]

  constructor(source: string, found: readonly Problem[]) {
    const problems = found.slice(0, MOST_PROBLEMS)
    const more = found.length - 1
    super(
      'the scenario cannot be used',
      formatProblem(source, problems[0]),
      more === 0 ? 'correct it there' : `${more} more with gmx-sim validate`,
      3,
    )
    this.problems = problems
  }
}

export function formatProblem(source: string, { line, column, message }: Problem): string {
  return `${source}:${line}:${column} ${message}`
}
