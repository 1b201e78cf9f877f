/**
 * A port for each base address, beside the one that has them all by prefix: below its own origin the paths of the
 * interface begin at once. Such a port can be closed, which is the only way to have connections refused.
 */
import type { IncomingMessage } from 'node:http'
import { BASE_ADDRESSES, type BaseAddress } from '../catalogue/networks.js'
import { later } from '../clock/later.js'
import { turn } from '../clock/turns.js'
import { UserError } from '../core/errors.js'
import type { Session } from '../session/session.js'
import { type BaseUrls, baseUrlsWith } from './base-urls.js'
import { type Listening, listen, type RequestListener } from './listen.js'
import { type BasePort, followRefusals } from './refusal.js'

export interface SplitPorts {
  readonly baseUrls: BaseUrls
  close(): Promise<void>
}

const LAST_PORT = 65_535
/** How soon a port that another program took in the meantime is tried again. */
const RETRY_MS = 100
/** Turns of the event loop in which a client in this process, such as a test, sees its idle connections end. */
const TURNS_TO_NOTICE = 3

/**
 * Serves each base address on a port of its own: those after `port`, or any free ones where that is 0. They are closed for as
 * long as the scenario of `session` refuses connections.
 */
export async function listenSplit(
  listener: RequestListener,
  session: Session,
  host: string,
  port: number,
  onTrouble: (error: unknown) => void,
): Promise<SplitPorts> {
  if (port + BASE_ADDRESSES.length > LAST_PORT)
    throw new UserError(
      `there are no ${BASE_ADDRESSES.length} ports after ${port}`,
      `the last one is ${LAST_PORT}`,
      'choose a lower one with --port',
      4,
    )
  const ports: OwnPort[] = []
  const close = async () => void (await Promise.all(ports.map((port) => port.setOpen(false))))
  try {
    for (const [index, base] of BASE_ADDRESSES.entries())
      ports.push(await openBasePort(base, listener, host, port === 0 ? 0 : port + 1 + index, onTrouble))
  } catch (error) {
    await close()
    throw error
  }
  const originOf = ({ prefix }: BaseAddress) => ports.find(({ base }) => base.prefix === prefix)?.origin ?? ''
  const stopFollowing = followRefusals(session, ports)
  return {
    baseUrls: baseUrlsWith(originOf),
    close() {
      stopFollowing()
      return close()
    },
  }
}

interface OwnPort extends BasePort {
  readonly origin: string
}

/** The requests that came by a port of their base address, which need not name it in any other way. */
const byOwnPort = new WeakSet<IncomingMessage>()

export function isByOwnPort(request: IncomingMessage): boolean {
  return byOwnPort.has(request)
}

async function openBasePort(
  base: BaseAddress,
  listener: RequestListener,
  host: string,
  port: number,
  onTrouble: (error: unknown) => void,
): Promise<OwnPort> {
  const below: RequestListener = (request, response) => {
    byOwnPort.add(request)
    request.url = `/${base.prefix}${request.url}`
    listener(request, response)
  }
  const first = await listen(below, host, port)
  const { origin, address, port: bound } = first
  let open = true
  let listening: Listening | undefined = first
  let turning = Promise.resolve()
  let isTrouble = false
  const turnOver = async (): Promise<void> => {
    if (open === (listening !== undefined)) return
    if (listening === undefined) {
      listening = await listen(below, address, bound)
      isTrouble = false
      return
    }
    const { close } = listening
    listening = undefined
    await close()
    for (let turns = 0; turns < TURNS_TO_NOTICE; turns++) await turn()
  }
  /** Turns one after the other, so that what was wanted last is what comes out. */
  const turnSoon = (): Promise<void> => {
    turning = turning.then(turnOver).catch((error: unknown) => {
      if (!isTrouble) queueMicrotask(() => onTrouble(error))
      isTrouble = true
      later(RETRY_MS, () => void turnSoon())
    })
    return turning
  }
  return {
    base,
    origin,
    setOpen(wanted) {
      open = wanted
      return turnSoon()
    },
  }
}
