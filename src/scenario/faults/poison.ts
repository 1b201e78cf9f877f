import * as z from 'zod'
import type { Layout } from '../../api/endpoints/define.js'
import {
  fieldsOf,
  layoutOf,
  listLayouts,
  mapChildren,
  type Rows,
  rowLayouts,
  someNode,
  withRows,
} from '../../api/endpoints/layout.js'
import { decimalOf, fixedDecimal, fractionDigits, trimmed } from '../../kit/numbers/decimal.js'
import { defineFault } from '../define.js'
import { only } from '../named-rows.js'

/** A corruption of values in a good reply. The reply's schema says which fields are values, times and series. */
interface Poison {
  readonly about: string
  /** Whether replies of this layout have such fields. */
  acts(layout: Layout): boolean
  edit(body: unknown, layout: Layout): unknown
}

const DAY_MS = 86_400_000
const MINUTE_MS = 60_000
const NOT_FINITE = ['NaN', 'Infinity', '-Infinity']

export const POISONS = {
  zero: values('every value is 0', (value) => (typeof value === 'string' ? '0' : 0)),
  negative: values('every value is negative', (value) =>
    typeof value === 'string' ? value.replace(/^(?=[\d.]*[1-9])/, '-') : -Math.abs(value),
  ),
  minAboveMax: {
    about: 'the lower of each pair of prices 1 % above the upper: minPrice, or the low of a candle',
    acts: (layout) => someNode(layout, ({ bound }) => bound === 'min'),
    edit: (body, layout) => withRows(body, layout, (rows, row) => rows.map((fields) => crossed(fields, row))),
  },
  scale: scaled(1000),
  number: values('values that are digit strings become numbers', Number, ({ type }) => type === 'string'),
  null: {
    about: 'every value is null; for a market without values, its market token',
    acts: (layout) => someNode(layout, ({ role }) => role === 'value' || role === 'key'),
    edit: (body, layout) =>
      withRows(body, layout, (rows, row) => {
        const role = someNode(row, isValue) ? 'value' : 'key'
        return rows.map((fields) =>
          changed(
            fields,
            row,
            (node) => node.role === role,
            () => null,
          ),
        )
      }),
  },
  duplicate: {
    about: 'the first row is repeated',
    acts: (layout) => listLayouts(layout).length > 0,
    edit: (body, layout) => withRows(body, layout, (rows) => [...rows.slice(0, 1), ...rows]),
  },
  missing: {
    about: 'the first value of each row is missing; of a candle the close, of a market its token',
    acts: (layout) => someNode(layout, ({ role }) => role === 'value' || role === 'key'),
    edit: (body, layout) => withRows(body, layout, (rows, row) => rows.map((fields) => without(fields, row))),
  },
  notFinite: values('every value is "NaN", "Infinity" or "-Infinity", by turns', (_value, index) =>
    NOT_FINITE.at(index % NOT_FINITE.length),
  ),
  milliseconds: times('times in seconds become ms', (time) => Math.round((time as number) * 1000), ['s']),
  future: times('times are one day later', later(DAY_MS)),
  undated: times('times are null', () => null),
  lagging: {
    about: 'the first row is a minute older than the others',
    acts: (layout) => rowLayouts(layout).some((row) => someNode(row, ({ role }) => role === 'time')),
    edit: (body, layout) =>
      withRows(body, layout, ([first, ...others], row) => [LATE.edit(first, row), ...others]),
  },
  ascending: series(
    'candles and rate snapshots are sorted oldest first',
    (rows) => rows.toReversed(),
    ({ order }) => order === 'descending',
  ),
  descending: series(
    'lists that are sorted oldest first, as ohlcv, are sorted newest first',
    (rows) => rows.toReversed(),
    ({ order }) => order === 'ascending',
  ),
  gap: series('the middle third of candles and rate snapshots is missing', (rows) => {
    const gap = Math.ceil((rows.length - 2) / 3)
    const start = Math.floor((rows.length - gap) / 2)
    return gap > 0 ? rows.toSpliced(start, gap) : rows
  }),
} as const satisfies Readonly<Record<string, Poison>>

export type PoisonName = keyof typeof POISONS
export const POISON_NAMES = Object.keys(POISONS) as [PoisonName, ...PoisonName[]]

const FACTOR_HINT = 'write a factor above 0, such as 1e10 or 0.001'
/** YAML parses a bare `null` as nothing; here it is a name. */
const poisonSchema = () =>
  z
    .union([
      z.enum(POISON_NAMES),
      z.null().transform(() => 'null' as const),
      z.strictObject({
        scale: z.number({ error: FACTOR_HINT }).min(1e-30, FACTOR_HINT).max(1e30, FACTOR_HINT),
      }),
    ])
    .meta({ tsType: `${quoteList(POISON_NAMES)} | { readonly scale: number }` })

const quoteList = (words: readonly string[]) => words.map((word) => `'${word}'`).join(' | ')

export const poison = defineFault({
  key: 'poison',
  about: 'bad values, as listed below; `scale` takes a factor',
  examples: ['{ poison: zero }', '{ poison: { scale: 1e10 } }', '{ poison: null, only: [DOGE] }'],
  shape: () => ({ poison: poisonSchema(), only: only() }),
  inWords: ({ poison }) => `sends bad values: ${poisonOf(poison).about}`,
  acts: ({ poison }, endpoint, dialect) => poisonOf(poison).acts(layoutOf(endpoint, dialect)),
  outcomeClass: 'wrong',
  flaw: 'poisoned',
  stage: { on: 'edit', edit: (body, { poison }, { layout }) => poisonOf(poison).edit(body, layout) },
})

function poisonOf(option: PoisonName | { readonly scale: number }): Poison {
  return typeof option === 'string' ? POISONS[option] : scaled(option.scale)
}

/** Every value times a factor, exactly: texts have more digits than numbers. Whole values stay whole. */
function scaled(factor: number): Poison {
  const [digits = '', exponent = '0'] = String(factor).split('e')
  const [whole, fraction = ''] = digits.split('.')
  const places = fractionDigits(factor)
  const multiplier = BigInt(whole + fraction) * 10n ** BigInt(Math.max(0, Number(exponent) - fraction.length))
  const scaledText = (text: string): string => {
    const [whole, fraction = ''] = text.split('.')
    const quanta = String(BigInt(whole + fraction) * multiplier)
    const all = fixedDecimal(quanta.replace('-', ''), places + fraction.length)
    const kept = fraction === '' ? all.split('.')[0]! : trimmed(all)
    return quanta.startsWith('-') ? `-${kept}` : kept
  }
  const about =
    factor < 1 ? `${Number((1 / factor).toPrecision(12))} times too small` : `${factor} times too large`
  return values(`every value is ${about}`, (value) =>
    typeof value === 'string' ? scaledText(value) : value * factor,
  )
}

function isValue({ role }: Layout): boolean {
  return role === 'value'
}

/** `change` receives the number of preceding values in the row. */
function values(
  about: string,
  change: (value: string | number, index: number) => unknown,
  is: (node: Layout) => boolean = () => true,
): Poison {
  const wanted = (node: Layout) => isValue(node) && is(node)
  return {
    about,
    acts: (layout) => someNode(layout, wanted),
    edit: (body, layout) => changed(body, layout, wanted, (value, _node, index) => change(value, index)),
  }
}

function times(
  about: string,
  change: (time: string | number, unit: Layout['unit']) => unknown,
  units: readonly Layout['unit'][] = ['s', 'ms', 'text'],
): Poison {
  const wanted = ({ role, unit }: Layout) => role === 'time' && units.includes(unit)
  return {
    about,
    acts: (layout) => someNode(layout, wanted),
    edit: (body, layout) =>
      changed(body, layout, wanted, (time, { unit }) =>
        // Seconds may be digit strings.
        unit !== 'text' && typeof time === 'string' ? String(change(Number(time), unit)) : change(time, unit),
      ),
  }
}

function later(ms: number) {
  return (time: string | number, unit: Layout['unit']) =>
    typeof time === 'string'
      ? new Date(Date.parse(time) + ms).toISOString()
      : time + (unit === 's' ? ms / 1000 : ms)
}

/** Lists sorted by time, at any depth. */
function series(
  about: string,
  change: (rows: Rows) => Rows,
  is: (node: Layout) => boolean = () => true,
): Poison {
  const wanted = (node: Layout) => node.role === 'series' && is(node)
  const edit = (part: unknown, node: Layout): unknown =>
    wanted(node) && Array.isArray(part) ? change(part) : mapChildren(part, node, edit)
  return { about, acts: (layout) => someNode(layout, wanted), edit }
}

/** `part` with selected leaves changed; null stays null. `change` receives the number of preceding leaves in the row. */
function changed(
  part: unknown,
  layout: Layout,
  wanted: (node: Layout) => boolean,
  change: (value: string | number, node: Layout, index: number) => unknown,
): unknown {
  let index = 0
  return mapChildren(part, layout, (value, node) => {
    if (!wanted(node)) return changed(value, node, wanted, change)
    return typeof value === 'string' || typeof value === 'number' ? change(value, node, index++) : value
  })
}

const LATE = times('', later(-MINUTE_MS))

function crossed(fields: unknown, row: Layout): unknown {
  const maxName = fieldsOf(row).find(([, { bound }]) => bound === 'max')?.[0] ?? ''
  const max = (fields as Readonly<Record<string, unknown>>)[maxName]
  return mapChildren(fields, row, (value, node) => {
    if (node.properties !== undefined) return crossed(value, node)
    if (node.bound !== 'min') return value
    if (typeof max !== 'string') return (max as number) * 1.01
    return max.includes('.') ? decimalOf(Number(max) * 1.01) : String((BigInt(max) * 101n) / 100n + 1n)
  })
}

/** A row, and its nested rows, without the first value; of a candle the last, as positions have no names. */
function without(fields: unknown, row: Layout): unknown {
  if (Array.isArray(fields)) return fields.slice(0, -1)
  const role = someNode(row, isValue) ? 'value' : 'key'
  const first = fieldsOf(row).find(([, node]) => node.role === role)?.[0]
  const rest = Object.entries(fields as object).filter(([name]) => name !== first)
  return mapChildren(Object.fromEntries(rest), row, (value, { items }) =>
    items && Array.isArray(value) ? value.map((inner) => without(inner, items)) : value,
  )
}
