/** When somebody who watches a session is to look at it again. */
import { later } from '../clock/timers.js'
import type { Session } from '../session/session.js'
import type { Watchers } from './watchers.js'

export interface Alarm {
  /** Whether the session has ended, the server stops, or who watches has gone. */
  readonly hasEnded: boolean
  /** Whether its clock or scenario was changed since this was asked the last time. */
  wasChanged(): boolean
  /** Waits so many real ms, less where something changes or ends meanwhile. */
  pause(ms: number): Promise<void>
  callOff(): void
}

/** Changes come in flocks: so long is waited for the rest of one. */
const FLOCK_MS = 100

export function createAlarm(session: Session, watchers: Watchers, gone: AbortSignal): Alarm {
  let hasEnded = gone.aborted
  let isChanged = false
  let callOffTimer = () => {}
  let goOn = () => {}
  const wakeIn = (ms: number) => {
    callOffTimer()
    callOffTimer = later(ms, () => goOn())
  }
  const end = () => {
    hasEnded = true
    callOffTimer()
    goOn()
  }
  const callOffs = [
    session.onChange(() => {
      if (!isChanged) wakeIn(FLOCK_MS)
      isChanged = true
    }),
    session.onEnd(end),
    watchers.onStop(end),
    () => gone.removeEventListener('abort', end),
    () => callOffTimer(),
  ]
  gone.addEventListener('abort', end)
  return {
    get hasEnded() {
      return hasEnded
    },
    wasChanged() {
      const was = isChanged
      isChanged = false
      return was
    },
    pause(ms) {
      if (hasEnded) return Promise.resolve()
      return new Promise((resolve) => {
        goOn = resolve
        wakeIn(isChanged ? FLOCK_MS : ms)
      })
    },
    callOff() {
      for (const callOff of callOffs) callOff()
    },
  }
}
