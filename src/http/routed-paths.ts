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
  const places = new Map<string, RoutedPlace>()
  // Everything that a place follows from, see `locate`, but for what stands in the query.
  const keyOf = ({ headers, socket }: IncomingMessage, url = ''): string =>
    `${socket.localPort} ${headers.host} ${pathOf(url)}`
  return {
    find: (request) => places.get(keyOf(request, request.url)),
    remember(request, originalUrl, { session, base, endpoint, url: below }) {
      const key = keyOf(request, originalUrl)
      if (key.length > LONGEST_PATH) return
      if (places.size >= MOST_PATHS) places.clear()
      places.set(key, { session, base, endpoint, prefixLength: originalUrl.length - below.length })
    },
  }
}
