/** Kinds and assets of the catalogue, from their records. */
import { refused } from './fixture.js'
import type { AssetRecord, KindRecord } from './schema.js'
import type { Asset, Kind } from './types.js'

type AssetRecords = Readonly<Record<string, AssetRecord>>
type Kinds = ReadonlyMap<string, Kind>

const DEFAULT_KIND = { stable: 'stable', other: 'altcoin' } as const

/** Kinds by name; throws if factors explain more than the whole variance. */
export function toKinds(records: Readonly<Record<string, KindRecord>>): Map<string, Kind> {
  for (const name of Object.values(DEFAULT_KIND))
    if (!Object.hasOwn(records, name))
      throw refused('assets.json', ['kinds'], `${name} is missing`, 'add it: assets without a kind are of it')
  for (const [name, { loadings }] of Object.entries(records))
    if (Object.values(loadings).reduce((sum, loading) => sum + loading * loading, 0) >= 1)
      throw refused(
        'assets.json',
        ['kinds', name, 'loadings'],
        `saw ${JSON.stringify(loadings)}`,
        'write loadings whose squares sum up to less than 1',
      )
  return new Map(Object.entries(records))
}

/** Assets by name, in file order; throws for prices that are not whole quanta, and for invalid `follows`. */
export function toAssets(records: AssetRecords, kinds: Kinds): Map<string, Asset> {
  return new Map(
    Object.entries(records).map(([name, record]) => [name, toAsset(name, record, records, kinds)]),
  )
}

export function toAsset(name: string, record: AssetRecord, records: AssetRecords, kinds: Kinds): Asset {
  const { priceUsd, priceDecimals, annualVolatility, follows } = record
  const leader = leaderOf(name, record, records)
  const { stable = false, kind = stable ? DEFAULT_KIND.stable : DEFAULT_KIND.other } = leader
  const found = kinds.get(kind)
  if (found === undefined)
    throw refused(
      'assets.json',
      ['assets', name, 'kind'],
      `saw ${JSON.stringify(kind)}`,
      `write one of ${[...kinds.keys()].join(', ')}`,
    )
  const baseQuanta = shiftDecimals(priceUsd, priceDecimals)
  if (!Number.isSafeInteger(baseQuanta))
    throw refused(
      'assets.json',
      ['assets', name, 'priceDecimals'],
      `saw ${priceDecimals}, by which ${priceUsd} USD are ${baseQuanta} quanta`,
      'write as many as yield an integer below 2^53',
    )
  const { loadings, hours } = found
  return { name, priceUsd, priceDecimals, baseQuanta, annualVolatility, stable, loadings, hours, follows }
}

/** The record that drives `name`: its own, or that of the asset it follows, which it must not contradict. */
function leaderOf(name: string, record: AssetRecord, records: AssetRecords): AssetRecord {
  const { follows } = record
  if (follows === undefined) return record
  const refuse = (key: keyof AssetRecord, hint: string) =>
    refused('assets.json', ['assets', name, key], `saw ${JSON.stringify(record[key])}`, hint)
  if (!Object.hasOwn(records, follows)) throw refuse('follows', 'write the name of an asset of this file')
  const leader = records[follows]
  if (follows === name || leader.follows !== undefined)
    throw refuse('follows', 'write an asset that does not follow another')
  for (const key of ['stable', 'kind'] as const)
    if (record[key] !== undefined) throw refuse(key, `remove it, that of ${follows} holds`)
  if (record.annualVolatility !== leader.annualVolatility)
    throw refuse('annualVolatility', `write ${leader.annualVolatility}, that of ${follows}`)
  return leader
}

/** `value` x 10^places in exact decimal arithmetic: 0.0748 by 8 is 7480000, unlike the binary product. */
function shiftDecimals(value: number, places: number): number {
  const [digits, exponent = '0'] = String(value).split('e')
  return Number(`${digits}e${Number(exponent) + places}`)
}
