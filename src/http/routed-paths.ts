/** Which paths Express has routed to an endpoint, and where they lead: a memo of its routing. */
import type { IncomingMessage } from 'node:http'
import { type BasePlace, pathOf } from '../exchange/locate.js'

/** A base address and endpoint, as the path of a URL leads there. */
export interface RoutedPlace extends Pick<BasePlace, 'session' | 'base' | 'endpoint'> {
  /** How many characters of the URL stand before the path below the base address. */
  readonly prefixLength: number
}

/** The paths that Express has routed to an endpoint. */
export interface RoutedPaths {
  find(request: IncomingMessage): RoutedPlace | undefined
  /** `originalUrl` is that of the request as it came. */
  remember(request: IncomingMessage, originalUrl: string, place: BasePlace): void
}

/** Session ids and odd paths are the clients' own: so many are remembered, then it starts anew. */
const MOST_PATHS = 10_000
const LONGEST_PATH = 200

export function createRoutedPaths(): RoutedPaths {
  // By everything that a place follows from, see `locate`, but for what stands in the query.
  const byPort = new Map<number | undefined, Map<string | undefined, Map<string, RoutedPlace>>>()
  let count = 0
  return {
    find: ({ headers, socket, url = '' }) =>
      byPort.get(socket.localPort)?.get(headers.host)?.get(pathOf(url)),
    remember(
      { headers: { host }, socket: { localPort } },
      originalUrl,
      { session, base, endpoint, url: below },
    ) {
      const path = pathOf(originalUrl)
      if (path.length + (host?.length ?? 0) > LONGEST_PATH) return
      if (++count > MOST_PATHS) {
        byPort.clear()
        count = 1
      }
      const byHost = byPort.get(localPort) ?? new Map<string | undefined, Map<string, RoutedPlace>>()
      const byPath = byHost.get(host) ?? new Map<string, RoutedPlace>()
      byPath.set(path, { session, base, endpoint, prefixLength: originalUrl.length - below.length })
      byPort.set(localPort, byHost.set(host, byPath))
    },
  }
}
