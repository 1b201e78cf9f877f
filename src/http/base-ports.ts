/**
 * A port for each base address, beside the one that has them all by prefix: below its own origin the paths of the
 * interface begin at once. Such a port can be closed, which is the only way to have connections refused: it is, for as
 * long as the scenario of the server's session says so.
 */
import { type BaseUrls, baseUrlsWith } from '../catalogue/base-urls.js'
import type { BaseAddress } from '../catalogue/bases.js'
import { nextTurn, setTimer } from '../clock/timers.js'
import { UserError } from '../core/errors.js'
import { closedPortsOf } from '../scenario/closed-ports.js'
import type { Session } from '../session/session.js'
import { type Listening, listen, type RequestListener } from './server.js'

export interface BasePorts {
  readonly baseUrls: BaseUrls
  /** As that of what listens; ports stay as they are from then on. */
  drain(letGo: () => void): Promise<void>
  close(): Promise<void>
}

const LAST_PORT = 65_535
/** How soon a port that another program took in the meantime is tried again. */
const RETRY_MS = 100
/** Turns of the event loop in which a client in this process, such as a test, sees its idle connections end. */
const TURNS_TO_NOTICE = 3

/**
 * Serves each base address on a port of its own: those after `port`, or any free ones where that is 0. They are closed for as
 * long as the scenario of `session` refuses connections. Notes in `portBases` which is whose.
 */
export async function listenOnBasePorts(
  listener: RequestListener,
  session: Session,
  portBases: Map<number, BaseAddress>,
  host: string,
  port: number,
  onTrouble: (error: unknown) => void,
): Promise<BasePorts> {
  const { bases } = session.catalogue
  const { addresses } = bases
  if (port + addresses.length > LAST_PORT)
    throw new UserError(
      `there are no ${addresses.length} ports after ${port}`,
      `the last one is ${LAST_PORT}`,
      'choose a lower one with --port',
      4,
    )
  const ports: BasePort[] = []
  const close = async () => void (await Promise.all(ports.map((port) => port.setOpen(false))))
  try {
    for (const [index, base] of addresses.entries()) {
      const opened = await openBasePort(base, listener, host, port === 0 ? 0 : port + 1 + index, onTrouble)
      portBases.set(opened.port, base)
      ports.push(opened)
    }
  } catch (error) {
    await close()
    throw error
  }
  const originOf = ({ prefix }: BaseAddress) => ports.find(({ base }) => base.prefix === prefix)?.origin ?? ''
  const stopFollowing = followClosedPorts(session, ports)
  return {
    baseUrls: baseUrlsWith(bases, originOf),
    async drain(letGo) {
      stopFollowing()
      await Promise.all(ports.map((port) => port.drain(letGo)))
    },
    close() {
      stopFollowing()
      return close()
    },
  }
}

interface BasePort {
  readonly base: BaseAddress
  readonly origin: string
  readonly port: number
  /** Takes connections, or refuses new ones and ends those there are. Resolves when that is so. */
  setOpen(open: boolean): Promise<void>
  /** Answers what was begun and takes no new connection. */
  drain(letGo: () => void): Promise<void>
}

async function openBasePort(
  base: BaseAddress,
  listener: RequestListener,
  host: string,
  port: number,
  onTrouble: (error: unknown) => void,
): Promise<BasePort> {
  const first = await listen(listener, host, port)
  const { origin, address, port: bound } = first
  let open = true
  let listening: Listening | undefined = first
  let turning = Promise.resolve()
  let isTrouble = false
  const turnOver = async (): Promise<void> => {
    if (open === (listening !== undefined)) return
    if (listening === undefined) {
      listening = await listen(listener, address, bound)
      isTrouble = false
      return
    }
    const { close } = listening
    listening = undefined
    await close()
    for (let turns = 0; turns < TURNS_TO_NOTICE; turns++) await nextTurn()
  }
  /** Turns one after the other, so that what was wanted last is what comes out. */
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
    drain: async (letGo) => listening?.drain(letGo),
    setOpen(wanted) {
      open = wanted
      return turnSoon()
    },
  }
}

/** Follows `session` from now on; returns how to stop. Ports stay as they are then. */
function followClosedPorts(session: Session, ports: readonly BasePort[]): () => void {
  let cancel = () => {}
  let stopped = false
  let planned: Promise<void> | undefined

  const follow = async (): Promise<void> => {
    planned = undefined
    cancel()
    if (stopped) return
    const closed = closedPortsOf(session.scenario?.scenario)
    const elapsedMs = session.nowMs() - (session.scenario?.loadedAtMs ?? 0)
    const { mode, rate } = session.clock.setting()
    const realMs = (closed.nextChangeMs(elapsedMs) - elapsedMs) / rate
    if (mode !== 'frozen' && realMs < Number.POSITIVE_INFINITY) cancel = setTimer(realMs, () => void follow())
    await Promise.all(ports.map((port) => port.setOpen(closed.closedBy(port.base, elapsedMs) === undefined)))
  }
  session.onChange(() => {
    // Loading a scenario may set the clock first: only what comes out of both counts.
    planned ??= Promise.resolve().then(follow)
    return planned
  })
  void follow()
  return () => {
    stopped = true
    cancel()
  }
}
