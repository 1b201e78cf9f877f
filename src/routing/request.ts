import type { BaseName, NetworkName } from '../catalogue/bases.js'

/** A connection over which requests come: the same object for all of them. */
export interface ClientConnection {
  /** 1 for the first of the server, and so on. */
  readonly number: number
  /** The port of the server that it leads to. */
  readonly localPort?: number | undefined
}

/** A request to a base address at the moment it came: all that rules and the journal know of it. */
export interface ApiRequest {
  readonly network: NetworkName
  readonly base: BaseName
  /** Endpoint id; undefined for a path that no endpoint has. */
  readonly endpoint: string | undefined
  readonly method: string
  /** Path and query as they came, below the base address. */
  readonly url: string
  /** What stands behind the `?`. */
  readonly search: string
  /** Undefined for a request that was made in process. */
  readonly connection?: ClientConnection
  /** The value of a header, by its name in small letters; several values are joined by a comma. */
  header(name: string): string | undefined
  /** How many bytes came with it, where its endpoint takes any. */
  readonly bodyBytes?: number
  /** Virtual ms since 1970. */
  readonly atMs: number
}
