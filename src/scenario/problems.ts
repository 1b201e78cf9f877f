/** What is wrong with a scenario file, and where: `file:line:column what, seen …: hint`. */
import { UserError } from '../core/errors.js'

export interface Problem {
  readonly line: number
  readonly column: number
  readonly message: string
}

/** A scenario that cannot be used, with everything that is wrong with it. */
export class ScenarioError extends UserError {
  readonly problems: readonly Problem[]

  constructor(source: string, problems: readonly Problem[]) {
    const [first, ...more] = problems.map((problem) => formatProblem(source, problem))
    super(
      'the scenario is not valid',
      first,
      more.length === 0 ? 'mend it there' : `and ${more.length} more, see gmx-sim validate`,
      3,
    )
    this.problems = problems
  }
}

export function formatProblem(source: string, { line, column, message }: Problem): string {
  return `${source}:${line}:${column} ${message}`
}
