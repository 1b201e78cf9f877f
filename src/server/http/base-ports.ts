/**
 * A port per base address of a session, in addition to the shared one with a path prefix per base. A port is closed, or accepts nothing,
 * while the scenario of the session says so: such faults take a port.
 */

import type { RequestListener } from 'node:http'
import { setTimer } from '../../kit/clock/timers.js'
import { UserError } from '../../kit/errors.js'
import { baseUrlsWith } from '../../market/catalogue/base-urls.js'
import type { BaseAddress } from '../../market/catalogue/bases.js'
import { closedPortsNow } from '../../scenario/closed-ports.js'
import type { Rule } from '../../scenario/schema.js'
import type { Session } from '../../session/session.js'
import type { PortBase } from '../control/define.js'
import { fillBacklog } from './full-backlog.js'
import { type Listening, listen } from './server.js'

const LAST_PORT = 65_535
/** Delay before retrying a port that another program took meanwhile. */
const RETRY_MS = 100

/**
 * Listens on a port per base address: those after `port`, or any free ones if it is 0. Registers them in `portBases`, and closes
 * each while the scenario of `session` has a fault of its connections.
 */
export async function listenOnBasePorts(
  listener: RequestListener,
  session: Session,
  portBases: Map<number, PortBase>,
  host: string,
  port: number,
  onTrouble: (error: unknown) => void,
) {
  const { bases } = session.catalogue
  // The first generation comes first, so that its ports do not depend on the second.
  const addresses = bases.addresses.toSorted((a, b) => a.generation - b.generation)
  if (port + addresses.length > LAST_PORT)
    throw new UserError(
      `fewer than ${addresses.length} ports follow ${port}`,
      `the last port is ${LAST_PORT}`,
      'choose a lower one with --port',
      4,
    )
  const ports: BasePort[] = []
  const close = async () => {
    await Promise.all(ports.map((port) => port.turn('closed')))
    for (const { port } of ports) portBases.delete(port)
  }
  try {
    for (const [index, base] of addresses.entries()) {
      const opened = await openBasePort(base, listener, host, port === 0 ? 0 : port + 1 + index, onTrouble)
      portBases.set(opened.port, { base, session })
      ports.push(opened)
    }
  } catch (error) {
    await close()
    throw error
  }
  const originOf = ({ prefix }: BaseAddress) => ports.find(({ base }) => base.prefix === prefix)?.origin ?? ''
  const stopFollowing = followClosedPorts(session, ports)
  return {
    ports: ports.map(({ port }) => port),
    baseUrls: baseUrlsWith(bases, originOf),
    /** Drains all ports; they no longer open or close. */
    async drain(freeHeld: () => void) {
      stopFollowing()
      await Promise.all(ports.map((port) => port.drain(freeHeld)))
    },
    close() {
      stopFollowing()
      return close()
    },
  }
}

type BasePort = Awaited<ReturnType<typeof openBasePort>>
/** `full` accepts nothing, and refuses nothing. */
type PortState = 'open' | 'closed' | 'full'
const stateUnder = (rule: Pick<Rule, 'fault'> | undefined): PortState =>
  rule === undefined ? 'open' : rule.fault['connect'] === undefined ? 'closed' : 'full'

async function openBasePort(
  base: BaseAddress,
  listener: RequestListener,
  host: string,
  port: number,
  onTrouble: (error: unknown) => void,
) {
  const first = await listen(listener, host, port)
  const { origin, address, port: bound } = first
  let wanted: PortState = 'open'
  let state: PortState = 'open'
  let listening: Listening | undefined = first
  /** Ends the present state, after which the port is closed. */
  let end: () => Promise<void> = first.close
  let turning = Promise.resolve()
  let isTrouble = false
  const turnOver = async (): Promise<void> => {
    if (state === wanted) return
    if (state !== 'closed') {
      listening = undefined
      state = 'closed'
      await end()
    }
    if (wanted === 'closed') return
    const next = wanted
    if (next === 'open') {
      listening = await listen(listener, address, bound)
      end = listening.close
    } else end = (await fillBacklog(address, bound)).release
    state = next
    isTrouble = false
  }
  /** Serialises changes, so that the last one wins. */
  const turnSoon = (): Promise<void> => {
    turning = turning.then(turnOver).catch((error: unknown) => {
      if (!isTrouble) queueMicrotask(() => onTrouble(error))
      isTrouble = true
      setTimer(RETRY_MS, () => void turnSoon())
    })
    return turning
  }
  return {
    base,
    origin,
    port: bound,
    /** Accepts no new connection and finishes requests in progress. */
    drain: async (freeHeld: () => void) => listening?.drain(freeHeld),
    /** Resolves when the port is in this state, and has ended existing connections unless it is open. */
    turn(state: PortState): Promise<void> {
      wanted = state
      return turnSoon()
    },
  }
}

/** Opens and closes `ports` as `session` requires. Returns a function that stops following. */
function followClosedPorts(session: Session, ports: readonly BasePort[]): () => void {
  let cancel = () => {}
  let stopped = false
  let planned: Promise<void> | undefined

  const follow = async (): Promise<void> => {
    planned = undefined
    cancel()
    if (stopped) return
    const { closedBy, changesInMs } = closedPortsNow(session)
    if (changesInMs < Number.POSITIVE_INFINITY) cancel = setTimer(changesInMs, () => void follow())
    await Promise.all(ports.map((port) => port.turn(stateUnder(closedBy(port.base)))))
  }
  session.onChange(() => {
    // Loading a scenario may set the clock first: both changes count as one.
    planned ??= Promise.resolve().then(follow)
    return planned
  })
  void follow()
  return () => {
    stopped = true
    cancel()
  }
}
