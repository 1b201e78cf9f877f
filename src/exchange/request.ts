import type { BaseName, NetworkName } from '../catalogue/networks.js'

/** A request at the moment it came: all that rules and the journal know of it. */
export interface ApiRequest {
  readonly network: NetworkName
  readonly base: BaseName
  /** Endpoint id; undefined for a path that is none. */
  readonly endpoint: string | undefined
  readonly method: string
  /** Path and query as they came, below the base address. */
  readonly url: string
  /** What stands behind the `?`. */
  readonly search: string
  header(name: string): string | undefined
  /** Virtual ms since 1970. */
  readonly atMs: number
}
