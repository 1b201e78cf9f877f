/** Faults of connections: those that the scenario of a session has now, and for how long. */
import type { BaseAddress } from '../../market/catalogue/bases.js'
import { closedPortsOf } from '../../scenario/closed-ports.js'
import type { DnsFailure } from '../../scenario/faults/dns.js'
import type { TlsFailure } from '../../scenario/faults/tls.js'
import type { Session } from '../../session/session.js'

/** Exactly one of these. */
export interface PortFault {
  readonly refuse?: true
  readonly connect?: 'hang'
  readonly dns?: DnsFailure
  readonly tls?: TlsFailure
}

export function portFaultsOf(session: Session) {
  const { scenario, loadedAtMs = 0 } = session.scenario ?? {}
  const closed = closedPortsOf(scenario)
  const elapsedMs = session.nowMs() - loadedAtMs
  const { mode, rate } = session.clock.setting()
  return {
    /** Undefined while connections to a base succeed. */
    at: (base: BaseAddress) => closed.closedBy(base, elapsedMs)?.fault as PortFault | undefined,
    /** Real time until a fault may begin or end; Infinity if none will by itself. */
    changesInMs:
      mode === 'frozen' ? Number.POSITIVE_INFINITY : (closed.nextChangeMs(elapsedMs) - elapsedMs) / rate,
  }
}
