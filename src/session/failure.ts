/** Errors that keep a request from being answered, as clients see them. */

import { UserError } from '../kit/errors.js'
import { KernelFullError } from '../market/price/kernel-owner.js'
import { ControlError } from './control-errors.js'
import { SessionEndedError, StateLostError } from './state-errors.js'

interface Failure {
  readonly status: number
  /** A code of the control API, or `unavailable`. */
  readonly name: string
  /** Names the cause only if the user can act on it. */
  readonly message: string
}

export function failureOf(error: unknown): Failure {
  const refusal = asRefusal(error)
  if (error instanceof UserError) return { status: 501, name: 'unavailable', message: error.message }
  if (refusal !== undefined) {
    const { status, code, message, hint } = refusal
    return { status, name: code, message: `${message}: ${hint}` }
  }
  if (error instanceof StateLostError || error instanceof SessionEndedError)
    return { status: 503, name: 'store', message: error.message }
  return { status: 500, name: 'internal', message: 'internal error' }
}

/** The refusal that an error is or stands for. */
export const asRefusal = (error: unknown): ControlError | undefined =>
  error instanceof KernelFullError
    ? new ControlError('too-many-assets')
    : error instanceof ControlError
      ? error
      : undefined
