import { ControlError } from '../core/errors.js'
import { ScenarioError } from '../scenario/read/problems.js'

/** Rethrows problems of a scenario as one error of a call. */
export function toControlError(error: unknown): never {
  if (!(error instanceof ScenarioError)) throw error
  const lines = error.problems.map(({ line, column, message }) => `${line}:${column} ${message}`)
  throw new ControlError('bad-scenario', lines.join('; '), 'fix it there; the previous scenario stays active')
}
