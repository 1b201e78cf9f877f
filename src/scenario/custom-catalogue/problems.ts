/** Problems of a catalogue file with their position: `file:line:column what: hint`. */
import { UserError } from '../../kit/errors.js'
import { formatProblem, MAX_PROBLEMS, type Problem } from '../read/problems.js'

export class CatalogueError extends UserError {
  readonly lines: readonly string[]

  /** `source` is the file's name; undefined for a value, whose problems include their path. */
  constructor(source: string | undefined, found: readonly Problem[]) {
    const lines = found
      .slice(0, MAX_PROBLEMS)
      .map((problem) => (source === undefined ? problem.message : formatProblem(source, problem)))
    if (found.length > MAX_PROBLEMS) lines.push('and more: fix these first')
    super('the catalogue is invalid', lines.join('; '), 'fix them, see docs/catalogues.md', 3)
    this.lines = lines
  }
}
