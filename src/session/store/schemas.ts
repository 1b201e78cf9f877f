/** Schemas of documents in the store. Every document is checked when it is read, as others can write to the store. */

import * as z from 'zod'
import { looseObject, strictObject } from 'zod'
import { DIALECTS } from '../../api/endpoints/define.js'
import { CLOCK_MODES, FURTHEST_MS } from '../../kit/clock/clock.js'
import { MAX_RATE } from '../../kit/text/parse.js'
import { BETWEEN, RECORD } from '../../market/price/recorded.js'
import { CatalogueText } from '../../scenario/custom-catalogue/source.js'
import { eventSchema } from '../../scenario/events.js'
import { tokensSchema } from '../../scenario/listings.js'
import { moment } from '../../scenario/moments.js'
import { EDGES } from '../../scenario/prices.js'
import { ruleSchema } from '../../scenario/schema.js'
import { percentOf, seed } from '../../scenario/values.js'
import { streamFacts } from '../journal/stream-facts.js'
import { UnreadableError } from '../state-errors.js'

const instant = z.number().min(-FURTHEST_MS).max(FURTHEST_MS)
/** Ids are parts of keys. */
const id = z.string().max(200)
const rate = z.number().min(0).max(MAX_RATE)
const start = z.union([instant, z.literal('now')]).optional()
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
    moved: strictObject({ edge: z.enum(EDGES), to: moment }).optional(),
  }),
])
const prices = z.map(z.string(), givenPrices).optional()

/** Values of rules and events that are read from text with a unit, by key. */
const DURATIONS = new Set(
  'after at date delay drop freeze from median over p95 per retryAfter slow stale to until'.split(' '),
)
/** Lists of a match and an event, for which files may have one item alone. */
const LISTS = new Set(['asset', 'base', 'endpoint', 'method', 'network'])
const OF_LISTS = new Set(['', 'match', 'reorg'])
const isTexts = (value: unknown) => Array.isArray(value) && value.every((item) => typeof item === 'string')

/** A rule or an event as in a file, so that the schema of files checks it: no other one knows all faults. */
function asWritten(value: unknown, key = '', parent = ''): unknown {
  if (typeof value === 'number') {
    if (key === 'move' || (parent === 'recover' && key === 'to')) return percentOf(value)
    return DURATIONS.has(key) ? `${value}ms` : value
  }
  if (typeof value === 'string') return LISTS.has(key) && OF_LISTS.has(parent) ? [] : value
  if (typeof value !== 'object' || value === null) return value
  if (Array.isArray(value)) return value.map((item) => asWritten(item))
  const { resolved, first, last, ...others } = value as Readonly<Record<string, unknown>>
  if (key === 'calls') return `${first}..${last === Number.POSITIVE_INFINITY ? '' : last}`
  const given =
    key === 'match' && resolved !== undefined && Object.values(resolved as object).every(isTexts)
      ? others
      : value
  return Object.fromEntries(Object.entries(given).map(([name, item]) => [name, asWritten(item, name, key)]))
}
const written = <Schema extends z.ZodType>(schema: Schema) =>
  z
    .unknown()
    .transform((value) => asWritten(value))
    .pipe(schema as z.ZodType)
const event = written(eventSchema)
const rules = z.array(written(ruleSchema))
const scenario = looseObject({
  name: text,
  description: text,
  seed: seed.optional(),
  dialect,
  prices,
  clock: strictObject({ at: start, mode: mode.optional(), rate: rate.optional() }).optional(),
  rules: rules.optional(),
  events: z.array(event).optional(),
  tokens: tokensSchema.optional(),
  expect: fields.optional(),
  written: looseObject({ text: z.string(), says: z.array(z.string()) }).optional(),
}).optional()

const runs = z.array(strictObject({ id, countsId: id, seed, loadedAtMs: instant, name: text, rules }))

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

const clock = strictObject({ mode, rate, atMs: start }).optional()
/** Sources are texts and objects, as control calls give them: with a path, each replica would read its own file. */
const catalogueFrom = z.array(z.union([z.instanceof(CatalogueText), fields])).optional()
export const storedOrigin = strictObject({
  change: strictObject({ seed: seed.optional(), clock, dialect, scenario, prices, catalogueFrom }),
  createdAtMs: number,
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
export const storedValues = strictObject({
  ms,
  goneMs: ms,
  retryAfterSeconds: number,
  left: number,
  error: text,
  stream: streamFacts.optional(),
})

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
  const { path, message } = error.issues[0]!
  throw new UnreadableError([key, ...path].join('.'), message)
}
