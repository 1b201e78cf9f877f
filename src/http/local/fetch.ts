/**
 * Asking in process, without a port: a request finds its session and base address as it would over a socket, goes the
 * same way from there on, and comes back as a Response.
 */
import { baseOfLiveHost, LIVE_ORIGINS } from '../../catalogue/live-hosts.js'
import { type BaseAddress, baseOfPrefix } from '../../catalogue/networks.js'
import { UserError } from '../../core/errors.js'
import { ENDPOINTS } from '../../endpoints/index.js'
import { errorReply } from '../../exchange/reply.js'
import { shortened } from '../../session/answer.js'
import { handle } from '../../session/handle.js'
import type { ServedSession } from '../../session/served.js'
import type { HttpContext } from '../context.js'
import { createLocalWire } from './wire.js'

/** Where requests come in process: those without a session in their path are for `session`. */
export interface LocalFetchOptions {
  readonly context: HttpContext
  readonly session: ServedSession
  /** Where paths are looked up, such as `http://127.0.0.1:8650/s/mine`. */
  readonly url: string
  /** Base addresses with an origin of their own. */
  readonly ports: ReadonlyMap<string, BaseAddress>
}

/** Like `fetch`; a UserError for an address that is not the simulator's. */
export type LocalFetch = (input: string | URL | Request, init?: RequestInit) => Promise<Response>

export function createLocalFetch(options: LocalFetchOptions): LocalFetch {
  const { context, session: own, url } = options
  return async (input, init) => {
    const address = typeof input === 'string' && input.startsWith('/') ? `${url}${input}` : input
    const request = new Request(address instanceof Request ? address : new URL(address, `${url}/`), init)
    const asked = new URL(request.url)
    const place = placeOf(asked, options)
    const session = place?.session ?? own
    const { wire, response } = createLocalWire(request, session, context.quietHeaders)
    if (place === undefined) {
      const errors = [`there is nothing at ${shortened(asked.pathname)}`]
      wire.send(errorReply(404, errors, session.nowMs()))
    } else void answer(request, place, wire, context)
    return response
  }
}

interface Place extends BaseAddress {
  readonly session: ServedSession
  /** Path and query below the base address. */
  readonly below: string
}

/** Which base address of which session is asked; undefined where there is none. */
function placeOf(asked: URL, { context, session, url, ports }: LocalFetchOptions): Place | undefined {
  const { hostname, origin, pathname, search } = asked
  const byHost = baseOfLiveHost(hostname) ?? ports.get(origin)
  if (byHost !== undefined) return { ...byHost, session, below: pathname + search }
  const label = /^([a-z0-9-]+)\.localhost$/.exec(hostname)?.[1]
  if (label === undefined && origin !== new URL(url).origin)
    throw new UserError(
      'the simulator does not answer for this host',
      origin,
      `write a path such as /arbitrum/ping, or one of its own addresses or of ${LIVE_ORIGINS[0]} and the like`,
      2,
    )
  const [, id, path] = /^(?:\/s\/([^/]+))?(\/.*)$/.exec(pathname) as RegExpExecArray
  const inSession = id === undefined ? context.sessions.root : context.sessions.find(id)
  const base = label === undefined ? undefined : baseOfPrefix(label)
  const prefix = base === undefined ? path.split('/', 2)[1] : ''
  const named = base ?? baseOfPrefix(prefix)
  if (inSession === undefined || named === undefined) return undefined
  const rest = base === undefined ? path.slice(1 + prefix.length) : path
  return { ...named, session: inSession, below: `${rest.startsWith('/') ? '' : '/'}${rest}${search}` }
}

async function answer(
  request: Request,
  { session, network, base, below }: Place,
  wire: ReturnType<typeof createLocalWire>['wire'],
  { onBug, quietHeaders }: HttpContext,
): Promise<void> {
  const [path, ...search] = below.split('?')
  const plain = path.replace(/(.)\/$/, '$1')
  const endpoint = ENDPOINTS.find(({ path, aliases }) => path === plain || aliases?.includes(plain))
  const arrival = {
    network,
    base,
    endpoint: endpoint?.id,
    method: request.method,
    url: below,
    search: search.join('?'),
    header: (name: string) => request.headers.get(name) ?? undefined,
    atMs: session.nowMs(),
  }
  try {
    await handle(session, arrival, endpoint, wire)
  } catch (error) {
    onBug(error)
    const headers = quietHeaders ? {} : { 'x-gmx-sim-error': 'internal' }
    wire.send({ ...errorReply(500, ['internal error'], session.nowMs()), headers })
  }
}
