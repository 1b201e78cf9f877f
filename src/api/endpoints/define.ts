/** Declaration of an endpoint, from which route, validation, OpenAPI, docs and contract test are derived. */

import type { ZodType } from 'zod'
import { groupBy } from '../../kit/maps.js'
import type { BaseAddress, Generation } from '../../market/catalogue/bases.js'
import type { Network } from '../../market/catalogue/types.js'
import type { World } from '../../market/world/types.js'
import type { ROLES } from './values.js'

export const DIALECTS = ['documented', 'observed'] as const
export type Dialect = (typeof DIALECTS)[number]

/** How the text of a parameter is read. */
export interface Format<Value = unknown> {
  /** Undefined for invalid text. */
  parse(text: string): NonNullable<Value> | undefined
  /** Schema of the value in OpenAPI. */
  readonly described: {
    readonly type: 'string' | 'integer' | 'boolean' | 'array'
    readonly items?: { readonly type: 'string' }
    readonly enum?: readonly string[]
    readonly minimum?: number
    readonly maximum?: number
  }
}

/** Query parameter; `Value` is what the endpoint receives. */
export interface Param<Value = unknown> {
  readonly format: Format
  readonly required?: boolean
  /** Value if omitted. */
  readonly default?: Value
  readonly about: string
  /** Whether it may be given several times: its format reads the texts joined by commas. */
  readonly isRepeatable?: true
  /** Valid on every network; a function if each has its own. */
  readonly example?: string | ((network: Network) => string | undefined)
  /** Validates against the world. */
  check?(value: NoInfer<NonNullable<Value>>, world: World): string | undefined
}

export interface RequiredParam {
  readonly required: true
}

/** The value that a parameter's text is read to. */
export type FormatValue<Of> = Of extends Param<infer Value> ? NonNullable<Value> : never

type Of<Value> = Omit<Param<Value>, 'format' | 'required' | 'default'> & { readonly format: Format<Value> }

/** Declares a parameter: undefined if omitted, unless it is required or has a default. */
export function param<Value>(declared: Of<Value> & { readonly required: true }): Param<Value> & RequiredParam
export function param<Value>(declared: Of<Value> & { readonly default: NoInfer<Value> }): Param<Value>
export function param<Value>(declared: Of<Value>): Param<Value | undefined>
export function param(declared: Param): Param {
  return declared
}

export type Params = Readonly<Record<string, Param>>

export type QueryOf<P extends Params> = { readonly [K in keyof P]: P[K] extends Param<infer V> ? V : never }

/** The schema of a reply, and one way to make it: `render` or `chunks`; the facts themselves by default. */
export interface Representation<Facts, Reply extends ZodType = ZodType> {
  /** Parameters, where they differ from those of the endpoint. */
  readonly params?: Params
  schema(): Reply
  /** Returns the plain value. */
  render?(facts: Facts): unknown
  /** Returns JSON text in chunks, if rendering takes many ms or something must be loaded first. */
  chunks?(facts: Facts): Chunks
}

/** UTF-8 JSON in chunks of a few ms each: the server handles other requests in between. */
export type Chunks = Iterable<readonly Buffer[]> | AsyncIterable<readonly Buffer[]>

export interface Endpoint<
  P extends Params = Params,
  Facts = unknown,
  Id extends string = string,
  Reply extends ZodType = ZodType,
> extends Readonly<Partial<Record<Dialect, Representation<Facts>>>> {
  readonly id: Id
  /** Served by the base addresses of this generation only; default: the first. */
  readonly generation?: Generation
  readonly path: string
  readonly aliases?: readonly string[]
  /** Outside the documented interface, but requested by clients from the same hosts. */
  readonly isBeyond?: true
  /** Reached by a WebSocket; a plain request is answered 426. Its schema is that of a frame. */
  readonly isStream?: true
  readonly about: string
  readonly params: P
  /** POST endpoint whose body of up to `maxBytes` is read and dropped; GET if omitted. */
  readonly takes?: { readonly maxBytes: number }
  /** Cache window, a minute by default. */
  windowMs(query: QueryOf<P>): number
  readonly gridMs?: number
  /** Time in ms after which the service itself replies 504, a minute by default. */
  readonly timeoutMs: number
  facts(world: World, asOfMs: number, query: QueryOf<P>): Facts
  readonly documented: Representation<Facts, Reply>
}

/** An endpoint that knows the types of its parameters and of its documented reply. */
export type DefinedEndpoint<Id extends string, P extends Params, Reply extends ZodType> = Omit<
  Endpoint<Params, unknown, Id, Reply>,
  'params'
> & { readonly params: P }

/** Fields that most endpoints share. */
const DEFAULTS = { params: {}, windowMs: () => 60_000, timeoutMs: 60_000 } as const
type Defaults = keyof typeof DEFAULTS

/** Declares an endpoint; infers the query that `facts` receives from `params`, none by default. */
export function defineEndpoint<
  const Id extends string,
  Facts,
  Reply extends ZodType,
  P extends Params = Readonly<Record<never, never>>,
>(
  endpoint: Omit<Endpoint<P, Facts, Id, Reply>, Defaults> & Partial<Pick<Endpoint<P>, Defaults>>,
): DefinedEndpoint<Id, P, Reply> {
  return { ...DEFAULTS, ...endpoint } as unknown as DefinedEndpoint<Id, P, Reply>
}

/** An endpoint's path with the examples of its parameters, of those that it requires by default. */
export function examplePath({ path, params }: Endpoint, network?: Network, isWhole = false): string {
  const query = Object.entries(params).flatMap(([name, param]) => {
    const example = param.required || isWhole ? exampleOf(param, network) : undefined
    return example === undefined ? [] : [`${name}=${encodeURIComponent(example)}`]
  })
  return query.length === 0 ? path : `${path}?${query.join('&')}`
}

/** Without a network, only an example that is valid on each. */
export function exampleOf({ example }: Param, network: Network | undefined): string | undefined {
  return typeof example === 'function' ? network && example(network) : example
}

/** Its path and its aliases. */
export function routePathsOf({ path, aliases = [] }: Endpoint): readonly string[] {
  return [path, ...aliases]
}

export function isServedAt({ generation = 1 }: Endpoint, base: Pick<BaseAddress, 'generation'>): boolean {
  return generation === base.generation
}

/** Methods of an endpoint, the primary one first. */
export function methodsOf({ takes }: Endpoint): readonly ['GET' | 'POST', ...string[]] {
  return takes === undefined ? ['GET', 'HEAD', 'OPTIONS'] : ['POST', 'OPTIONS']
}

export function representationOf(endpoint: Endpoint, dialect: Dialect): Representation<unknown> {
  return endpoint[dialect] ?? endpoint.documented
}

export function paramsOf(endpoint: Endpoint, dialect: Dialect): Params {
  return representationOf(endpoint, dialect).params ?? endpoint.params
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

/**
 * Floors an instant to the endpoint's cache window. Windows are aligned to the epoch; those that do not divide a
 * second (0.3 s) restart at each whole second. The same query in the same window thus has the same answer on every
 * replica.
 */
export function asOf(nowMs: number, windowMs: number): number {
  if (windowMs === 0) return Math.floor(nowMs)
  const start = windowMs < 1000 ? Math.floor(nowMs / 1000) * 1000 : 0
  return start + Math.floor((nowMs - start) / windowMs) * windowMs
}

/** `none`, `1 s`, or `15 s (1m, 5m), 60 s (15m, …)` if it depends on the period. */
export function cacheWindowOf({ windowMs, params }: Pick<Endpoint, 'windowMs' | 'params'>): string {
  const names = (params['period'] ?? params['timeframe'])?.format.described.enum ?? ['']
  const periods = groupBy(names, (period) => durationOf(windowMs({ period, timeframe: period })))
  if (periods.size === 1) return [...periods.keys()][0]!
  return [...periods].map(([window, names]) => `${window} (${names.join(', ')})`).join(', ')
}

function durationOf(ms: number): string {
  if (ms === 0) return 'none'
  return ms % 3_600_000 === 0 ? `${ms / 3_600_000} h` : `${ms / 1000} s`
}

// Formats are parsed without zod: the first candles of a process do not wait for it to load.

export const anyText: Format<string> = { parse: (text) => text, described: { type: 'string' } }

/** Texts separated by commas. */
export const textList: Format<readonly string[]> = {
  parse: (text) => text.split(','),
  described: { type: 'array', items: { type: 'string' } },
}

/** The same of addresses, in lower case. */
export const addressList: Format<readonly string[]> = {
  ...textList,
  parse: (text) => text.toLowerCase().split(','),
}

export const trueOrFalse: Format<boolean> = {
  parse: (text) => ({ true: true, false: false })[text],
  described: { type: 'boolean' },
}

export function oneOf<const Name extends string>(names: readonly Name[]): Format<Name> {
  return {
    parse: (text) => names.find((name) => name === text),
    described: { type: 'string', enum: names },
  }
}

/** Digits of a number from `minimum` to `maximum`. */
export function digitsWithin(minimum: number, maximum: number): Format<number> {
  return {
    parse(text) {
      const value = /^[0-9]+$/.test(text) ? Number(text) : Number.NaN
      return value >= minimum && value <= maximum ? value : undefined
    },
    described: { type: 'integer', minimum, maximum },
  }
}
