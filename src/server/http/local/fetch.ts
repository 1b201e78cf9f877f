/**
 * In-process requests, without a port: located and answered as over a socket, returned as a Response. Requests for the index and
 * the control API go to Express in process, too.
 */

import { ServerResponse } from 'node:http'
import { type BaseTarget, locate, type RequestTarget } from '../../../api/routing/locate.js'
import { UserError } from '../../../kit/errors.js'
import type { Bases } from '../../../market/catalogue/bases.js'
import { isGmxHost, refusalOf } from '../../../market/catalogue/gmx-hosts.js'
import type { Session } from '../../../session/session.js'
import { basesAt, type HttpContext, type LocatedRequest, type NodeListener, sessionAt } from '../context.js'
import { createBody } from './body.js'
import {
  createLocalConnection,
  type HeldTime,
  headersIn,
  type LocalConnection,
  responseTo,
} from './connection.js'
import { LocalRequest } from './request.js'

/** Like `fetch`; throws a UserError for foreign addresses. Unknown hosts of GMX are answered 403. */
export type LocalFetch = (input: string | URL | Request, init?: RequestInit) => Promise<Response>

/**
 * Relative URLs are below `url`, the address of the session `own`. Requests for anything but base addresses go to `app`. Held requests
 * wait by `time`; real time if omitted. Replies are compressed and decoded again, as `fetch` does over a socket, where `isEncoded` says so: code
 * that passes a Response on, such as MSW, would decode it twice.
 */
export function createLocalFetch(
  { context, app }: { readonly context: HttpContext; readonly app: NodeListener },
  own: Session,
  url: string,
  { time, isEncoded = false }: { readonly time?: HeldTime; readonly isEncoded?: boolean } = {},
): LocalFetch {
  return async (input, init) => {
    const request = input instanceof Request ? new Request(input, init) : requestOf(input, url, init)
    const found = locateLocal(context, own, url, new URL(request.url))
    if (found instanceof Response) return found
    const { place, session } = found
    if (place.kind !== 'base' || session === undefined)
      return inject(request, (response) => app.answerAt(place, response))
    const local = createLocalConnection(request, session, context, time, isEncoded)
    app.route(inProcess(place, session, local))
    return local.response
  }
}

/** A request for an address, which is below `url` if it is relative. */
export function requestOf(address: string | URL, url: string, init?: RequestInit): Request {
  const isPath = typeof address === 'string' && address.startsWith('/')
  return new Request(isPath ? `${url}${address}` : new URL(address, `${url}/`), init)
}

/** Target and session of an address; the refusal of an unknown host of GMX. Throws a UserError for other hosts. */
export function locateLocal(
  context: HttpContext,
  own: Session,
  url: string,
  asked: URL,
): Response | { readonly place: RequestTarget; readonly session: Session | undefined } {
  const home = new URL(url)
  /** The base address whose own port the URL has. */
  const port = asked.hostname === home.hostname ? context.portBases.get(Number(asked.port)) : undefined
  const { bases } = own.catalogue
  const isOwnHost = (port ?? bases.ofHost(asked.host)) !== undefined
  if (!isOwnHost && isGmxHost(asked.host))
    return Response.json({ errors: [refusalOf(asked.host)] }, { status: 403 })
  if (!isOwnHost && asked.origin !== home.origin && !asked.hostname.endsWith('.localhost'))
    throw foreignHost(asked, bases)
  const basesOf = (id: string | undefined) => (id === undefined && isOwnHost ? bases : basesAt(context, id))
  const place = locate(basesOf, asked.pathname + asked.search, asked.host, port?.base)
  const session =
    isOwnHost && place.session === undefined ? (port?.session ?? own) : sessionAt(context, place)
  return { place, session }
}

function foreignHost({ origin }: URL, { networks, liveHosts }: Bases): UserError {
  const live = liveHosts.length === 0 ? '' : ` or of https://${liveHosts[0]} and the like`
  const hint = `write a path such as /${networks[0]}/ping, or one of its addresses${live}`
  return new UserError('this host does not belong to the simulator', origin, hint)
}

/** A located request in process, answered over `local`. */
export function inProcess(
  place: BaseTarget,
  session: Session,
  { connection, incoming }: LocalConnection,
): LocatedRequest {
  return { response: new ServerResponse(incoming), session, place, isLocal: true, connection }
}

/** Dispatches a request to Express without a connection. Rejects with the abort reason of the request's signal. */
async function inject(request: Request, answer: (response: ServerResponse) => void): Promise<Response> {
  const { signal, url } = request
  return new Promise((resolve, reject) => {
    const incoming = new LocalRequest(request, reject)
    incoming.headers.host = new URL(url).host
    const response = new ServerResponse(incoming)
    const leave = () => void response.emit('close')
    const body = createBody(leave, () => response.emit('drain'))
    let isBegun = false
    const begin = (): void => {
      if (!isBegun) resolve(responseTo(request, response.statusCode, headersIn(response), body.stream))
      isBegun = true
    }
    const take = (part: unknown, encoding: unknown): void => {
      if (typeof part !== 'string' && !(part instanceof Uint8Array)) return
      body.write(Buffer.from(part as string, typeof encoding === 'string' ? (encoding as 'utf8') : 'utf8'))
    }
    const giveUp = (): void => {
      reject(signal.reason)
      body.fail(signal.reason, true)
      leave()
    }
    signal.addEventListener('abort', giveUp)
    if (signal.aborted) return giveUp()
    // Express replaces the response's prototype; own properties survive.
    Object.assign(response, {
      flushHeaders: begin,
      write(part: unknown, encoding?: unknown) {
        begin()
        take(part, encoding)
        return !body.isFull
      },
      end(part?: unknown, encoding?: unknown) {
        take(part, encoding)
        signal.removeEventListener('abort', giveUp)
        body.end()
        begin()
        response.emit('finish')
        response.emit('close')
        return response
      },
    })
    answer(response)
  })
}
