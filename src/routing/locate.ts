/**
 * Whose request is this? The one answer for every way in: over a socket, mounted in somebody's app, in process, from the
 * command line. A pure function of where a request goes:
 *
 *   [/s/<session>] /<base> /<path of an endpoint>      a base address by path
 *   <base>.localhost [/s/<session>] /<path>            a base address by the first label of the host
 *   <host of the live service> /<path>                 a base address by the name that clients know
 *   <port of a base address> /<path>                   a base address by its own port: all of the path is below it
 *   [/s/<session>] /__sim/…                            the control API
 *   [/s/<session>] /                                   the index
 */
import type { BaseAddress, Bases } from '../catalogue/bases.js'
import type { Endpoint } from '../endpoints/define.js'
import { ENDPOINTS } from '../endpoints/index.js'

/** What a request is for. `session` is an id, and undefined where the path names none: there need be no such session. */
export type RequestTarget =
  | BaseTarget
  | { readonly kind: 'control'; readonly session: string | undefined; readonly url: string }
  | { readonly kind: 'index'; readonly session: string | undefined }
  | { readonly kind: 'nowhere'; readonly session: string | undefined }

export interface BaseTarget {
  readonly kind: 'base'
  readonly session: string | undefined
  readonly base: BaseAddress
  /** Undefined for a path that no endpoint has. */
  readonly endpoint: Endpoint | undefined
  /** Path and query below the base address. */
  readonly url: string
}

/**
 * The place of a request target (`/arbitrum/ping?x`, or a whole URL as a proxy gets it), sent to `host` (name and port, as
 * in the Host header), by the port of `portBase` where a base address has a port of its own. `basesOf` gives the base addresses
 * of a session, the server's own where none is named.
 */
export function locate(
  basesOf: (session: string | undefined) => Bases,
  target: string,
  host: string | undefined,
  portBase?: BaseAddress,
): RequestTarget {
  if (!target.startsWith('/')) return locateWholeUrl(basesOf, target, host, portBase)
  if (portBase !== undefined) return below(portBase, undefined, target)
  const first = segmentAt(target, 0)
  const id = first === '/s' ? segmentAt(target, first.length) : ''
  if (id.length <= 1) return locateIn(basesOf(undefined), undefined, target, host)
  const session = decoded(id.slice(1))
  if (session === undefined) return { kind: 'nowhere', session }
  return locateIn(basesOf(session), session, target.slice(first.length + id.length), host)
}

/** A whole URL names the host, whatever the header does (RFC 9112, 3.2.2). */
function locateWholeUrl(
  basesOf: (session: string | undefined) => Bases,
  target: string,
  host: string | undefined,
  portBase: BaseAddress | undefined,
): RequestTarget {
  const [origin, named] = WHOLE_URL.exec(target) ?? ['', host]
  const rest = target.slice(origin.length)
  if (named === '' && origin !== '') return { kind: 'nowhere', session: undefined }
  if (rest.startsWith('/')) return locate(basesOf, rest, named, portBase)
  return portBase === undefined
    ? locateIn(basesOf(undefined), undefined, rest, named)
    : below(portBase, undefined, rest)
}

/** The place of `url`, without the session that it named, among the base addresses of that session. */
function locateIn(
  bases: Bases,
  session: string | undefined,
  url: string,
  host: string | undefined,
): RequestTarget {
  const segment = segmentAt(url, 0)
  if (segment === '/__sim') return { kind: 'control', session, url: url.slice(segment.length) }
  const byHost = host === undefined ? undefined : bases.ofHost(host)
  if (byHost !== undefined) return below(byHost, session, url)
  if (segment.length <= 1) return { kind: isRoot(url) ? 'index' : 'nowhere', session }
  const byPath = bases.ofPrefix(segment.slice(1)) ?? bases.ofPrefix(decoded(segment.slice(1)) ?? '')
  if (byPath === undefined) return { kind: 'nowhere', session }
  return below(byPath, session, url.slice(segment.length))
}

/** What stands behind the `?` of a URL. */
export function searchOf(url: string): string {
  const mark = url.indexOf('?')
  return mark < 0 ? '' : url.slice(mark + 1)
}

/** Path of a URL, without its query. */
export function pathOf(url: string): string {
  const mark = url.indexOf('?')
  return mark < 0 ? url : url.slice(0, mark)
}

const WHOLE_URL = /^https?:\/\/([^/?#]*)/i

/** The segment of a path that begins at `from`, with its slash; empty where none does. */
function segmentAt(url: string, from: number): string {
  if (url[from] !== '/') return ''
  const query = url.indexOf('?', from)
  const next = url.indexOf('/', from + 1)
  const end = next >= 0 && (query < 0 || next < query) ? next : query
  return end < 0 ? url.slice(from) : url.slice(from, end)
}

function isRoot(url: string): boolean {
  const path = pathOf(url)
  return path === '' || path === '/'
}

const BY_PATH: ReadonlyMap<string, Endpoint> = new Map(
  ENDPOINTS.flatMap((endpoint) =>
    [endpoint.path, ...(endpoint.aliases ?? [])].flatMap((path) => [
      [path, endpoint] as const,
      [`${path}/`, endpoint] as const,
    ]),
  ),
)

function below(base: BaseAddress, session: string | undefined, rest: string): RequestTarget {
  const url = rest.startsWith('/') ? rest : `/${rest}`
  return { kind: 'base', session, base, endpoint: endpointAt(pathOf(url)), url }
}

/** A fragment, which no client should send, is no part of the path. */
function endpointAt(path: string): Endpoint | undefined {
  return BY_PATH.get(path) ?? BY_PATH.get(path.split('#', 1)[0])
}

/** A part of a path without its percent signs; undefined where they stand for nothing. */
function decoded(part: string): string | undefined {
  if (!part.includes('%')) return part
  try {
    return decodeURIComponent(part)
  } catch {
    return undefined
  }
}
