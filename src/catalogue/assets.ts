import { refused } from './fixture.js'
import type { AssetRecord } from './schema.js'
import type { Asset } from './types.js'

type Records = Readonly<Record<string, AssetRecord>>

const DEFAULT_COUPLING = 0.8

/** The assets by name, in the file's order; throws for prices that are no whole quanta and for tangled `follows`. */
export function toAssets(records: Records): Map<string, Asset> {
  return new Map(Object.entries(records).map(([name, record]) => [name, toAsset(name, record, records)]))
}

export function toAsset(name: string, record: AssetRecord, records: Records): Asset {
  const { priceUsd, priceDecimals, annualVolatility, follows } = record
  const { stable = false, coupling = stable ? 0 : DEFAULT_COUPLING } = leaderOf(name, record, records)
  const baseQuanta = shiftDecimals(priceUsd, priceDecimals)
  if (!Number.isSafeInteger(baseQuanta))
    throw refused(
      'assets.json',
      ['assets', name, 'priceDecimals'],
      `saw ${priceDecimals}, by which ${priceUsd} USD are ${baseQuanta} quanta`,
      'write as many as make that a whole number below 2^53',
    )
  return { name, priceUsd, priceDecimals, baseQuanta, annualVolatility, stable, coupling, follows }
}

/** The record that says how `name` moves: its own, or that of the asset it follows, which must not contradict it. */
function leaderOf(name: string, record: AssetRecord, records: Records): AssetRecord {
  const { follows } = record
  if (follows === undefined) return record
  const refuse = (key: keyof AssetRecord, hint: string) =>
    refused('assets.json', ['assets', name, key], `saw ${JSON.stringify(record[key])}`, hint)
  if (!Object.hasOwn(records, follows)) throw refuse('follows', 'write the name of an asset of this file')
  const leader = records[follows]
  if (follows === name || leader.follows !== undefined)
    throw refuse('follows', 'write an asset that itself follows none')
  for (const key of ['stable', 'coupling'] as const)
    if (record[key] !== undefined) throw refuse(key, `remove it, that of ${follows} holds`)
  if (record.annualVolatility !== leader.annualVolatility)
    throw refuse('annualVolatility', `write ${leader.annualVolatility}, that of ${follows}`)
  return leader
}

/** `value` x 10^places in exact decimal: 0.0748 by 8 is 7480000, where the product in binary is not. */
function shiftDecimals(value: number, places: number): number {
  const [digits, exponent = '0'] = String(value).split('e')
  return Number(`${digits}e${Number(exponent) + places}`)
}
