/** Differences of token and market lists: rows added, removed, changed, missing or in another order. */
import { type Difference, difference, differenceUnless, nameList } from './difference.js'
import type { ComparedAnswer } from './observations.js'
import { type JsonRow, jsonOf } from './values.js'

export interface Lists {
  readonly tokens: readonly JsonRow[]
  readonly tickers: readonly JsonRow[]
  readonly signedPrices: readonly JsonRow[]
  readonly markets: readonly JsonRow[]
  readonly marketsInfo: readonly JsonRow[]
  readonly rates: readonly JsonRow[]
  readonly candles: readonly (readonly number[])[]
}

export function listsIn(answers: ComparedAnswer['answers']): Lists {
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

interface Catalogued {
  readonly kind: 'token' | 'market'
  readonly list: 'tokens' | 'markets'
  readonly by: string
  readonly called: string
}

const TOKENS: Catalogued = { kind: 'token', list: 'tokens', by: 'address', called: 'symbol' }
const MARKETS: Catalogued = { kind: 'market', list: 'markets', by: 'marketToken', called: 'name' }

interface Following {
  readonly where: string
  readonly list: 'tickers' | 'signedPrices' | 'marketsInfo' | 'rates'
  readonly by: string
  readonly about: Catalogued
}

const FOLLOWING: readonly Following[] = [
  { where: 'tickers', list: 'tickers', by: 'tokenAddress', about: TOKENS },
  { where: 'signed-prices', list: 'signedPrices', by: 'tokenAddress', about: TOKENS },
  { where: 'markets-info', list: 'marketsInfo', by: 'marketToken', about: MARKETS },
  { where: 'rates', list: 'rates', by: 'marketAddress', about: MARKETS },
]

/** Skips endpoints without an answer, which already differ in status. */
export function listDifferences(
  theirs: Lists,
  ours: Lists,
  isAnswered: (id: string) => boolean,
): Difference[] {
  const all = [
    ...[TOKENS, MARKETS].flatMap((catalogued) => catalogueDifferences(catalogued, theirs, ours)),
    ...FOLLOWING.flatMap((following) => rowDifferences(following, theirs, ours)),
    ...timeDifferences(theirs, ours),
  ]
  return all.filter(({ where }) => isAnswered(where.split(/[ :]/)[0]))
}

const idOf = (row: JsonRow, by: string) => String(row[by]).toLowerCase()
const byId = (rows: readonly JsonRow[], by: string) => new Map(rows.map((row) => [idOf(row, by), row]))

function catalogueDifferences(
  { kind, list, by, called }: Catalogued,
  { [list]: theirs }: Lists,
  { [list]: ours }: Lists,
): Difference[] {
  if (theirs.length === 0)
    return differenceUnless(ours.length === 0, 'list', list, 'no rows', String(ours.length))
  const [their, our] = [byId(theirs, by), byId(ours, by)]
  const added = theirs.filter((row) => !our.has(idOf(row, by))).map((row) => String(row[called]))
  const gone = ours.filter((row) => !their.has(idOf(row, by))).map((row) => String(row[called]))
  const changed = ours.flatMap((row) => {
    const other = their.get(idOf(row, by)) ?? {}
    return Object.keys(row)
      .filter((key) => Object.hasOwn(other, key) && !isSame(other[key], row[key]))
      .map((key) =>
        difference(
          kind,
          `${list} ${row[called]}.${key}`,
          JSON.stringify(other[key]),
          JSON.stringify(row[key]),
        ),
      )
  })
  return [
    ...differenceUnless(added.length === 0, kind, list, `new: ${nameList(added)}`, 'none'),
    ...differenceUnless(gone.length === 0, kind, list, `gone: ${nameList(gone)}`, `${ours.length} rows`),
    ...changed,
    ...orderDifference(list, by, theirs, ours),
  ]
}

/** Ignores a difference in type, which the shape reports. */
function isSame(a: unknown, b: unknown): boolean {
  return (
    typeof a !== typeof b ||
    (typeof a === 'string' && typeof b === 'string' ? a.toLowerCase() === b.toLowerCase() : a === b)
  )
}

function rowDifferences({ where, list, by, about }: Following, theirs: Lists, ours: Lists): Difference[] {
  const [known, here] = [theirs, ours].map((lists) => byId(lists[about.list], about.by))
  const isCommon = (row: JsonRow) => known.size === 0 || (known.has(idOf(row, by)) && here.has(idOf(row, by)))
  const nameOf = (row: JsonRow) => String(here.get(idOf(row, by))?.[about.called] ?? row[by])
  const [their, our] = [theirs, ours].map((lists) => byId(lists[list], by))
  const missing = ours[list].filter((row) => isCommon(row) && !their.has(idOf(row, by)))
  const more = theirs[list].filter(
    (row) => (isCommon(row) || !known.has(idOf(row, by))) && !our.has(idOf(row, by)),
  )
  const without = `${theirs[list].length} rows, without ${nameList(missing.map(nameOf))}`
  const ourCount = `${ours[list].length} rows`
  return [
    ...differenceUnless(missing.length === 0, 'list', where, without, ourCount),
    ...differenceUnless(more.length === 0, 'list', where, `also ${nameList(more.map(nameOf))}`, ourCount),
    ...orderDifference(where, by, theirs[list], ours[list]),
  ]
}

function orderDifference(where: string, by: string, theirs: readonly JsonRow[], ours: readonly JsonRow[]) {
  const [their, our] = [byId(theirs, by), byId(ours, by)]
  const seen = [...their.keys()].filter((id) => our.has(id))
  const wanted = [...our.keys()].filter((id) => their.has(id))
  const at = seen.findIndex((id, index) => id !== wanted[index])
  const theirRow = `${seen[at]} is row ${at + 1} of the common rows`
  return differenceUnless(at < 0, 'order', `${where}: rows`, theirRow, wanted[at])
}

export function snapshotsOf(row: JsonRow): readonly JsonRow[] {
  return Array.isArray(row['ratesSnapshots']) ? row['ratesSnapshots'] : []
}

/** Checks that candles and snapshots are newest first and as many as requested. */
function timeDifferences(theirs: Lists, ours: Lists): Difference[] {
  const isFalling = (values: readonly unknown[]) => {
    const times = values.map(Number)
    return times.every((time, index) => index === 0 || !(time > times[index - 1]))
  }
  const maxSnapshots = ({ rates }: Lists) =>
    rates.reduce((most, row) => Math.max(most, snapshotsOf(row).length), 0)
  const isFallingRow = (row: JsonRow) => isFalling(snapshotsOf(row).map(({ timestamp }) => timestamp))
  const [their, our] = [maxSnapshots(theirs), maxSnapshots(ours)]
  // The count varies by one around the full hour.
  const isAsMany = theirs.rates.length === 0 || Math.abs(their - our) <= 1
  const ORDER = ['not newest first', 'newest first'] as const
  return [
    ...differenceUnless(isFalling(theirs.candles.map(([time]) => time)), 'order', 'candles: rows', ...ORDER),
    ...differenceUnless(
      theirs.candles.length === ours.candles.length,
      'list',
      'candles',
      `${theirs.candles.length} rows`,
      `${ours.candles.length} rows`,
    ),
    ...differenceUnless(theirs.rates.every(isFallingRow), 'order', 'rates ratesSnapshots: rows', ...ORDER),
    ...differenceUnless(isAsMany, 'list', 'rates ratesSnapshots', `${their} rows`, `${our} rows`),
  ]
}
