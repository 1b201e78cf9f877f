/** What `rehearse` takes, and what it gives a client. */
import type { BaseUrls } from '../catalogue/base-urls.js'
import type { BaseName, NetworkName } from '../catalogue/names.js'
import type { CatalogueSource } from '../overlay/input.js'
import type { FailOn } from '../rehearsal/grade.js'
import type { Duration, ScenarioSource } from '../scenario/input.js'
import type { ObservedPrice } from '../session/recorder.js'

/** What a client is given. */
export interface RehearsedClient {
  /** `baseUrl('arbitrum')`, `baseUrl('arbitrum', 'fallback')`. */
  baseUrl(network: NetworkName, base?: BaseName): string
  readonly baseUrls: BaseUrls
  /** In place of the global one: asks the simulator in process. A request takes 10 ms on its way. */
  readonly fetch: (input: string | URL | Request, init?: RequestInit) => Promise<Response>
  /** Says which price was acted on: USD as a decimal, or the raw string of the API with `raw: true`. */
  observe(price: ObservedPrice): void
  /** Aborted when the rehearsal is over: the client returns then. */
  readonly signal: AbortSignal
  /** Which copy it is, from 0. */
  readonly index: number
}

export interface RehearseOptions {
  /** Names of the library, paths, texts or objects; the drill when left out. */
  readonly scenarios?: readonly ScenarioSource[] | undefined
  /** Networks, tokens and markets besides or instead of the built-in ones, as for startSimulator. */
  readonly catalogue?: CatalogueSource | readonly CatalogueSource[] | undefined
  /** The client: runs until the signal is aborted, or its job is done. One that rejects has failed `survives`. */
  readonly client: (given: RehearsedClient) => Promise<unknown> | unknown
  /** So many of them at once; 1 when left out. */
  readonly clients?: number | undefined
  readonly seed?: string | undefined
  /** 10s when left out. */
  readonly warmUp?: Duration | undefined
  /** Ends every incident; needed for scenarios that never end. */
  readonly incident?: Duration | undefined
  /** 60s when left out. */
  readonly coolDown?: Duration | undefined
  /** What must hold for the verdict: no MUST failed, no MUST or SHOULD, or a score; `must` when left out. */
  readonly failOn?: FailOn | undefined
}
