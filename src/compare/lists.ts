/** The lists of tokens and markets: what came, went or changed, which rows are missing elsewhere, and in which order they stand. */
import type { Difference, Kind } from './difference.js'
import { named } from './difference.js'
import { jsonOf } from './json.js'
import type { Observed } from './observed.js'

export type Row = Readonly<Record<string, unknown>>

/** What one source says, parsed. */
export interface Lists {
  readonly tokens: readonly Row[]
  readonly tickers: readonly Row[]
  readonly signedPrices: readonly Row[]
  readonly markets: readonly Row[]
  readonly marketsInfo: readonly Row[]
  readonly rates: readonly Row[]
  readonly candles: readonly (readonly number[])[]
}

export function listsIn(answers: Observed['answers']): Lists {
  const at = (id: string, key?: string): unknown[] => {
    const reply = jsonOf(answers[id]?.body ?? '') as Record<string, unknown> | undefined
    const list = key === undefined ? reply : reply?.[key]
    return Array.isArray(list) ? list : []
  }
  const rows = (id: string, key?: string) =>
    at(id, key).filter((row): row is Row => typeof row === 'object' && row !== null)
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

/** One list's rows by what they are about. */
interface Keyed {
  readonly kind: Kind
  readonly where: string
  /** The key whose value tells rows apart, and the one by which a person knows them. */
  readonly by: string
  readonly called: string
}

const TOKENS: Keyed = { kind: 'token', where: 'tokens', by: 'address', called: 'symbol' }
const MARKETS: Keyed = { kind: 'market', where: 'markets', by: 'marketToken', called: 'name' }

/** What the status tells already is not told of the list again. */
export function listDifferences(
  theirs: Lists,
  ours: Lists,
  isAnswered: (id: string) => boolean,
): Difference[] {
  const all = [
    ...catalogueDifferences(TOKENS, theirs.tokens, ours.tokens),
    ...catalogueDifferences(MARKETS, theirs.markets, ours.markets),
    ...rowDifferences(
      'tickers',
      'tokenAddress',
      theirs.tickers,
      ours.tickers,
      TOKENS,
      theirs.tokens,
      ours.tokens,
    ),
    ...rowDifferences(
      'signed-prices',
      'tokenAddress',
      theirs.signedPrices,
      ours.signedPrices,
      TOKENS,
      theirs.tokens,
      ours.tokens,
    ),
    ...rowDifferences(
      'markets-info',
      'marketToken',
      theirs.marketsInfo,
      ours.marketsInfo,
      MARKETS,
      theirs.markets,
      ours.markets,
    ),
    ...rowDifferences(
      'rates',
      'marketAddress',
      theirs.rates,
      ours.rates,
      MARKETS,
      theirs.markets,
      ours.markets,
    ),
    ...timeDifferences(theirs, ours),
  ]
  return all.filter(({ where }) => isAnswered(where.split(/[ :]/)[0]))
}

const idOf = (row: Row, by: string) => String(row[by]).toLowerCase()
const byId = (rows: readonly Row[], by: string) => new Map(rows.map((row) => [idOf(row, by), row]))

/** A list that others follow: each row that came, went or changed. */
function catalogueDifferences(
  { kind, where, by, called }: Keyed,
  theirs: readonly Row[],
  ours: readonly Row[],
): Difference[] {
  if (theirs.length === 0)
    return ours.length === 0 ? [] : [{ kind: 'list', where, theirs: 'no rows', ours: `${ours.length}` }]
  const [their, our] = [byId(theirs, by), byId(ours, by)]
  const come = theirs.filter((row) => !our.has(idOf(row, by))).map((row) => String(row[called]))
  const gone = ours.filter((row) => !their.has(idOf(row, by))).map((row) => String(row[called]))
  const changed = ours.flatMap((row): Difference[] => {
    const other = their.get(idOf(row, by))
    const keys = Object.keys(row).filter(
      (key) => other !== undefined && Object.hasOwn(other, key) && !isSame(other[key], row[key]),
    )
    return keys.map((key) => ({
      kind,
      where: `${where} ${row[called]}.${key}`,
      theirs: JSON.stringify(other?.[key]),
      ours: JSON.stringify(row[key]),
    }))
  })
  return [
    ...(come.length === 0 ? [] : [{ kind, where, theirs: `new: ${named(come)}`, ours: 'none' }]),
    ...(gone.length === 0
      ? []
      : [{ kind, where, theirs: `gone: ${named(gone)}`, ours: `${ours.length} rows` }]),
    ...changed,
    ...orderDifference(where, by, theirs, ours),
  ]
}

/** Another type is told by the shape. */
function isSame(a: unknown, b: unknown): boolean {
  return (
    typeof a !== typeof b ||
    (typeof a === 'string' && typeof b === 'string' ? a.toLowerCase() === b.toLowerCase() : a === b)
  )
}

/** A list whose rows are about those of another: a row is missing or too many where both sources have what it is about. */
function rowDifferences(
  where: string,
  by: string,
  theirs: readonly Row[],
  ours: readonly Row[],
  about: Keyed,
  theirCatalogue: readonly Row[],
  ourCatalogue: readonly Row[],
): Difference[] {
  const [known, here] = [byId(theirCatalogue, about.by), byId(ourCatalogue, about.by)]
  const isCommon = (row: Row) =>
    theirCatalogue.length === 0 || (known.has(idOf(row, by)) && here.has(idOf(row, by)))
  const nameOf = (row: Row) => String(here.get(idOf(row, by))?.[about.called] ?? row[by])
  const [their, our] = [byId(theirs, by), byId(ours, by)]
  const missing = ours.filter((row) => isCommon(row) && !their.has(idOf(row, by)))
  const more = theirs.filter((row) => (isCommon(row) || !known.has(idOf(row, by))) && !our.has(idOf(row, by)))
  return [
    ...(missing.length === 0
      ? []
      : [
          {
            kind: 'list' as const,
            where,
            theirs: `${theirs.length} rows, without ${named(missing.map(nameOf))}`,
            ours: `${ours.length} rows`,
          },
        ]),
    ...(more.length === 0
      ? []
      : [
          {
            kind: 'list' as const,
            where,
            theirs: `also ${named(more.map(nameOf))}`,
            ours: `${ours.length} rows`,
          },
        ]),
    ...orderDifference(where, by, theirs, ours),
  ]
}

/** The order of the rows that both have. */
function orderDifference(
  where: string,
  by: string,
  theirs: readonly Row[],
  ours: readonly Row[],
): Difference[] {
  const [their, our] = [byId(theirs, by), byId(ours, by)]
  const seen = [...their.keys()].filter((id) => our.has(id))
  const wanted = [...our.keys()].filter((id) => their.has(id))
  const at = seen.findIndex((id, index) => id !== wanted[index])
  if (at < 0) return []
  return [
    {
      kind: 'order',
      where: `${where}: rows`,
      theirs: `${seen[at]} is row ${at + 1} of those that both have`,
      ours: `${wanted[at]}`,
    },
  ]
}

/** The snapshots of a market's rates. */
export function snapshotsOf(row: Row): readonly Row[] {
  return Array.isArray(row['ratesSnapshots']) ? row['ratesSnapshots'] : []
}

/** Candles and snapshots: newest first, and as many as were asked for. */
function timeDifferences(theirs: Lists, ours: Lists): Difference[] {
  const timesOf = (list: readonly unknown[]) => list.map(Number)
  const candleTimes = timesOf(theirs.candles.map(([time]) => time))
  const isFalling = (times: readonly number[]) =>
    times.every((time, index) => index === 0 || !(time > times[index - 1]))
  const found: Difference[] = []
  if (!isFalling(candleTimes))
    found.push({ kind: 'order', where: 'candles: rows', theirs: 'not newest first', ours: 'newest first' })
  if (theirs.candles.length !== ours.candles.length)
    found.push({
      kind: 'list',
      where: 'candles',
      theirs: `${theirs.candles.length} rows`,
      ours: `${ours.candles.length} rows`,
    })
  if (!theirs.rates.every((row) => isFalling(timesOf(snapshotsOf(row).map(({ timestamp }) => timestamp)))))
    found.push({
      kind: 'order',
      where: 'rates ratesSnapshots: rows',
      theirs: 'not newest first',
      ours: 'newest first',
    })
  const most = (rows: readonly Row[]) =>
    rows.reduce((count, row) => Math.max(count, snapshotsOf(row).length), 0)
  // One more or less as the hour turns.
  if (theirs.rates.length > 0 && Math.abs(most(theirs.rates) - most(ours.rates)) > 1)
    found.push({
      kind: 'list',
      where: 'rates ratesSnapshots',
      theirs: `${most(theirs.rates)} rows`,
      ours: `${most(ours.rates)} rows`,
    })
  return found
}
