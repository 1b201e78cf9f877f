/** What is wrong with a catalogue file, and where: `file:line:column what: hint`. */
import { UserError } from '../core/errors.js'
import { formatProblem, MOST_PROBLEMS, type Problem } from '../scenario/read/problems.js'

/** A catalogue that cannot be used, with what is wrong with it: `MOST_PROBLEMS` at most, then that there are more. */
export class CatalogueError extends UserError {
  /** One line for each. */
  readonly lines: readonly string[]

  /** `source` is how the file is called; undefined for a value, whose problems say their place themselves. */
  constructor(source: string | undefined, found: readonly Problem[]) {
    const lines = found
      .slice(0, MOST_PROBLEMS)
      .map((problem) => (source === undefined ? problem.message : formatProblem(source, problem)))
    if (found.length > MOST_PROBLEMS) lines.push('and more: correct these first')
    super('the catalogue cannot be used', lines.join('; '), 'correct it there, see docs/catalogues.md', 3)
    this.lines = lines
  }
}
