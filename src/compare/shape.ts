/** Shapes of JSON replies: keys, their order and types over all rows of each list. */
import { getOrCreate } from '../kit/maps.js'
import { maxBy } from '../kit/numbers/lists.js'
import { type Difference, type Differences, difference } from './report.js'

interface Shape {
  readonly kinds: ReadonlySet<LeafKind>
  readonly keys: ReadonlyMap<string, { readonly shape: Shape; readonly isEverywhere: boolean }>
  readonly order: readonly string[]
  readonly items: Shape | undefined
}

/** Kinds that differ only in their unit. */
const NUMBERS = ['number', 's', 'ms', 'µs'] as const
/** The first that matches. */
const TEXTS = [
  ['digits', /^-?\d+$/],
  ['decimal text', /^-?\d+\.\d+$/],
  ['address', /^0x[0-9a-fA-F]{40}$/],
  ['hex', /^0x[0-9a-fA-F]*$/],
  ['ISO time', /^\d{4}-\d{2}-\d{2}T[\d:.]+Z$/],
] as const

type LeafKind =
  | 'object'
  | 'list'
  | 'null'
  | 'true or false'
  | (typeof NUMBERS)[number]
  | (typeof TEXTS)[number][0]
  | 'text'

/** `key` is the name of the values, which marks times. */
export function shapeOf(values: readonly unknown[], key = ''): Shape {
  const kinds = new Set(values.map((value) => kindOf(value, key)))
  const rows = values.flatMap((value) => {
    if (isTuple(value))
      return [Object.fromEntries(value.map((item, index) => [TUPLE[index] ?? String(index), item]))]
    return typeof value === 'object' && value !== null && !Array.isArray(value) ? [value as Row] : []
  })
  const lists = values.filter((value) => Array.isArray(value) && !isTuple(value)) as unknown[][]
  // One pass: a hostile reply may have as many keys as rows.
  const members = new Map<string, unknown[]>()
  for (const row of rows)
    for (const [name, value] of Object.entries(row)) getOrCreate(members, name, () => []).push(value)
  const keys = new Map(
    Array.from(members, ([name, own]) => {
      return [name, { shape: shapeOf(own, name), isEverywhere: own.length === rows.length }]
    }),
  )
  const order = maxBy(rows.map(Object.keys), ({ length }) => length) ?? []
  const items = lists.flat()
  return { kinds, keys, order, items: items.length === 0 ? undefined : shapeOf(items, key) }
}

type Row = Readonly<Record<string, unknown>>

const TUPLE = ['timestamp', 'open', 'high', 'low', 'close']

function isTuple(value: unknown): value is readonly unknown[] {
  return (
    Array.isArray(value) &&
    value.length > 0 &&
    value.every((item) => typeof item === 'number' || typeof item === 'string')
  )
}

const TIMES = /(At|timestamp|time)$/i

function kindOf(value: unknown, key: string): LeafKind {
  if (value === null) return 'null'
  switch (typeof value) {
    case 'boolean':
      return 'true or false'
    case 'number':
      return TIMES.test(key) ? unitOf(value) : 'number'
    case 'string':
      return TEXTS.find(([, pattern]) => pattern.test(value))?.[0] ?? 'text'
    default:
      return Array.isArray(value) && !isTuple(value) ? 'list' : 'object'
  }
}

/** Detects the unit by size: a time of this century has 10 digits in s, 13 in ms. */
function unitOf(time: number): LeafKind {
  if (time < 1e8) return 'number'
  if (time < 1e11) return 's'
  return time < 1e14 ? 'ms' : 'µs'
}

/** `where` is the endpoint, to which the path in its reply is appended. */
export function* shapeDifferences(where: string, theirs: Shape, ours: Shape, path = ''): Differences {
  const location = `${where} ${path === '' ? 'reply' : path}`
  const found = kindDifference(location, theirs.kinds, ours.kinds)
  if (found !== undefined) return yield found
  const below = (key: string) => (path === '' ? key : `${path}.${key}`)
  const at = (key: string) => `${where} ${below(key)}`
  // An empty list has no keys to compare.
  if (theirs.keys.size > 0 && ours.keys.size > 0) {
    for (const [key, { shape }] of ours.keys)
      if (!theirs.keys.has(key)) yield difference('key', at(key), 'gone', kindsText(shape.kinds))
    for (const [key, { shape }] of theirs.keys)
      if (!ours.keys.has(key)) yield difference('key', at(key), `new: ${kindsText(shape.kinds)}`, 'none')
  }
  const common = (own: Shape, other: Shape) => own.order.filter((key) => other.order.includes(key)).join(', ')
  const [seen, wanted] = [common(theirs, ours), common(ours, theirs)]
  if (seen !== wanted) yield difference('order', `${location}: keys`, seen, wanted)
  for (const [key, { shape, isEverywhere }] of ours.keys) {
    const other = theirs.keys.get(key)
    if (other === undefined) continue
    if (isEverywhere && !other.isEverywhere)
      yield difference('key', at(key), 'missing in some rows', 'in every row')
    else yield* shapeDifferences(where, other.shape, shape, below(key))
  }
  if (theirs.items !== undefined && ours.items !== undefined)
    yield* shapeDifferences(where, theirs.items, ours.items, `${path}[]`)
}

function kindDifference(
  where: string,
  theirs: ReadonlySet<LeafKind>,
  ours: ReadonlySet<LeafKind>,
): Difference | undefined {
  const strange = [...theirs].filter((kind) => !ours.has(kind))
  if (strange.length === 0) return undefined
  const [their, our] = [kindsText(theirs), kindsText(ours)]
  if (strange.every((kind) => kind === 'null')) return difference('null', where, `${their} at times`, our)
  const isNumber = (kind: LeafKind) => NUMBERS.some((number) => number === kind)
  const isUnit = strange.every(isNumber) && [...ours].some(isNumber)
  return difference(isUnit ? 'unit' : 'type', where, their, our)
}

function kindsText(kinds: ReadonlySet<LeafKind>): string {
  return [...kinds].sort().join(' or ') || 'nothing'
}
