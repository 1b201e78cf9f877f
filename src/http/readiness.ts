/** Whether this process should be sent requests: what orchestrators and load balancers ask it. */
import { ControlError, draining } from '../core/errors.js'
import { StateLostError } from '../session/state-store.js'

export interface Readiness {
  /** Throws a ControlError that says why nothing should be sent here. */
  requireReady(): void
  /** From now on it is ending, and never ready again. */
  leave(): void
}

/** `requireCurrent` throws a StateLost where what is shared with others cannot be had. */
export function createReadiness(requireCurrent: () => void): Readiness {
  let isLeaving = false
  return {
    requireReady() {
      if (isLeaving) throw draining()
      try {
        requireCurrent()
      } catch (error) {
        if (error instanceof StateLostError) throw new ControlError('store', error.message, error.hint)
        throw error
      }
    },
    leave() {
      isLeaving = true
    },
  }
}
