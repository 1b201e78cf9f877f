export type UserExitCode = 2 | 3 | 4

/**
 * A usage error, never a reply of the simulated service. Its message is one sentence of three parts: `what` failed, what was
 * `seen`, and a `hint` at the remedy. `exitCode` is that of the command line: 2 usage, 3 unusable scenario or configuration,
 * 4 cannot listen.
 *
 * @example
 * import { startSimulator, UserError } from 'gmx-sim'
 *
 * const error = await startSimulator({ port: 80_000 }).catch((error) => error)
 * assert.ok(error instanceof UserError)
 * assert.equal(error.message, 'port cannot be read: "80000"; write a whole number from 0 to 65535')
 */
export class UserError extends Error {
  override readonly name = 'UserError'
  readonly what: string
  readonly seen: string
  readonly hint: string
  readonly exitCode: UserExitCode

  constructor(what: string, seen: string, hint: string, exitCode: UserExitCode = 2) {
    super(`${what}: ${seen}; ${hint}`)
    this.what = what
    this.seen = seen
    this.hint = hint
    this.exitCode = exitCode
  }
}
