/** When somebody who watches a session is to look at it again. */
import { pause } from '../clock/timers.js'
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
  let waking = new AbortController()
  const waitFor = (ms: number) => {
    waking = new AbortController()
    return hasEnded ? undefined : pause(ms, { signal: waking.signal, isIdle: true })
  }
  const end = () => {
    hasEnded = true
    waking.abort()
  }
  const callOffs = [
    session.onChange(() => {
      if (!isChanged) waking.abort()
      isChanged = true
    }),
    session.onEnd(end),
    watchers.onStop(end),
    () => gone.removeEventListener('abort', end),
    () => waking.abort(),
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
    async pause(ms) {
      if (!isChanged) await waitFor(ms)
      if (isChanged) await waitFor(FLOCK_MS)
    },
    callOff() {
      for (const callOff of callOffs) callOff()
    },
  }
}
