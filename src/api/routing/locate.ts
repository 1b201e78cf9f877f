/**
 * Resolves session and base address of a request, for sockets, mounted apps, in-process requests and the command line. Routes
 * resolve the rest (`server/http/routes.ts`). A pure function:
 *
 *   [/s/<session>] /<base> /<path of an endpoint>      a base address by path
 *   <base>.localhost [/s/<session>] /<path>            a base address by the first label of the host
 *   <host of the live service> /<path>                 a base address by the name that clients know
 *   <port of a base address> /<path>                   a base address by its own port: all of the path is below it
 *   [/s/<session>] /__sim/…                            the control API
 *   [/s/<session>] /                                   the index
 */
import type { BaseAddress, Bases } from '../../market/catalogue/bases.js'
import type { ApiRequest } from './request.js'

/** Target of a request. `session` is an id, undefined if the path names none; the session need not exist. */
export type RequestTarget =
  | BaseTarget
  | { readonly kind: 'control'; readonly session: string | undefined; readonly url: string }
  | { readonly kind: 'index'; readonly session: string | undefined }
  | { readonly kind: 'nowhere'; readonly session: string | undefined }

export interface BaseTarget {
  readonly kind: 'base'
  readonly session: string | undefined
  readonly base: BaseAddress
  /** Path and query below the base address. */
  readonly url: string
}

/**
 * Locates a request target (`/arbitrum/ping?x`, or an absolute URL as sent to proxies) by the Host header (name and port) and
 * `portBase`, the base address that owns the local port. `basesOf` returns the base addresses of a session, or of the default one.
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

/** An absolute URL overrides the Host header (RFC 9112, 3.2.2). */
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

/** Locates `url`, stripped of the session, among the session's base addresses. */
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
  if (segment.length <= 1) return { kind: ['', '/'].includes(pathOf(url)) ? 'index' : 'nowhere', session }
  const byPath = bases.ofPrefix(segment.slice(1)) ?? bases.ofPrefix(decoded(segment.slice(1)) ?? '')
  if (byPath === undefined) return { kind: 'nowhere', session }
  return below(byPath, session, url.slice(segment.length))
}

/** The request that `facts` describe, at a located base address. Spread at the beginning, they would cost a quarter of the hot throughput. */
export function requestAt(
  { base, url }: BaseTarget,
  facts: Omit<ApiRequest, 'network' | 'base' | 'url' | 'search'>,
): ApiRequest {
  const { network, base: name } = base
  return { network, base: name, url, search: searchOf(url), ...facts }
}

/** The query of a URL, without `?`. */
export function searchOf(url: string): string {
  const mark = url.indexOf('?')
  return mark < 0 ? '' : url.slice(mark + 1)
}

/** The path of a URL. */
export function pathOf(url: string): string {
  const mark = url.indexOf('?')
  return mark < 0 ? url : url.slice(0, mark)
}

const WHOLE_URL = /^https?:\/\/([^/?#]*)/i

/** The path segment that begins at `from`, with its slash; empty if there is none. */
function segmentAt(url: string, from: number): string {
  if (url[from] !== '/') return ''
  const query = url.indexOf('?', from)
  const next = url.indexOf('/', from + 1)
  const end = next >= 0 && (query < 0 || next < query) ? next : query
  return end < 0 ? url.slice(from) : url.slice(from, end)
}

function below(base: BaseAddress, session: string | undefined, rest: string): RequestTarget {
  const url = rest.startsWith('/') ? rest : `/${rest}`
  return { kind: 'base', session, base, url }
}

/** Percent-decodes a path segment; undefined if invalid. */
function decoded(part: string): string | undefined {
  if (!part.includes('%')) return part
  try {
    return decodeURIComponent(part)
  } catch {
    return undefined
  }
}
