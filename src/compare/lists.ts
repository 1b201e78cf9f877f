/** Differences of token and market lists: rows added, removed, changed, missing or in another order. */
import { pairsOf } from '../kit/maps.js'
import { maxOf } from '../kit/numbers/lists.js'
import type { ComparedAnswer } from './observations.js'
import { type Differences, difference, nameList } from './report.js'
import { type JsonRow, jsonOf } from './values.js'

export type Lists = ReturnType<typeof listsIn>

export function listsIn(answers: ComparedAnswer['answers']) {
  const at = (id: string, key?: string): unknown[] => {
    const reply = jsonOf(answers[id]?.body ?? '') as Record<string, unknown> | undefined
    const list = key === undefined ? reply : reply?.[key]
    return Array.isArray(list) ? list : []
  }
  const rows = (id: string, key?: string) =>
    at(id, key).filter((row): row is JsonRow => typeof row === 'object' && row !== null)
  return {
    tokens: rows('tokens', 'tokens'),
    tickers: rows('tickers'),
    signedPrices: rows('signed-prices', 'signedPrices'),
    markets: rows('markets', 'markets'),
    marketsInfo: rows('markets-info', 'markets'),
    rates: rows('rates'),
    candles: at('candles', 'candles').filter((row): row is number[] => Array.isArray(row)),
  }
}

/** Lists of the catalogue, by the key of their rows and of their names. */
const TOKENS = { kind: 'token', list: 'tokens', by: 'address', called: 'symbol' } as const
const MARKETS = { kind: 'market', list: 'markets', by: 'marketToken', called: 'name' } as const

/** Lists with a row per token or market. */
const FOLLOWING = [
  { where: 'tickers', list: 'tickers', by: 'tokenAddress', about: TOKENS },
  { where: 'signed-prices', list: 'signedPrices', by: 'tokenAddress', about: TOKENS },
  { where: 'markets-info', list: 'marketsInfo', by: 'marketToken', about: MARKETS },
  { where: 'rates', list: 'rates', by: 'marketAddress', about: MARKETS },
] as const

/** Skips endpoints without an answer, which already differ in status. */
export function* listDifferences(both: Both<Lists>, isAnswered: (id: string) => boolean): Differences {
  const all = [
    ...[TOKENS, MARKETS].flatMap((catalogued) => [...catalogueDifferences(catalogued, both)]),
    ...FOLLOWING.flatMap((following) => [...rowDifferences(following, both)]),
    ...timeDifferences(both),
  ]
  yield* all.filter(({ where }) => isAnswered(where.split(/[ :]/)[0]!))
}

type Both<Part> = readonly [theirs: Part, ours: Part]

const ofBoth = <Part, Value>([theirs, ours]: Both<Part>, of: (part: Part) => Value): Both<Value> => [
  of(theirs),
  of(ours),
]
const idOf = (row: JsonRow, by: string) => String(row[by]).toLowerCase()
const byId = (rows: readonly JsonRow[], by: string) => new Map(rows.map((row) => [idOf(row, by), row]))

function* catalogueDifferences(about: typeof TOKENS | typeof MARKETS, both: Both<Lists>): Differences {
  const { kind, list, by, called } = about
  const [theirs, ours] = [both[0][list], both[1][list]]
  if (theirs.length === 0) {
    if (ours.length > 0) yield difference('list', list, 'no rows', String(ours.length))
    return
  }
  const [their, our] = [byId(theirs, by), byId(ours, by)]
  const added = theirs.filter((row) => !our.has(idOf(row, by))).map((row) => String(row[called]))
  const gone = ours.filter((row) => !their.has(idOf(row, by))).map((row) => String(row[called]))
  if (added.length > 0) yield difference(kind, list, `new: ${nameList(added)}`, 'none')
  if (gone.length > 0) yield difference(kind, list, `gone: ${nameList(gone)}`, `${ours.length} rows`)
  for (const row of ours) {
    const other = their.get(idOf(row, by)) ?? {}
    for (const [key, value] of Object.entries(row))
      if (Object.hasOwn(other, key) && !isSame(other[key], value))
        yield difference(
          kind,
          `${list} ${row[called]}.${key}`,
          JSON.stringify(other[key]),
          JSON.stringify(value),
        )
  }
  yield* orderDifference(list, by, [theirs, ours])
}

/** Ignores a difference in type, which the shape reports. */
function isSame(a: unknown, b: unknown): boolean {
  if (typeof a === 'string' && typeof b === 'string') return a.toLowerCase() === b.toLowerCase()
  return typeof a !== typeof b || a === b
}

function* rowDifferences(following: (typeof FOLLOWING)[number], both: Both<Lists>): Differences {
  const { where, list, by, about } = following
  const [theirs, ours] = both
  const [known, here] = ofBoth(both, (lists) => byId(lists[about.list], about.by))
  const isCommon = (row: JsonRow) => known.size === 0 || (known.has(idOf(row, by)) && here.has(idOf(row, by)))
  const namesOf = (rows: readonly JsonRow[]) =>
    nameList(rows.map((row) => String(here.get(idOf(row, by))?.[about.called] ?? row[by])))
  const [their, our] = ofBoth(both, (lists) => byId(lists[list], by))
  const missing = ours[list].filter((row) => isCommon(row) && !their.has(idOf(row, by)))
  const more = theirs[list].filter(
    (row) => (isCommon(row) || !known.has(idOf(row, by))) && !our.has(idOf(row, by)),
  )
  const [theirCount, ourCount] = ofBoth(both, (lists) => `${lists[list].length} rows`)
  if (missing.length > 0)
    yield difference('list', where, `${theirCount}, without ${namesOf(missing)}`, ourCount)
  if (more.length > 0) yield difference('list', where, `also ${namesOf(more)}`, ourCount)
  yield* orderDifference(where, by, [theirs[list], ours[list]])
}

function* orderDifference(where: string, by: string, both: Both<readonly JsonRow[]>): Differences {
  const [their, our] = ofBoth(both, (rows) => byId(rows, by))
  const seen = [...their.keys()].filter((id) => our.has(id))
  const wanted = [...our.keys()].filter((id) => their.has(id))
  const at = seen.findIndex((id, index) => id !== wanted[index])
  const theirRow = `${seen[at]} is row ${at + 1} of the common rows`
  if (at >= 0) yield difference('order', `${where}: rows`, theirRow, wanted[at]!)
}

export function snapshotsOf(row: JsonRow): readonly JsonRow[] {
  return Array.isArray(row['ratesSnapshots']) ? row['ratesSnapshots'] : []
}

/** Checks that candles and snapshots are newest first and as many as requested. */
function* timeDifferences([theirs, ours]: Both<Lists>): Differences {
  const isFalling = (values: readonly unknown[]) =>
    pairsOf(values.map(Number)).every(([before, time]) => !(time > before))
  const isFallingRow = (row: JsonRow) => isFalling(snapshotsOf(row).map(({ timestamp }) => timestamp))
  const ORDER = ['not newest first', 'newest first'] as const
  const countOf = (lists: Lists) => `${lists.candles.length} rows`
  if (!isFalling(theirs.candles.map(([time]) => time))) yield difference('order', 'candles: rows', ...ORDER)
  if (countOf(theirs) !== countOf(ours)) yield difference('list', 'candles', countOf(theirs), countOf(ours))
  if (!theirs.rates.every(isFallingRow)) yield difference('order', 'rates ratesSnapshots: rows', ...ORDER)
  const [their, our] = ofBoth([theirs, ours], ({ rates }) =>
    maxOf(
      rates.map((row) => snapshotsOf(row).length),
      0,
    ),
  )
  // The count varies by one around the full hour.
  if (theirs.rates.length > 0 && Math.abs(their - our) > 1)
    yield difference('list', 'rates ratesSnapshots', `${their} rows`, `${our} rows`)
}
