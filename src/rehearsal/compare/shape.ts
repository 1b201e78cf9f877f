/** Shapes of JSON replies: keys, their order and types over all rows of each list. */
import { getOrCreate } from '../../kit/maps.js'
import { type Difference, difference, differenceUnless } from './difference.js'

export interface Shape {
  readonly kinds: ReadonlySet<LeafKind>
  readonly keys: ReadonlyMap<string, Member>
  readonly order: readonly string[]
  readonly items: Shape | undefined
}

interface Member {
  readonly shape: Shape
  readonly isEverywhere: boolean
}

type LeafKind =
  | 'object'
  | 'list'
  | 'null'
  | 'true or false'
  | 'number'
  | 's'
  | 'ms'
  | 'µs'
  | 'digits'
  | 'decimal text'
  | 'address'
  | 'hex'
  | 'ISO time'
  | 'text'

/** Kinds that differ only in their unit. */
const NUMBERS: readonly LeafKind[] = ['number', 's', 'ms', 'µs']

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
    [...members].map(
      ([name, own]) =>
        [name, { shape: shapeOf(own, name), isEverywhere: own.length === rows.length }] as const,
    ),
  )
  const longest = rows.reduce<string[]>((most, row) => {
    const own = Object.keys(row)
    return own.length > most.length ? own : most
  }, [])
  const items = lists.flat()
  return { kinds, keys, order: longest, items: items.length === 0 ? undefined : shapeOf(items, key) }
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
      return textKindOf(value)
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

function textKindOf(text: string): LeafKind {
  if (/^-?\d+$/.test(text)) return 'digits'
  if (/^-?\d+\.\d+$/.test(text)) return 'decimal text'
  if (/^0x[0-9a-fA-F]{40}$/.test(text)) return 'address'
  if (/^0x[0-9a-fA-F]*$/.test(text)) return 'hex'
  return /^\d{4}-\d{2}-\d{2}T[\d:.]+Z$/.test(text) ? 'ISO time' : 'text'
}

/** `where` is the endpoint, to which the path in its reply is appended. */
export function shapeDifferences(where: string, theirs: Shape, ours: Shape, path = ''): Difference[] {
  const location = `${where} ${path === '' ? 'reply' : path}`
  const found = kindDifference(location, theirs.kinds, ours.kinds)
  if (found !== undefined) return [found]
  const gone = [...ours.keys.keys()].filter((key) => !theirs.keys.has(key))
  const added = [...theirs.keys.keys()].filter((key) => !ours.keys.has(key))
  const below = (key: string) => (path === '' ? key : `${path}.${key}`)
  const at = (key: string) => `${where} ${below(key)}`
  const common = [...ours.keys].filter(([key]) => theirs.keys.has(key))
  // An empty list has no keys to compare.
  const hasRows = theirs.keys.size > 0 && ours.keys.size > 0
  const kindsOf = (shape: Shape, key: string) => kindsText(shape.keys.get(key)?.shape.kinds)
  return [
    ...(hasRows ? gone : []).map((key) => difference('key', at(key), 'gone', kindsOf(ours, key))),
    ...(hasRows ? added : []).map((key) =>
      difference('key', at(key), `new: ${kindsOf(theirs, key)}`, 'none'),
    ),
    ...orderDifference(location, theirs, ours),
    ...common.flatMap(([key, { shape, isEverywhere }]): Difference[] => {
      const other = theirs.keys.get(key)
      if (other === undefined) return []
      if (isEverywhere && !other.isEverywhere)
        return [difference('key', at(key), 'missing in some rows', 'in every row')]
      return shapeDifferences(where, other.shape, shape, below(key))
    }),
    ...(theirs.items === undefined || ours.items === undefined
      ? []
      : shapeDifferences(where, theirs.items, ours.items, `${path}[]`)),
  ]
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
  const isNumber = (kind: LeafKind) => NUMBERS.includes(kind)
  const isUnit = strange.every(isNumber) && [...ours].some(isNumber)
  return difference(isUnit ? 'unit' : 'type', where, their, our)
}

function orderDifference(where: string, theirs: Shape, ours: Shape): Difference[] {
  const common = (own: Shape, other: Shape) => own.order.filter((key) => other.order.includes(key)).join(', ')
  const [seen, wanted] = [common(theirs, ours), common(ours, theirs)]
  return differenceUnless(seen === wanted, 'order', `${where}: keys`, seen, wanted)
}

function kindsText(kinds: ReadonlySet<LeafKind> = new Set()): string {
  return [...kinds].sort().join(' or ') || 'nothing'
}
