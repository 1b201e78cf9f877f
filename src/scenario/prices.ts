/** Prices of a scenario: what assets cost instead of what the seed says, as points or as recorded candles. */
import * as z from 'zod'
import type { Collected } from '../candle-import/collect.js'
import { BETWEEN, type Between, type PricePath, type RecordedCandles } from '../price/recorded.js'
import { usdPrice } from './events.js'
import { duration, durationText, shortText } from './values.js'

const points = z
  .record(durationText, usdPrice)
  .refine((points) => Object.keys(points).length > 0, { error: 'write at least one, such as 0s: 2500' })
  .meta({
    description:
      'USD at virtual times since the scenario was loaded; the price of that second, to the quantum',
    tsType: '{ readonly [at: Duration]: string | number }',
  })

const cell = (title: string) => z.union([z.number(), z.string()]).meta({ title, tsType: 'number | string' })
const rows = z
  .array(z.tuple([cell('time'), cell('open'), cell('high'), cell('low'), cell('close')]), {
    error: 'write a list of rows, each [time, open, high, low, close]',
  })
  .meta({ description: 'Recorded candles in place: [time, open, high, low, close], oldest first' })

const MAX_ASSETS = 200

const givenSchema = z
  .strictObject({
    points: points.optional(),
    between: z
      .enum(BETWEEN)
      .optional()
      .meta({ description: 'From point to point: on a bridge of the market, a straight line, or in steps' }),
    candles: shortText.optional().meta({
      description: 'A file of recorded candles, CSV or JSON; its path counts from the scenario file',
    }),
    rows: rows.optional(),
    startsAt: duration.optional().meta({
      description:
        'Virtual time since the scenario was loaded at which the first candle is under way; at its own time when left out',
    }),
    period: duration.optional().meta({ description: 'Of the candles; told by their times when left out' }),
  })
  .refine(
    ({ points, candles, rows }) => [points, candles, rows].filter((kind) => kind !== undefined).length === 1,
    {
      error: 'write one of points, candles and rows',
      // A misspelt one is a problem of its own, which says more.
      when: ({ issues, value }) => issues.length === 0 && typeof value === 'object',
    },
  )
  .refine(({ points, between }) => points !== undefined || between === undefined, {
    error: 'between means something only beside points: leave it out',
  })
  .refine(({ points, startsAt, period }) => points === undefined || (startsAt ?? period) === undefined, {
    error: 'startsAt and period mean something only beside candles and rows: leave them out',
  })
  .meta({
    oneOf: [{ required: ['points'] }, { required: ['candles'] }, { required: ['rows'] }],
    dependencies: {
      between: ['points'],
      startsAt: { anyOf: [{ required: ['candles'] }, { required: ['rows'] }] },
      period: { anyOf: [{ required: ['candles'] }, { required: ['rows'] }] },
    },
    tsName: 'PriceInput',
    description: 'What an asset costs, instead of what the seed says',
  })

export const pricesSchema = z
  .record(shortText, givenSchema)
  .refine((prices) => Object.keys(prices).length <= MAX_ASSETS, {
    error: `write prices of at most ${MAX_ASSETS} assets`,
  })
  .meta({ tsName: 'PricesInput', description: 'Prices of assets, by asset or token symbol' })

export type GivenInput = z.output<typeof givenSchema>

/** What an asset costs, read and checked: in quanta, with times that count from when it is laid. */
export type GivenPrices = {
  /** Of the asset in the catalogue that they were read with. */
  readonly priceDecimals: number
} & (
  | {
      readonly kind: 'points'
      readonly between: Between
      readonly points: readonly { readonly atMs: number; readonly quanta: number; readonly usd: string }[]
    }
  | {
      readonly kind: 'candles'
      /** How they are called: their file, or `rows`. */
      readonly source: string
      /** Where that file is. */
      readonly file?: string
      readonly collected: Collected
      /** Undefined where they lie at their own times. */
      readonly startsAtMs: number | undefined
    }
)

/** By asset. */
export type ScenarioPrices = ReadonlyMap<string, GivenPrices>

/** The files that they were read from. */
export function filesOf(prices: ScenarioPrices = new Map()): string[] {
  return [...prices.values()].flatMap((given) => (given.kind === 'candles' ? (given.file ?? []) : []))
}

/** Prices as they lie in time when they are laid at an instant, by asset. */
export function pathsOf(prices: ScenarioPrices = new Map(), atMs: number): [string, PricePath][] {
  return [...prices].map(([asset, given]) => [asset, pricePathOf(given, atMs)])
}

function pricePathOf(given: GivenPrices, atMs: number): PricePath {
  if (given.kind === 'candles') {
    const { collected, startsAtMs } = given
    const { candles } = collected
    const shiftSeconds = startsAtMs === undefined ? 0 : shiftTo(candles, atMs + startsAtMs)
    return { kind: 'candles', candles, shiftSeconds }
  }
  // The tick under way has it already: nothing was told of it before these prices were.
  const secondOf = (afterMs: number) => Math.floor(Math.round(atMs + afterMs) / 1000)
  const bySecond = new Map(given.points.map(({ atMs: after, quanta }) => [secondOf(after), quanta]))
  const points = [...bySecond].map(([second, quanta]) => ({ second, quanta }))
  return { kind: 'points', between: given.between, points }
}

/** The first candle is under way at that instant: candles begin where their period does. */
function shiftTo({ periodSeconds, runs }: RecordedCandles, atMs: number): number {
  return Math.floor(atMs / 1000 / periodSeconds) * periodSeconds - runs[0].firstSecond
}
