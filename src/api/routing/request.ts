import type { BaseName, NetworkName } from '../../market/catalogue/names.js'
import type { Reply } from './reply.js'

/** A client connection; one object per connection. */
export interface ClientConnection {
  /** Sequence number from 1, per server. */
  readonly number: number
  /** The server's port. */
  readonly localPort?: number | undefined
  /** The peer's IP address: that of a proxy in between, if there is one. */
  readonly address?: string | undefined
}

/** A request for a WebSocket instead of a reply. */
export interface UpgradeRequest {
  /** Its number among the connections that each rule has matched, by id of the rule; set as they are counted. */
  calls?: ReadonlyMap<string, number>
}

/** A request to a base address on arrival, as seen by rules and the journal. */
export interface ApiRequest {
  readonly network: NetworkName
  readonly base: BaseName
  /** Endpoint id; undefined for unknown paths. */
  readonly endpoint: string | undefined
  readonly method: string
  readonly upgrade?: UpgradeRequest | undefined
  /** Path and query as received, below the base address. */
  readonly url: string
  /** The query, without `?`. */
  readonly search: string
  /** The connection it came over; undefined for in-process requests. */
  readonly sender?: ClientConnection | undefined
  /** A header's value by lower-case name; several values are joined by a comma. */
  header(name: string): string | undefined
  /** The reply of a route that reads no data, such as one for unknown paths, as of an instant. */
  readonly fixedReply?: ((asOfMs: number) => Reply) | undefined
  /** Virtual ms since 1970; set again by a store that counts the request. */
  atMs: number
}
