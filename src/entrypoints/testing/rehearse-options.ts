/** Options of `rehearse`. */
import type { BaseUrls } from '../../market/catalogue/base-urls.js'
import type { BaseName, NetworkName } from '../../market/catalogue/names.js'
import type { FailOn } from '../../rehearsal/report.js'
import type { CatalogueSource } from '../../scenario/custom-catalogue/input.js'
import type { Duration, ScenarioSource } from '../../scenario/input.js'
import type { ObservedPrice } from '../../session/recorder.js'
import type { SimulatedWebSocketClass } from './stream-api.js'

/** Arguments of a client. */
export interface RehearsedClient {
  /** `baseUrl('arbitrum')`, `baseUrl('arbitrum', 'fallback')`. */
  baseUrl(network: NetworkName, base?: BaseName): string
  readonly baseUrls: BaseUrls
  /** Replaces the global one: requests in process, with 10 ms latency. */
  readonly fetch: (input: string | URL | Request, init?: RequestInit) => Promise<Response>
  /** Replaces the global one: price streams in process, whose frames arrive on the virtual clock. */
  readonly WebSocket: SimulatedWebSocketClass
  /** Reports a price acted on: USD as a decimal, or the raw string of the API with `raw: true`. */
  observe(price: ObservedPrice): void
  /** Aborted at the end of the rehearsal: the client must return. */
  readonly signal: AbortSignal
  /** Index of the copy, from 0. */
  readonly index: number
}

export interface RehearseOptions {
  /** Library names, paths, texts or objects; the drill by default. */
  readonly scenarios?: readonly ScenarioSource[] | undefined
  /** Networks, tokens and markets added to or replacing the built-in ones, as for startSimulator. */
  readonly catalogue?: CatalogueSource | readonly CatalogueSource[] | undefined
  /** Runs until the signal is aborted; one that ends before fails `survives`. */
  readonly client: (given: RehearsedClient) => Promise<unknown> | unknown
  /** Concurrent copies; 1 by default. */
  readonly clients?: number | undefined
  readonly seed?: string | undefined
  /** By default 10s to 20s, until the client's request rate is known. */
  readonly warmUp?: Duration | undefined
  /** Duration of every incident; required for scenarios that never end. */
  readonly incident?: Duration | undefined
  /** 60s by default. */
  readonly coolDown?: Duration | undefined
  /** Pass condition: no failed MUST, no failed MUST or SHOULD, or a least score; `must` by default. */
  readonly failOn?: FailOn | undefined
  /** Exempts scenarios that struck nothing the client asked from the verdict. */
  readonly allowUnexercised?: boolean | undefined
  /** Exempts scenarios whose subject could not be observed. */
  readonly allowUnproven?: boolean | undefined
  /** Whether the client is meant to end before the rehearsal. */
  readonly mayExit?: boolean | undefined
  /** Cuts the rehearsal short when aborted. */
  readonly signal?: AbortSignal | undefined
}
