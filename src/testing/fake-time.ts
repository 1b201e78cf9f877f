/**
 * Fake time for a rehearsal: the timers, `Date` and `performance` of the process go by a clock that jumps from timer to timer
 * as soon as nothing more happens by itself.
 */

import { syncBuiltinESMExports } from 'node:module'
import { install } from '@sinonjs/fake-timers'
import { nextTurn, realMillisecond } from '../clock/timers.js'
import { UserError } from '../core/errors.js'
import { FROZEN_AT } from '../options.js'
import type { Session } from '../session/session.js'
import { watchRequests } from './in-flight.js'
import { settle } from './lock-step.js'

/** What all parts have in common while time is fake. */
export interface Stage {
  readonly sessions: Session[]
  /** Requests on their way that nobody holds on purpose. */
  underWay: number
  isOver: boolean
}

/** Runs `play` while time is fake, and moves that on whenever nothing more happens by itself. */
export async function inLockStep<Value>(play: (stage: Stage) => Promise<Value>): Promise<Value> {
  const stage: Stage = { sessions: [], underWay: 0, isOver: false }
  const clock = fakeTime()
  const stopWatching = watchRequests()
  try {
    const playing = play(stage)
    let isDone = false
    const done = () => {
      isDone = true
    }
    playing.then(done, done)
    for (;;) {
      await rest(stage)
      if (isDone) return await playing
      if (clock.countTimers() === 0) await realMillisecond()
      else {
        clock.next()
        // Others that are due at the same moment.
        clock.tick(0)
      }
    }
  } finally {
    stage.isOver = true
    stopWatching()
    restoreTime(clock)
  }
}

/** Waits until all that is asked is answered or held on purpose, and what follows from it has happened. */
async function rest(stage: Stage): Promise<void> {
  const held = () => stage.sessions.reduce((sum, { waits }) => sum + waits.held, 0)
  await settle()
  while (stage.underWay > held()) {
    await nextTurn()
    await settle()
  }
}

const FAKED = ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval', 'Date', 'performance'] as const
const realTimeout = AbortSignal.timeout
type FakeTime = ReturnType<typeof install>

function fakeTime(): FakeTime {
  let clock: FakeTime
  try {
    clock = install({ now: Date.parse(FROZEN_AT), toFake: [...FAKED] })
  } catch {
    throw new UserError(
      'a rehearsal needs the timers of the process',
      'they are fake already',
      'use real ones (vi.useRealTimers()), and have one rehearsal at a time',
    )
  }
  AbortSignal.timeout = (ms) => {
    const late = new AbortController()
    setTimeout(
      () => late.abort(new DOMException('The operation was aborted due to timeout', 'TimeoutError')),
      ms,
    )
    return late.signal
  }
  // What modules import by name from node:timers/promises follows only then.
  syncBuiltinESMExports()
  return clock
}

function restoreTime(clock: FakeTime): void {
  clock.uninstall()
  AbortSignal.timeout = realTimeout
  syncBuiltinESMExports()
}
