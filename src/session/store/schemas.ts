/** Schemas of documents in the store. Every document is checked when it is read, as others can write to the store. */
import { DIALECTS } from '../../api/endpoints/define.js'
import { CLOCK_MODES } from '../../kit/clock/clock.js'
import * as z from '../../kit/zod.js'
import { looseObject, strictObject } from '../../kit/zod.js'
import { BETWEEN, RECORD } from '../../market/price/recorded.js'
import { CatalogueText } from '../../scenario/custom-catalogue/source.js'
import { seed } from '../../scenario/values.js'
import { UnreadableError } from '../state-errors.js'

/** The furthest instant of a Date, ms before or after 1970. */
const FURTHEST_MS = 8.64e15
const instant = z.number().min(-FURTHEST_MS).max(FURTHEST_MS)
/** Ids are parts of keys. */
const id = z.string().max(200)
const rate = z.number().min(0).max(1e9)
const mode = z.enum(CLOCK_MODES)
const dialect = z.enum(DIALECTS).optional()
const text = z.string().optional()
const number = z.number().optional()
const fields = z.record(z.string(), z.unknown())

const run = strictObject({
  firstSecond: z.int(),
  count: z.int().positive(),
  rows: z.instanceof(Float64Array),
}).refine(({ count, rows }) => rows.length === count * RECORD, {
  error: 'expected as many rows as are counted',
})
const candles = strictObject({ periodSeconds: z.int().positive(), runs: z.array(run).min(1) })
const point = strictObject({ atMs: z.number(), quanta: z.number().positive(), usd: z.string() })
const givenPrices = z.discriminatedUnion('kind', [
  strictObject({
    kind: z.literal('points'),
    priceDecimals: z.int(),
    between: z.enum(BETWEEN),
    points: z.array(point),
  }),
  looseObject({
    kind: z.literal('candles'),
    priceDecimals: z.int(),
    source: z.string(),
    collected: looseObject({ candles }),
    startsAtMs: number,
  }),
])
const prices = z.map(z.string(), givenPrices).optional()
const rules = z.array(
  strictObject({ id: id.optional(), match: fields.optional(), when: fields.optional(), fault: fields }),
)
const scenario = looseObject({
  name: text,
  description: text,
  seed: seed.optional(),
  dialect,
  prices,
  clock: fields.optional(),
  rules: rules.optional(),
  events: z.array(fields).optional(),
  expect: fields.optional(),
  written: looseObject({ text: z.string(), says: z.array(z.string()) }).optional(),
}).optional()

const runs = z.array(strictObject({ id, countsId: id, seed, loadedAtMs: instant, name: text, rules }))

const recover = strictObject({ after: number, to: z.number(), over: number }).optional()
const event = strictObject({
  asset: z.array(z.string()),
  at: z.number(),
  move: number,
  price: text,
  over: number,
  recover,
})

export const storedState = strictObject({
  seed,
  clock: strictObject({ mode, rate, originMs: instant, sinceMs: instant }),
  scenario,
  stopped: scenario,
  loadedAtMs: instant,
  loadedElapsedMs: number,
  countsId: id,
  runs,
  moves: z.array(strictObject({ event, atMs: instant })),
  laidAtMs: instant,
  journal: id,
})

const clock = strictObject({ mode, rate, atMs: z.union([instant, z.literal('now')]).optional() }).optional()
/** Sources are texts and objects, as control calls give them: with a path, each replica would read its own file. */
const catalogueFrom = z.array(z.union([z.instanceof(CatalogueText), fields])).optional()
export const storedOrigin = strictObject({
  change: strictObject({ seed: seed.optional(), clock, dialect, scenario, prices, catalogueFrom }),
  endsAtMs: number,
})

export const storedStatus = strictObject({
  version: z.string(),
  host: z.string(),
  sinceMs: instant,
  /** Held requests by session. */
  held: z.record(z.string(), z.int().nonnegative()),
})

export const storedSettings = z.record(z.string(), z.string())

const name = z.string().nullable()
const ms = z.number().nullable()
const word = z.union([z.string(), z.number(), z.null()])
/** Network, base, endpoint, rule, status, method, outcome, met and flaw. */
export const storedKind = z.tuple([name, name, name, name, ms, z.string(), z.string(), word, word])
export const storedEntry = strictObject({
  n: z.int().positive(),
  atMs: instant,
  realMs: instant,
  url: z.string(),
  urlLength: z.int(),
  connection: ms,
  address: name,
  userAgent: name,
  requestId: name,
  seen: z.number(),
  run: z.string(),
  headers: z.record(z.string(), z.string()).optional(),
  /** From its arrival to the call. */
  elapsedMs: z.number(),
})
export const storedValues = strictObject({ ms, goneMs: ms, retryAfterSeconds: number, left: number })

/** Reads `key` of the store; throws an UnreadableError that names it and what was expected, without its content. */
export function readAs<Value>(schema: z.ZodType<Value>, key: string, read: () => unknown): Value {
  let value: unknown
  try {
    value = read()
  } catch {
    throw new UnreadableError(key, 'expected JSON as a replica writes it')
  }
  const { success, error } = schema.safeParse(value)
  // Not zod's copy: objects that every replica has keep their identity.
  if (success) return value as Value
  const [{ path, message }] = error.issues
  throw new UnreadableError([key, ...path].join('.'), message)
}
