/** Fake time for a rehearsal: timers, `Date` and `performance` jump to the next timer when the process is idle. */
import { syncBuiltinESMExports } from 'node:module'
import { install } from '@sinonjs/fake-timers'
import { nextTurn, realMillisecond } from '../../kit/clock/timers.js'
import { UserError } from '../../kit/errors.js'
import { FROZEN_AT } from '../../server/config/schema.js'
import type { Session } from '../../session/session.js'
import { settle, watchRequests } from './lock-step.js'
import { createWatchdog, LIMIT_S, REMEDY, STALLED } from './watchdog.js'

export interface FakeTimeSetup {
  readonly sessions: Session[]
  /** Pending requests, including deliberately held ones. */
  underWay: number
  isOver: boolean
}

/** One for all rehearsals of the process. */
const WATCHDOG = createWatchdog()

/** Runs `play` with fake time, advancing it whenever the process is idle. Rejects with a UserError if code holds it up. */
export async function inLockStep<Value>(play: (stage: FakeTimeSetup) => Promise<Value>): Promise<Value> {
  const stage: FakeTimeSetup = { sessions: [], underWay: 0, isOver: false }
  const clock = fakeTime()
  const stopWatching = watchRequests()
  WATCHDOG.start()
  try {
    const playing = play(stage)
    let isDone = false
    const done = () => {
      isDone = true
    }
    playing.then(done, done)
    for (;;) {
      await rest(stage)
      WATCHDOG.beat()
      if (isDone) return await playing
      if (clock.countTimers() === 0) await realMillisecond()
      else {
        clock.next()
        clock.tick(0)
      }
    }
  } finally {
    stage.isOver = true
    WATCHDOG.rest()
    stopWatching()
    clock.uninstall()
    AbortSignal.timeout = realTimeout
    syncBuiltinESMExports()
  }
}

/** Waits until every request is answered or held, and its consequences have run. */
async function rest(stage: FakeTimeSetup): Promise<void> {
  const held = () => stage.sessions.reduce((sum, { waits }) => sum + waits.held, 0)
  await settle()
  while (stage.underWay > held() && !WATCHDOG.hasBitten()) {
    await nextTurn()
    await settle()
  }
  if (!WATCHDOG.hasBitten()) return
  throw new UserError(STALLED, `nothing went on for ${LIMIT_S} s of real time`, REMEDY)
}

const FAKED = ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval', 'Date', 'performance'] as const
const realTimeout = AbortSignal.timeout
type FakeTime = ReturnType<typeof install>

function fakeTime(): FakeTime {
  let clock: FakeTime
  try {
    clock = install({ now: Date.parse(FROZEN_AT), toFake: [...FAKED], shouldClearNativeTimers: true })
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
  // Updates named imports from node:timers/promises.
  syncBuiltinESMExports()
  return clock
}
