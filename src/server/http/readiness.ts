/** Readiness of this process for traffic. */
import { ControlError, draining } from '../../kit/errors.js'
import { StateLostError } from '../../session/state-store.js'

export interface Readiness {
  /** Throws a ControlError with the reason if not ready. */
  requireReady(): void
  /** Marks it as shutting down, for good. */
  leave(): void
}

/** `requireCurrent` throws a StateLostError while shared state is out of reach. */
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
