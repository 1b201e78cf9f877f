import { ControlError } from '../../kit/errors.js'
import { formatProblem, type Problem, ScenarioError } from '../../scenario/read/problems.js'

/** A problem of a candle file has no place in the text: its message begins with the file's. */
export function problemInText(problem: Problem) {
  const { file, line, column, message } = problem
  return file === undefined
    ? { line, column, message }
    : { line: 1, column: 1, message: formatProblem(file, problem) }
}

/** Rethrows problems of a scenario as one error of a call. */
export function toControlError(error: unknown): never {
  if (!(error instanceof ScenarioError)) throw error
  const lines = error.problems.map((problem) =>
    problem.file === undefined
      ? `${problem.line}:${problem.column} ${problem.message}`
      : formatProblem(problem.file, problem),
  )
  throw new ControlError('bad-scenario', lines.join('; '), 'fix it there; the previous scenario stays active')
}
