/**
 * The poisons: ways in which the values of a good reply can be wrong. Each is told by the shape of what it meets, not by
 * the endpoint, so that it holds for either dialect; what means nothing for a reply leaves it as it is.
 *
 * | word | in a candle | in any other row |
 * |---|---|---|
 * | value | open, high, low, close | a string of digits (prices, amounts, rates), `decimals` |
 * | time | the timestamp | updatedAt, timestamp, createdAt, minBlockTimestamp, maxBlockTimestamp |
 * | series | the candles | the ratesSnapshots of each market |
 */
import { type Fields, isCandle, isFields, mapFields, withRows } from './rows.js'

interface Poison {
  readonly about: string
  edit(body: unknown): unknown
}

type Rows = readonly unknown[]

const DAY_SECONDS = 86_400
/** A number above this is in ms rather than in seconds, for any date of interest. */
const LEAST_MS = 1e11
const NOT_FINITE = ['NaN', 'Infinity', '-Infinity']

export const POISONS = {
  zero: values('every value is 0', (value) => (typeof value === 'string' ? '0' : 0)),
  negative: values('every value is below 0', (value) =>
    typeof value === 'string' ? value.replace(/^(?=[1-9])/, '-') : -Math.abs(value),
  ),
  minAboveMax: rows('minPrice 1 % above maxPrice; a candle with its low above its high', crossed),
  scale: values('every value a thousand times too large', (value) =>
    typeof value === 'string' ? value.replace(/(?<=[1-9].*)$/, '000') : value * 1000,
  ),
  number: values('values that are strings of digits come as numbers', Number),
  null: rows('every value is null; a market without values: its market token', (row) =>
    isValueless(row) ? { ...row, marketToken: null } : changed(row, { value: () => null }),
  ),
  duplicate: list('the first row comes twice', ([first, ...rest]) =>
    first === undefined ? [] : [first, first, ...rest],
  ),
  missing: rows(
    'the first value of each row is left out; of a candle the close, of a market its token',
    without,
  ),
  notFinite: values('every value is "NaN", "Infinity" or "-Infinity", by turns', (_value, index) =>
    NOT_FINITE.at(index % NOT_FINITE.length),
  ),
  milliseconds: times('times are in ms instead of seconds', (seconds) =>
    seconds < LEAST_MS ? Math.round(seconds * 1000) : seconds,
  ),
  future: times('times are one day later', (time) => time + DAY_SECONDS * (time < LEAST_MS ? 1 : 1000)),
  ascending: series('oldest first', (rows) => rows.toReversed()),
  gap: series('the middle third is missing', (rows) => {
    const gap = Math.ceil((rows.length - 2) / 3)
    const start = Math.floor((rows.length - gap) / 2)
    return gap > 0 ? rows.toSpliced(start, gap) : rows
  }),
} as const satisfies Readonly<Record<string, Poison>>

export type PoisonName = keyof typeof POISONS
export const POISON_NAMES = Object.keys(POISONS) as [PoisonName, ...PoisonName[]]

function list(about: string, change: (rows: Rows) => Rows): Poison {
  return { about, edit: (body) => withRows(body, change) }
}

function rows(about: string, change: (row: unknown) => unknown): Poison {
  return list(about, (rows) => rows.map(change))
}

/** `change` gets how many values of the row came before. */
function values(about: string, change: (value: string | number, index: number) => unknown): Poison {
  return rows(about, (row) => changed(row, { value: change }))
}

function times(about: string, change: (time: number) => number): Poison {
  return rows(about, (row) => changed(row, { time: change }))
}

/** Lists whose rows stand in the order of time. */
function series(about: string, change: (rows: Rows) => Rows): Poison {
  return list(about, (rows) =>
    rows.every(isCandle)
      ? change(rows)
      : rows.map((row) =>
          isFields(row) ? mapFields(row, (_, inner) => (Array.isArray(inner) ? change(inner) : inner)) : row,
        ),
  )
}

interface Changes {
  value?(value: string | number, index: number): unknown
  time?(time: number): number
}

/** A row with its values and times changed, those of the rows within it too. */
function changed(row: unknown, changes: Changes): unknown {
  const { value = (same: string | number) => same, time = (same: number) => same } = changes
  if (isCandle(row)) {
    const [timestamp, ...prices] = row
    return [time(timestamp as number), ...prices.map((price, index) => value(price as number, index))]
  }
  if (!isFields(row)) return row
  let index = 0
  return mapFields(row, (name, field) => {
    if (Array.isArray(field)) return field.map((inner) => changed(inner, changes))
    if (TIMES.has(name)) return changedTime(field, time)
    return isValue(name, field) ? value(field, index++) : field
  })
}

const TIMES = new Set(['updatedAt', 'timestamp', 'createdAt', 'minBlockTimestamp', 'maxBlockTimestamp'])

/** Also a time that is text (ISO 8601), which has no unit to get wrong: milliseconds leave it as it is. */
function changedTime(field: unknown, change: (time: number) => number): unknown {
  if (typeof field === 'number') return change(field)
  return typeof field === 'string' ? new Date(change(Date.parse(field))).toISOString() : field
}

function isValue(name: string, field: unknown): field is string | number {
  return name === 'decimals' || (name !== 'id' && typeof field === 'string' && /^-?\d+$/.test(field))
}

const PAIRS = [
  ['minPrice', 'maxPrice'],
  ['minPriceFull', 'maxPriceFull'],
] as const

function crossed(row: unknown): unknown {
  if (isCandle(row)) {
    const [timestamp, open, high, low, close] = row
    return [timestamp, open, low, (high as number) * 1.01, close]
  }
  if (!isFields(row)) return row
  const most = PAIRS.filter(([, max]) => typeof row[max] === 'string')
  return {
    ...row,
    ...Object.fromEntries(
      most.map(([min, max]) => [min, String((BigInt(row[max] as string) * 101n) / 100n + 1n)]),
    ),
  }
}

function isValueless(row: unknown): row is Fields {
  return (
    isFields(row) &&
    'marketToken' in row &&
    !Object.entries(row).some(([name, field]) => isValue(name, field))
  )
}

function without(row: unknown): unknown {
  if (isCandle(row)) return row.slice(0, -1)
  if (!isFields(row)) return row
  const first = Object.entries(row).find(([name, field]) => isValue(name, field))?.[0] ?? 'marketToken'
  return Object.fromEntries(
    Object.entries(row)
      .filter(([name]) => name !== first)
      .map(([name, field]) => [name, Array.isArray(field) ? field.map(without) : field]),
  )
}
