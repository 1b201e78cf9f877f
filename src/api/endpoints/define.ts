/**
 * Declaration of an endpoint: route, validation, OpenAPI operation, README table, contract test and the ids in
 * scenarios are all derived from it.
 */
import type { ZodType } from 'zod'
import type { BaseAddress, Generation } from '../../market/catalogue/bases.js'
import type { World } from '../../market/world/types.js'
import type { Format } from './formats.js'
import type { ROLES } from './values.js'

export const DIALECTS = ['documented', 'observed'] as const
export type Dialect = (typeof DIALECTS)[number]

/** Query parameter; `Value` is what the endpoint receives. */
export interface Param<Value = unknown> {
  readonly format: Format
  readonly required?: boolean
  /** Value if omitted. */
  readonly default?: Value
  readonly about: string
  /** Whether it may be given several times: its format reads the texts joined by commas. */
  readonly isRepeatable?: true
  /** Valid on every network; omitted if each has its own values. */
  readonly example?: string
  /** Validates against the world. */
  check?(value: NoInfer<NonNullable<Value>>, world: World): string | undefined
}

type Of<Value> = Omit<Param<Value>, 'format' | 'required' | 'default'> & { readonly format: Format<Value> }

/** Declares a parameter: undefined if omitted, unless it is required or has a default. */
export function param<Value>(declared: Of<Value> & { readonly required: true }): Param<Value>
export function param<Value>(declared: Of<Value> & { readonly default: NoInfer<Value> }): Param<Value>
export function param<Value>(declared: Of<Value>): Param<Value | undefined>
export function param(declared: Param): Param {
  return declared
}

export type Params = Readonly<Record<string, Param>>

export type QueryOf<P extends Params> = { readonly [K in keyof P]: P[K] extends Param<infer V> ? V : never }

export interface Representation<Facts> {
  schema(): ZodType
  /** Returns the plain value; a promise if something must be loaded first. */
  render(facts: Facts): unknown
  /** Returns the same as JSON text, if JSON.stringify would dominate the cost. */
  text?(facts: Facts): string
  /** Returns the same as JSON text in chunks, if rendering takes many ms. */
  chunks?(facts: Facts): Chunks
}

/** UTF-8 JSON in chunks of a few ms each: the server handles other requests in between. */
export type Chunks = Iterable<readonly Buffer[]> | AsyncIterable<readonly Buffer[]>

export interface Endpoint<P extends Params = Params, Facts = unknown, Id extends string = string> {
  readonly id: Id
  /** Served by the base addresses of this generation only; default: the first. */
  readonly generation?: Generation
  readonly path: string
  readonly aliases?: readonly string[]
  /** Outside the documented interface, but requested by clients from the same hosts. */
  readonly isBeyond?: true
  readonly about: string
  readonly params: P
  /** POST endpoint whose body of up to `maxBytes` is read and dropped; GET if omitted. */
  readonly takes?: { readonly maxBytes: number }
  windowMs(query: QueryOf<P>): number
  readonly gridMs?: number
  /** Time in ms after which the service itself replies 504. */
  readonly timeoutMs: number
  facts(world: World, asOfMs: number, query: QueryOf<P>): Facts
  readonly dialects: Readonly<Partial<Record<Dialect, Representation<Facts>>>> & {
    readonly documented: Representation<Facts>
  }
}

/** Declares an endpoint; infers the query that `facts` receives from `params`. */
export function defineEndpoint<const Id extends string, P extends Params, Facts>(
  endpoint: Endpoint<P, Facts, Id>,
): Endpoint<Params, unknown, Id> {
  return endpoint as unknown as Endpoint<Params, unknown, Id>
}

export function isServedAt({ generation = 1 }: Endpoint, base: Pick<BaseAddress, 'generation'>): boolean {
  return generation === base.generation
}

/** Methods of an endpoint, the primary one first. */
export function methodsOf({ takes }: Endpoint): readonly ['GET' | 'POST', ...string[]] {
  return takes === undefined ? ['GET', 'HEAD', 'OPTIONS'] : ['POST', 'OPTIONS']
}

export function representationOf({ dialects }: Endpoint, dialect: Dialect): Representation<unknown> {
  return dialects[dialect] ?? dialects.documented
}

/** Node of a reply: a list, a row by names or by positions, a map, or a leaf. */
export interface Layout {
  readonly role?: (typeof ROLES)[number]
  readonly unit?: 's' | 'ms' | 'text'
  readonly bound?: 'min' | 'max'
  /** Of a series, by time. */
  readonly order?: 'descending' | 'ascending'
  readonly type?: string
  readonly properties?: Readonly<Record<string, Layout>>
  /** Of a row by positions, such as a candle. */
  readonly prefixItems?: readonly Layout[]
  readonly items?: Layout | false
  readonly maxItems?: number
  readonly additionalProperties?: Layout | false
}
