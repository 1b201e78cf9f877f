/**
 * Closes the ports of the base addresses whose connections a session's scenario refuses, and opens them again: at once
 * when the scenario or the clock is changed, and by itself while virtual time passes.
 */
import type { BaseAddress } from '../catalogue/networks.js'
import { later } from '../clock/later.js'
import { closedPortsOf } from '../scenario/closed-ports.js'
import type { Session } from '../session/session.js'

/** A port that can refuse connections. */
export interface BasePort {
  readonly base: BaseAddress
  /** Takes connections, or refuses new ones and ends those there are. Resolves when that is so. */
  setOpen(open: boolean): Promise<void>
}

/** Follows `session` from now on; returns how to stop. Ports stay as they are then. */
export function followRefusals(session: Session, ports: readonly BasePort[]): () => void {
  let callOff = () => {}
  let stopped = false
  let planned: Promise<void> | undefined

  const follow = async (): Promise<void> => {
    planned = undefined
    callOff()
    if (stopped) return
    const closed = closedPortsOf(session.scenario?.scenario)
    const elapsedMs = session.nowMs() - (session.scenario?.loadedAtMs ?? 0)
    const { mode, rate } = session.clock.setting()
    const realMs = (closed.nextChangeMs(elapsedMs) - elapsedMs) / rate
    if (mode !== 'frozen' && realMs < Number.POSITIVE_INFINITY) callOff = later(realMs, () => void follow())
    await Promise.all(ports.map((port) => port.setOpen(!closed.isClosed(port.base, elapsedMs))))
  }
  session.onChange(() => {
    // Loading a scenario may set the clock first: only what comes out of both counts.
    planned ??= Promise.resolve().then(follow)
    return planned
  })
  void follow()
  return () => {
    stopped = true
    callOff()
  }
}
