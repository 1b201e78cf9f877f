/**
 * Zod, loaded when the first schema is read: import this module instead of it. A server without a scenario never needs zod and our
 * schemas, which take 30 ms and 5 MB: with them, its first reply takes 1.8 times a bare server's start instead of 1.45, of the 1.6 that
 * it may take. A schema is written as with zod; it is recorded, and made when something other than another declaration uses it.
 */
import { loadZod, type Zod } from './load-zod.js'

export type * from 'zod'

/** Methods that derive a schema from schemas. All others make the schema, and are not for arguments with schemas. */
const DERIVING = new Set(
  (
    'and array catch catchall default describe extend meta nullable nullish omit optional or partial pick pipe prefault refine ' +
    'superRefine transform gt gte int length lt lte max min nonnegative positive regex toLowerCase'
  ).split(' '),
)

type Make = () => object
type Method = (...args: unknown[]) => unknown

const makers = new WeakMap<object, Make>()

/** A stand-in for the schema that `make` returns. */
function recorded(make: Make): object {
  let made: object | undefined
  const schema = () => {
    made ??= make()
    return made
  }
  const derive =
    (method: string): Method =>
    (...args) =>
      recorded(() => call(schema(), method, args))
  const standIn = new Proxy(
    {},
    {
      get: (_target, key) =>
        typeof key === 'string' && DERIVING.has(key) ? derive(key) : Reflect.get(schema(), key),
      has: (_target, key) => Reflect.has(schema(), key),
      ownKeys: () => Reflect.ownKeys(schema()),
      getPrototypeOf: () => Reflect.getPrototypeOf(schema()),
      getOwnPropertyDescriptor: (_target, key) => {
        const descriptor = Reflect.getOwnPropertyDescriptor(schema(), key)
        return descriptor && { ...descriptor, configurable: true }
      },
    },
  )
  makers.set(standIn, schema)
  return standIn
}

function call(owner: object, method: string, args: readonly unknown[]): object {
  return (owner as Readonly<Record<string, (...args: unknown[]) => object>>)[method](...args.map(resolved))
}

/** An argument with the schemas in place of their stand-ins: its own, or those of a list or shape. */
function resolved(given: unknown): unknown {
  if (typeof given !== 'object' || given === null) return given
  const make = makers.get(given)
  if (make !== undefined) return make()
  if (Array.isArray(given)) return given.map(resolved)
  if (Object.getPrototypeOf(given) !== Object.prototype) return given
  return Object.fromEntries(Object.entries(given).map(([key, value]) => [key, resolved(value)]))
}

/** Functions of zod, or of a part of it, that return a schema. */
function recording<Owner extends object>(owner: () => Owner): Owner {
  const record =
    (method: string): Method =>
    (...args) =>
      recorded(() => call(owner(), method, args))
  return new Proxy({} as Owner, { get: (_target, method) => record(String(method)) })
}

const declaring = recording(loadZod)
export const {
  array,
  boolean,
  custom,
  discriminatedUnion,
  int,
  literal,
  looseObject,
  map,
  number,
  object,
  record,
  strictObject,
  string,
  tuple,
  union,
  unknown,
} = declaring
const { enum: oneOf, instanceof: instanceOf, null: nothing } = declaring

export { instanceOf as instanceof, nothing as null, oneOf as enum }

export const coerce: Zod['coerce'] = recording(() => loadZod().coerce)
export const iso: Zod['iso'] = recording(() => loadZod().iso)

/** The result of a transform that has added an issue. */
export const NEVER = undefined as never

export const toJSONSchema = ((schema: object, ...options: unknown[]) =>
  call(loadZod(), 'toJSONSchema', [schema, ...options])) as Zod['toJSONSchema']
