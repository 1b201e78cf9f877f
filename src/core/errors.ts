/** What a usage error ends the program with: 2 usage, 3 invalid scenario or configuration, 4 cannot bind. */
export type UserExitCode = 2 | 3 | 4

/**
 * A usage error: something that whoever runs the simulator did wrong, never part of what the simulated service answers. Its
 * message is one sentence of three parts: `what` failed, what was `seen`, and a `hint` at what to write or do instead.
 * `exitCode` is what the command line ends with: 2 usage, 3 unusable scenario or configuration, 4 cannot listen.
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

/** What a call of the control API did wrong: a status of 4xx, a code for programs, a sentence and what to do instead. */
export class ControlError extends Error {
  override readonly name = 'ControlError'
  readonly status: number
  readonly code: string
  readonly hint: string

  constructor(status: number, code: string, message: string, hint: string) {
    super(message)
    this.status = status
    this.code = code
    this.hint = hint
  }
}

/** What a process that is asked to end answers in place of what it would wait for. */
export function draining(): ControlError {
  return new ControlError(503, 'draining', 'this process is ending', 'ask another one, or a later one')
}
