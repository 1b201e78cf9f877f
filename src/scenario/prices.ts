/** Prices of a scenario: points or recorded candles that replace the seeded ones. */

import * as z from 'zod'
import { columns } from '../kit/text/columns.js'
import { formatDuration } from '../kit/text/duration.js'
import { pluralize } from '../kit/text/words.js'
import type { Collected } from '../market/candle-import/collect.js'
import { isoOf, periodText } from '../market/candle-import/times.js'
import { BETWEEN, type Between, type PricePath, type RecordedCandles } from '../market/price/recorded.js'
import { givenUsd } from './events.js'
import { isSinceLoaded, moment, momentMs } from './moments.js'
import { duration, durationText, hasKnownKeys, optional, shortText } from './values.js'

const points = z
  .record(durationText, givenUsd)
  .refine((points) => Object.keys(points).length > 0, { error: 'write at least one, such as 0s: 2500' })
  .meta({
    description: 'USD at virtual times since the scenario was loaded; the exact price of that second',
    tsType: '{ readonly [at: Duration]: string | number }',
  })

const cell = (title: string) => z.union([z.number(), z.string()]).meta({ title, tsType: 'number | string' })
const rows = z
  .array(z.tuple([cell('time'), cell('open'), cell('high'), cell('low'), cell('close')]), {
    error: 'write a list of rows, each [time, open, high, low, close]',
  })
  .describe('Inline recorded candles: [time, open, high, low, close], oldest or newest first')

const MAX_ASSETS = 200
const MOMENT = 'a time since the scenario was loaded such as 0s or -1h, or an instant'

export const givenSchema = z
  .strictObject({
    points: points.optional(),
    between: optional(
      z.enum(BETWEEN),
      'Interpolation: market noise between the points, a straight line, or steps',
    ),
    candles: optional(shortText, 'A file of recorded candles, CSV or JSON; relative to the scenario file'),
    rows: rows.optional(),
    startsAt: optional(
      moment,
      `Moves the candles: when the first begins, ${MOMENT}; its recorded time by default`,
    ),
    endsAt: optional(moment, `Moves the candles: when the last ends, ${MOMENT}`),
    period: optional(
      duration.refine((ms) => ms > 0 && ms % 1000 === 0, { error: 'write whole seconds, such as 1m or 15m' }),
      'Candle period; derived from the times by default',
    ),
  })
  .refine(
    ({ points, candles, rows }) => [points, candles, rows].filter((kind) => kind !== undefined).length === 1,
    {
      error: 'write one of points, candles and rows',
      when: hasKnownKeys,
    },
  )
  .refine(({ points, between }) => points !== undefined || between === undefined, {
    error: 'between applies to points only: leave it out',
  })
  .refine(
    ({ points, startsAt, endsAt, period }) =>
      points === undefined || (startsAt ?? endsAt ?? period) === undefined,
    { error: 'startsAt, endsAt and period apply to candles and rows only: leave them out' },
  )
  .refine(({ startsAt, endsAt }) => startsAt === undefined || endsAt === undefined, {
    path: ['endsAt'],
    error: 'write startsAt or endsAt: all candles move alike',
  })
  .meta({
    oneOf: [{ required: ['points'] }, { required: ['candles'] }, { required: ['rows'] }],
    dependencies: {
      between: ['points'],
      startsAt: { anyOf: [{ required: ['candles'] }, { required: ['rows'] }], not: { required: ['endsAt'] } },
      endsAt: { anyOf: [{ required: ['candles'] }, { required: ['rows'] }] },
      period: { anyOf: [{ required: ['candles'] }, { required: ['rows'] }] },
    },
    tsName: 'PriceInput',
    description: 'Prices of an asset, instead of the seeded ones',
  })

export const pricesSchema = z
  .record(shortText, givenSchema)
  .refine((prices) => Object.keys(prices).length <= MAX_ASSETS, {
    error: `write prices of at most ${MAX_ASSETS} assets`,
  })
  .meta({ tsName: 'PricesInput', description: 'Prices of assets, by asset or token symbol' })

export type GivenInput = z.output<typeof givenSchema>

/** Edges of given candles that can be moved to a moment. */
export const EDGES = ['startsAt', 'endsAt'] as const

/** Moves all candles by whole periods, so that their first begins or their last ends at a moment, or in the period before it. */
export interface CandleMove {
  readonly edge: (typeof EDGES)[number]
  readonly to: string
}

/** Validated prices of an asset: in quanta, at times relative to their start. */
export type GivenPrices = {
  /** Decimals of the asset in the catalogue used for parsing. */
  readonly priceDecimals: number
} & (
  | {
      readonly kind: 'points'
      readonly between: Between
      readonly points: readonly { readonly atMs: number; readonly quanta: number; readonly usd: string }[]
    }
  | {
      readonly kind: 'candles'
      /** Name in messages: the file, or `rows`. */
      readonly source: string
      /** Path of the file. */
      readonly file?: string
      readonly collected: Collected
      /** Undefined to keep recorded times. */
      readonly moved: CandleMove | undefined
    }
)

/** By asset. */
export type ScenarioPrices = ReadonlyMap<string, GivenPrices>

/** Files with candles. */
export function filesOf(prices: ScenarioPrices = new Map()): string[] {
  return [...prices.values()].flatMap((given) => (given.kind === 'candles' ? (given.file ?? []) : []))
}

/** Price paths by asset, anchored at an instant. */
export function pathsOf(prices: ScenarioPrices = new Map(), atMs: number): [string, PricePath][] {
  return [...prices].map(([asset, given]) => [asset, pricePathOf(given, atMs)])
}

function pricePathOf(given: GivenPrices, atMs: number): PricePath {
  if (given.kind === 'candles') {
    const { candles } = given.collected
    return { kind: 'candles', candles, shiftSeconds: shiftOf(candles, given.moved, atMs) }
  }
  // Starts with the running tick, of which nothing was served before.
  const secondOf = (afterMs: number) => Math.floor(Math.round(atMs + afterMs) / 1000)
  const bySecond = new Map(given.points.map(({ atMs: after, quanta }) => [secondOf(after), quanta]))
  const points = [...bySecond].map(([second, quanta]) => ({ second, quanta }))
  return { kind: 'points', between: given.between, points }
}

function shiftOf(candles: RecordedCandles, move: CandleMove | undefined, loadedAtMs: number): number {
  if (move === undefined) return 0
  const { periodSeconds } = candles
  const seconds = momentMs(move.to, loadedAtMs) / 1000
  return Math.floor(seconds / periodSeconds) * periodSeconds - secondsOf(candles)[move.edge]
}

function secondsOf({ periodSeconds, runs }: RecordedCandles) {
  const last = runs[runs.length - 1]!
  return { startsAt: runs[0]!.firstSecond, endsAt: last.firstSecond + last.count * periodSeconds }
}

/** Why candles cannot move to an instant. Times since the scenario was loaded are rounded down to a period. */
export function moveProblem({ candles }: Collected, { edge, to }: CandleMove): string | undefined {
  const { periodSeconds } = candles
  const seconds = momentMs(to, 0) / 1000
  if (isSinceLoaded(to) || seconds % periodSeconds === 0) return undefined
  const period = periodText(periodSeconds)
  const before = isoOf(Math.floor(seconds / periodSeconds) * periodSeconds)
  return `a candle of ${period} cannot ${edge === 'startsAt' ? 'begin' : 'end'} at ${to}: write a multiple of ${period} in UTC, such as ${before}`
}

/** First and last price in time, virtual ms since the scenario was loaded: the market moves freely outside. */
export function reachOf(given: GivenPrices, loadedAtMs: number) {
  if (given.kind === 'points') {
    const times = given.points.map(({ atMs }) => atMs)
    return { fromMs: Math.min(...times), untilMs: Math.max(...times) }
  }
  const { candles } = given.collected
  const { startsAt, endsAt } = secondsOf(candles)
  const shift = shiftOf(candles, given.moved, loadedAtMs)
  return { fromMs: (startsAt + shift) * 1000 - loadedAtMs, untilMs: (endsAt + shift) * 1000 - loadedAtMs }
}

/** Points above this number are summarised. */
const MAX_LISTED = 12
const WAYS: Readonly<Record<Between, string>> = {
  bridge: 'interpolated by market noise',
  line: 'in straight lines',
  steps: 'in steps',
}

export function pricesInWords(prices: ScenarioPrices): string[] {
  return columns([...prices].map(([name, given]) => [name, givenInWords(given)]))
}

export function givenInWords(given: GivenPrices): string {
  if (given.kind === 'candles') return candlesInWords(given)
  const { points, between } = given
  const listed = points.map(({ atMs, usd }) => `${usd} at ${atMs === 0 ? '0s' : formatDuration(atMs)}`)
  const some =
    points.length <= MAX_LISTED
      ? listed.join(', ')
      : `${points.length} points from ${listed[0]} to ${listed.at(-1)}`
  return `${some} USD${points.length > 1 ? `, ${WAYS[between]}` : ''}`
}

function candlesInWords({ source, collected, moved }: GivenPrices & { kind: 'candles' }): string {
  const { candles, rows, holes, missing, rounded } = collected
  const { startsAt, endsAt } = secondsOf(candles)
  const place =
    moved === undefined
      ? `from ${isoOf(startsAt)} to ${isoOf(endsAt)}`
      : `of ${isoOf(startsAt)}, ${moved.edge === 'startsAt' ? `laid from ${moved.to} on` : `laid until ${moved.to}`}`
  const notes = [
    ...(holes === 0 ? [] : [`${pluralize(holes, 'hole')}, ${pluralize(missing, 'candle')} bridged`]),
    ...(rounded === 0 ? [] : [`${pluralize(rounded, 'row')} rounded, as the asset has fewer decimals`]),
  ]
  return [
    `${source}: ${pluralize(rows, 'candle')} of ${periodText(candles.periodSeconds)} ${place}`,
    ...notes,
  ].join('; ')
}
