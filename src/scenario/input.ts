/**
 * A scenario as an object, as types: exactly what a scenario file may say, so that an editor knows what may be written
 * and a misspelt key does not compile. `schema.ts` checks it again when it is loaded.
 */
import type { BaseName, NetworkName } from '../catalogue/networks.js'
import type { Duration, FaultInput } from './input-faults.js'

/** A change in per cent: `-18%`. */
export type Percent = `${number}%`

export type EndpointId =
  | 'ping'
  | 'tickers'
  | 'signed-prices'
  | 'candles'
  | 'tokens'
  | 'markets'
  | 'markets-info'
  | 'rates'

type OneOrMore<Value> = Value | readonly Value[]

/** Which requests a rule is about: all that is given must match, nothing given matches everything. */
export interface MatchInput {
  readonly network?: OneOrMore<NetworkName>
  readonly base?: OneOrMore<BaseName>
  readonly endpoint?: OneOrMore<EndpointId>
  /** Query parameters and the values that they must have. */
  readonly query?: Readonly<Record<string, string | number>>
  /** Request headers and the values that they must have. */
  readonly header?: Readonly<Record<string, string | number>>
  /** A preflight matches only if OPTIONS is named. */
  readonly method?: OneOrMore<'GET' | 'HEAD' | 'POST' | 'PUT' | 'PATCH' | 'DELETE' | 'OPTIONS'>
}

/** At which of the requests that it matched a rule fires: all that is given must hold, nothing given always holds. */
export interface WhenInput {
  /** The n-th request that the rule matched: `3`, `'1..3'` or `'4..'`. */
  readonly calls?: number | `${number}..${number}` | `${number}..`
  /** Every n-th of them. */
  readonly every?: number
  /** So many times at most. */
  readonly times?: number
  /** Virtual time since the scenario was loaded, from which on. */
  readonly after?: Duration
  /** Virtual time since the scenario was loaded, before which. */
  readonly until?: Duration
  /** Share of the calls, above 0 and at most 1; the draws follow from the seed. */
  readonly chance?: number
}

/** What is done to some requests. */
export interface RuleInput {
  /** Names it in the journal and in x-gmx-sim-rule; `rule-1`, `rule-2`, … when left out. */
  readonly id?: string
  readonly match?: MatchInput
  readonly when?: WhenInput
  readonly fault: FaultInput
}

interface Move {
  /** An asset or token symbol, a list of them, or `*` for all. */
  readonly asset: OneOrMore<string>
  /** Where the price goes, against where it would have been. */
  readonly move: Percent
  /** How long that takes; at once when left out. */
  readonly over?: Duration
  readonly recover?: {
    /** How long it stays there first. */
    readonly after?: Duration
    /** Where it comes back to, against where it would have been. */
    readonly to: Percent
    readonly over?: Duration
  }
  readonly freeze?: never
  readonly reorg?: never
}

interface Freeze {
  readonly asset: OneOrMore<string>
  /** For how long no price changes. */
  readonly freeze: Duration
  readonly move?: never
  readonly over?: never
  readonly recover?: never
  readonly reorg?: never
}

interface Reorg {
  /** Another branch of the chain from then on, as some base addresses see it. */
  readonly reorg: {
    /** How many of the last blocks get other hashes. */
    readonly depth: number
    readonly network?: OneOrMore<NetworkName>
    readonly base?: OneOrMore<BaseName>
  }
  readonly asset?: never
  readonly move?: never
  readonly over?: never
  readonly recover?: never
  readonly freeze?: never
}

/** A move of the market itself, on all networks. */
export type EventInput = {
  /** Virtual time since the scenario was loaded. */
  readonly at: Duration
} & (Move | Freeze | Reorg)

/** What a simulated API does wrong, when, and what its market does meanwhile. */
export interface ScenarioInput {
  readonly $schema?: string
  readonly name?: string
  readonly description?: string
  /** What prices and chance follow from; the one set at start when left out. */
  readonly seed?: string
  readonly clock?: {
    /** Where the clock starts: ISO 8601, or Unix seconds as text. */
    readonly at?: string
    readonly mode?: 'real' | 'frozen'
    /** Virtual seconds per real second. */
    readonly rate?: number
  }
  readonly dialect?: 'documented' | 'observed'
  /** Of those that match and fire, the first decides. */
  readonly rules?: readonly RuleInput[]
  readonly events?: readonly EventInput[]
}

/**
 * A path, which counts from the working directory and then from the scenarios that come with the package
 * (`scenarios/primary-outage.yaml`); the URL of a file; the text of a scenario, YAML or JSON; or a scenario as an object.
 */
export type ScenarioSource = string | URL | ScenarioInput
