/** Schemas of documents in the store. Every document is checked when it is read, as others can write to the store. */

import { DIALECTS } from '../../api/endpoints/define.js'
import { CLOCK_MODES } from '../../kit/clock/clock.js'
import * as z from '../../kit/zod.js'
import { BETWEEN, RECORD } from '../../market/price/recorded.js'
import { MAX_LINES } from '../journal/lines.js'
import { UnreadableError } from '../state-store.js'

/** The furthest instant of a Date, ms before or after 1970. */
const FURTHEST_MS = 8.64e15
const instant = z.number().min(-FURTHEST_MS).max(FURTHEST_MS)
/** Ids are parts of keys. */
const id = z.string().max(200)
const rate = z.number().min(0).max(1e9)
const mode = z.enum(CLOCK_MODES)
const fields = z.record(z.string(), z.unknown())

export const clockSchema = z.strictObject({ mode, rate, atMs: instant })

const rule = z.strictObject({
  id: z.string().optional(),
  match: fields.optional(),
  when: fields.optional(),
  fault: fields,
})

const run = z.strictObject({
  firstSecond: z.int(),
  count: z.int().positive(),
  rows: z.instanceof(Float64Array),
})
const candles = z.strictObject({
  periodSeconds: z.int().positive(),
  runs: z
    .array(run)
    .min(1)
    .refine((runs) => runs.every(({ count, rows }) => rows.length === count * RECORD), {
      error: 'expected as many rows as are counted',
    }),
})
const givenPrices = z.discriminatedUnion('kind', [
  z.strictObject({
    kind: z.literal('points'),
    priceDecimals: z.int(),
    between: z.enum(BETWEEN),
    points: z.array(z.strictObject({ atMs: z.number(), quanta: z.number().positive(), usd: z.string() })),
  }),
  z.looseObject({
    kind: z.literal('candles'),
    priceDecimals: z.int(),
    source: z.string(),
    collected: z.looseObject({ candles }),
    startsAtMs: z.number().optional(),
  }),
])
const prices = z.map(z.string(), givenPrices)

export const storedScenario = z.looseObject({
  name: z.string().optional(),
  description: z.string().optional(),
  seed: z.string().optional(),
  dialect: z.enum(DIALECTS).optional(),
  clock: fields.optional(),
  rules: z.array(rule).optional(),
  events: z.array(fields).optional(),
  prices: prices.optional(),
  expect: fields.optional(),
  written: z.looseObject({ text: z.string(), says: z.array(z.string()) }).optional(),
})

const moveEvent = z.strictObject({
  asset: z.array(z.string()),
  at: z.number(),
  move: z.number().optional(),
  price: z.string().optional(),
  over: z.number().optional(),
  recover: z
    .strictObject({ after: z.number().optional(), to: z.number(), over: z.number().optional() })
    .optional(),
})

export const storedState = z.strictObject({
  seed: z.string(),
  clock: z.strictObject({ mode, rate, originMs: instant, sinceMs: instant }),
  isStopped: z.boolean(),
  loadedAtMs: instant,
  loadedElapsedMs: z.number().optional(),
  countsId: id,
  moves: z.array(z.strictObject({ event: moveEvent, atMs: instant })),
  laidAtMs: instant,
})

/** `asBegun` stands for the rules that every replica began with. */
export const storedRuns = (asBegun: string) =>
  z.array(
    z.strictObject({
      id,
      countsId: id,
      seed: z.string(),
      loadedAtMs: instant,
      name: z.string().optional(),
      rules: z.union([z.literal(asBegun), z.array(rule)]),
    }),
  )

/** Sources are texts and objects: with a path, each replica would read its own file. */
export const storedOrigin = z.strictObject({
  change: z.strictObject({
    seed: z.string().optional(),
    clock: z.strictObject({ mode, rate, atMs: z.union([instant, z.literal('now')]).optional() }).optional(),
    dialect: z.enum(DIALECTS).optional(),
    scenario: storedScenario.optional(),
    prices: prices.optional(),
  }),
  sources: z
    .array(z.union([z.strictObject({ text: z.string() }), z.strictObject({ value: fields })]))
    .optional(),
  endsAtMs: z.number().optional(),
})

export const storedSnapshot = z.strictObject({
  state: z.string(),
  clock: clockSchema,
  scenario: z.string(),
  runs: z.string(),
})

export const storedStatus = z.strictObject({
  version: z.string(),
  host: z.string(),
  sinceMs: instant,
  held: z.int().nonnegative(),
  backlog: z.int().nonnegative(),
})

export const storedSettings = z.record(z.string(), z.string())

export const storedHeld = z.record(z.string(), z.int().nonnegative())

const word = z.union([z.string(), z.number(), z.null()])
export const storedKind = z.tuple([
  z.string().nullable(),
  z.string().nullable(),
  z.string().nullable(),
  z.string().nullable(),
  z.number().nullable(),
  z.string(),
  z.string(),
  word,
  word,
])
export const storedHeaders = z.record(z.string(), z.string())
const whole = z.int()
const column = z.array(z.number().nullable())
/** Replica, texts, kinds, first values, columns and changes of `batch.ts`. */
export const storedBatch = z
  .tuple([
    z.string(),
    z.array(z.string().nullable()),
    z.array(storedKind),
    z.strictObject({
      own: whole,
      stampUs: whole,
      atMs: instant,
      count: whole.nonnegative().max(MAX_LINES),
    }),
    z.array(column).length(17),
    z.array(z.tuple([whole, whole, z.number().nullable(), z.number().nullable(), z.number().nullable()])),
  ])
  .refine(
    ([, , , { count }, columns]) =>
      columns.every(({ length }) => length === count || (length === 1 && count > 0)),
    { error: 'expected a value of each line' },
  )

/** Reads `key` of the store; throws an UnreadableError that names it and what was expected, without its content. */
export function readAs<Value>(schema: z.ZodType<Value>, key: string, read: () => unknown): Value {
  let value: unknown
  try {
    value = read()
  } catch {
    throw new UnreadableError(key, 'expected JSON as a replica writes it')
  }
  const { success, data, error } = schema.safeParse(value)
  if (success) return data
  const [{ path, message }] = error.issues
  throw new UnreadableError([key, ...path].join('.'), message)
}
