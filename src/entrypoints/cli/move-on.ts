/** `--after`: advances the clock of a new server. */

import { UserError } from '../../kit/errors.js'
import { advanceClock } from '../../server/control/clock.js'
import { ControlError } from '../../session/control-errors.js'
import type { Session } from '../../session/session.js'

export function moveOn({ clock }: Session, byMs: number): void {
  try {
    advanceClock(clock, byMs)
  } catch (error) {
    if (!(error instanceof ControlError)) throw error
    throw new UserError(error.message, '--after is too long', 'write a shorter duration')
  }
}
