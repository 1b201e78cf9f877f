/** Virtual time and a test's fake timers, advanced together. */
import { nextTurn, realMillisecond } from '../../kit/clock/timers.js'
import { UserError } from '../../kit/errors.js'
import type { Duration } from '../../scenario/input.js'
import type { Session } from '../../session/session.js'
import type { FakeTimers } from './api.js'
import { requireWithinTime } from './clock.js'
import { eventCount, giveUpWaiting, isBusy } from './pending-requests.js'
import { toMs } from './usage-errors.js'

/** Idle turns after which promises and requests have settled. */
const QUIET_TURNS = 4
/** Turns between two real waits while a request is pending. */
const TURNS_PER_WAIT = 50
/** Real ms without progress after which a request counts as held. */
const MAX_SILENT_MS = 25

export async function advanceInLockStep(
  { clock }: Session,
  by: Duration,
  timers: FakeTimers,
  step: Duration,
): Promise<void> {
  const stepMs = toMs(step, 'the step')
  if (stepMs === 0)
    throw new UserError('the step cannot be used', step, "write a duration above zero, such as '10ms'")
  if (clock.setting().mode !== 'frozen')
    throw new UserError(
      'a running clock cannot be moved in lock-step',
      'its mode is real',
      "start with clock: { mode: 'frozen' }, whatever the scenario says, or freeze it: clock.set({ mode: 'frozen' })",
    )
  const tick = tickOf(timers)
  let leftMs = toMs(by, 'the time to advance by')
  requireWithinTime(clock.nowMs() + leftMs, by)
  await settle()
  while (leftMs > 0) {
    const ms = Math.min(stepMs, leftMs)
    clock.advance(ms)
    tick(ms)
    await settle()
    leftMs -= ms
  }
}

function tickOf(timers: FakeTimers): (ms: number) => unknown {
  if ('advanceTimersByTime' in timers) return (ms) => timers.advanceTimersByTime(ms)
  if ('tick' in timers) return (ms) => timers.tick(ms)
  throw new UserError(
    'the timers cannot be moved',
    'they have neither advanceTimersByTime nor tick',
    'give vi, jest, a clock of sinon, or mock.timers of node:test',
  )
}

export async function settle(): Promise<void> {
  let seen = eventCount()
  let quiet = 0
  let silentMs = 0
  for (let turns = 1; quiet < QUIET_TURNS; turns++) {
    await nextTurn()
    if (eventCount() !== seen) {
      seen = eventCount()
      quiet = 0
      silentMs = 0
    } else if (!isBusy()) quiet++
    else if (turns % TURNS_PER_WAIT === 0) {
      await realMillisecond()
      if (++silentMs >= MAX_SILENT_MS) giveUpWaiting()
    }
  }
}
