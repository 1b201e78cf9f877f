/**
 * What an endpoint is: one object from which the route, the validation of its query, the OpenAPI operation, the README's
 * table, the contract test and the ids a scenario may name are all read. Adding one is a file and a word in a list.
 */
import type { ZodType } from 'zod'
import type { World } from '../world/world.js'
import type { ROLES } from './values.js'

export const DIALECTS = ['documented', 'observed'] as const
export type Dialect = (typeof DIALECTS)[number]

/** One query parameter: `schema` reads the text, `check` says what is wrong with a value that only the world can judge. */
export interface Param<Value = unknown> {
  readonly schema: ZodType<Value>
  readonly required?: boolean
  readonly about: string
  /** A text that is good on every network; none where each has its own. */
  readonly example?: string
  check?(value: Value, world: World): string | undefined
}

/** Declares a parameter; `check` then gets what `schema` makes of the text. */
export function param<Value>(declared: Param<Value>): Param<Value> {
  return declared
}

export type Params = Readonly<Record<string, Param>>

/** The values of a query that was found good. */
export type QueryOf<P extends Params> = { readonly [K in keyof P]: P[K] extends Param<infer V> ? V : never }

/** How one dialect writes an endpoint's facts. */
export interface Representation<Facts> {
  /** What a reply looks like: asked for by tests and documents, and made then. */
  schema(): ZodType
  /** The plain value; a promise where something must be loaded first. */
  render(facts: Facts): unknown
  /** The same as `render` as JSON text, where JSON.stringify would take longer than everything else. */
  text?(facts: Facts): string
  /** The same as `render` as JSON text, where that takes many milliseconds or JSON.stringify would be too slow. */
  chunks?(facts: Facts): Chunks
}

/** JSON text in UTF-8, made in chunks of a few milliseconds each: a server answers others in between. */
export type Chunks = Iterable<readonly Buffer[]> | AsyncIterable<readonly Buffer[]>

export interface Endpoint<P extends Params = Params, Facts = unknown, Id extends string = string> {
  readonly id: Id
  readonly path: string
  /** Other paths at which clients ask for the same. */
  readonly aliases?: readonly string[]
  /** Not of the interface that is simulated: what clients ask the same hosts for besides. */
  readonly isBeyond?: true
  readonly about: string
  readonly params: P
  /** What is sent to it is read and dropped, up to so many bytes: it is asked with POST. With GET where left out. */
  readonly takes?: { readonly mostBytes: number }
  /** The cache window in ms; 0 for none. */
  windowMs(query: QueryOf<P>): number
  /** Where the data changes on a grid of its own, its step in ms: a reply describes the last point of it. */
  readonly gridMs?: number
  /** How long a reply may take, in ms, before the service itself gives up with 504. */
  readonly timeoutMs: number
  facts(world: World, asOfMs: number, query: QueryOf<P>): Facts
  readonly dialects: Readonly<Partial<Record<Dialect, Representation<Facts>>>> & {
    readonly documented: Representation<Facts>
  }
}

/** Declares an endpoint; its types then hold together: `facts` gets the query that `params` describe. */
export function defineEndpoint<const Id extends string, P extends Params, Facts>(
  endpoint: Endpoint<P, Facts, Id>,
): Endpoint<Params, unknown, Id> {
  return endpoint as unknown as Endpoint<Params, unknown, Id>
}

/** The methods that an endpoint answers; the first is what it is asked with. */
export function methodsOf({ takes }: Endpoint): readonly ['GET' | 'POST', ...string[]] {
  return takes === undefined ? ['GET', 'HEAD', 'OPTIONS'] : ['POST', 'OPTIONS']
}

/** How an endpoint writes its facts in a dialect: as documented where that dialect has no way of its own. */
export function representationOf({ dialects }: Endpoint, dialect: Dialect): Representation<unknown> {
  return dialects[dialect] ?? dialects.documented
}

/** A node of a reply: a list, a row by names or by places, or a leaf. */
export interface Layout {
  readonly role?: (typeof ROLES)[number]
  readonly unit?: 's' | 'ms' | 'text'
  readonly bound?: 'min' | 'max'
  readonly type?: string
  /** Of a row by names. */
  readonly properties?: Readonly<Record<string, Layout>>
  /** Of a row by places, such as a candle. */
  readonly prefixItems?: readonly Layout[]
  /** Of a list: its rows. */
  readonly items?: Layout | false
  /** Of a map: its rows, by what they are about. */
  readonly additionalProperties?: Layout | false
}
