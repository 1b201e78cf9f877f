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
export type Place =
  | BasePlace
  | { readonly kind: 'control'; readonly session: string | undefined; readonly url: string }
  | { readonly kind: 'index'; readonly session: string | undefined }
  | { readonly kind: 'nowhere'; readonly session: string | undefined }

export interface BasePlace {
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
): Place {
  const absolute = ABSOLUTE.exec(target)
  // A whole URL says the host, whatever the header does (RFC 9112, 3.2.2).
  const [url, named] = absolute === null ? [target, host] : [target.slice(absolute[0].length), absolute[1]]
  if (absolute?.[1] === '') return { kind: 'nowhere', session: undefined }
  if (portBase !== undefined) return below(portBase, undefined, url)
  const inSession = SESSION.exec(url)
  const session = inSession === null ? undefined : decoded(inSession[1])
  if (inSession !== null && session === undefined) return { kind: 'nowhere', session }
  const rest = inSession === null ? url : url.slice(inSession[0].length)
  const bases = basesOf(session)
  const base = named === undefined ? undefined : baseOfHost(named, bases)
  if (CONTROL.test(rest)) return { kind: 'control', session, url: rest.slice('/__sim'.length) }
  if (base !== undefined) return below(base, session, rest)
  const [segment] = SEGMENT.exec(rest) ?? ['']
  if (segment.length <= 1) return { kind: ROOT.test(rest) ? 'index' : 'nowhere', session }
  const prefix = decoded(segment.slice(1))
  const byPath = prefix === undefined ? undefined : bases.ofPrefix(prefix)
  if (byPath === undefined) return { kind: 'nowhere', session }
  return below(byPath, session, rest.slice(segment.length))
}

/** The base address that a host names, if it names one; upper and lower case are the same in it. */
export function baseOfHost(host: string, bases: Bases): BaseAddress | undefined {
  const name = host.replace(/:\d*$/, '').toLowerCase()
  return name.endsWith('.localhost')
    ? bases.ofPrefix(name.slice(0, -'.localhost'.length))
    : bases.ofLiveHost(name)
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

const ABSOLUTE = /^https?:\/\/([^/?#]*)/i
const SESSION = /^\/s\/([^/?]+)(?=[/?]|$)/
const CONTROL = /^\/__sim(?=[/?]|$)/
const SEGMENT = /^\/[^/?]*/
const ROOT = /^\/?(\?|$)/

const BY_PATH: ReadonlyMap<string, Endpoint> = new Map(
  ENDPOINTS.flatMap((endpoint) =>
    [endpoint.path, ...(endpoint.aliases ?? [])].flatMap((path) => [
      [path, endpoint] as const,
      [`${path}/`, endpoint] as const,
    ]),
  ),
)

function below(base: BaseAddress, session: string | undefined, rest: string): Place {
  const url = rest.startsWith('/') ? rest : `/${rest}`
  return { kind: 'base', session, base, endpoint: BY_PATH.get(pathOf(url)), url }
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
