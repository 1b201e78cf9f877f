/** Memory of data that sessions own and nothing evicts: catalogues, rows of candles, and the text of scenarios. */
import { ControlError } from '../kit/errors.js'
import { CatalogueText } from '../scenario/custom-catalogue/source.js'
import type { ScenarioPrices } from '../scenario/prices.js'
import type { Scenario } from '../scenario/schema.js'
import type { Session, SessionSettings } from './session.js'

/** All sessions of a server. */
export const MAX_OWN_BYTES = 192 << 20
/** Measured: a catalogue with one more network, and what each character of its source adds. */
const CATALOGUE_BYTES = 210_000
const SOURCE_BYTES = 4
/** Below this a session's data does not count, as 10,000 sessions of it stay far below the limit. */
const MIN_BYTES = 8 << 10

/** Data that a session may own. */
type Owner = Pick<SessionSettings, 'catalogue' | 'catalogueFrom' | 'prices'> & {
  readonly scenarios: readonly (Scenario | undefined)[]
}

/** Adds up owners; what several of them share counts once. */
class OwnData {
  bytes = 0
  readonly #seen = new Set<object>()

  add({ catalogue, catalogueFrom = [], prices, scenarios }: Owner): void {
    let bytes = catalogue === undefined ? 0 : CATALOGUE_BYTES + SOURCE_BYTES * lengthOf(catalogueFrom)
    bytes += this.#rows(prices)
    for (const scenario of scenarios) {
      if (scenario === undefined || !this.#isNew(scenario.written ?? scenario)) continue
      bytes += (scenario.written?.text.length ?? 0) + this.#rows(scenario.prices)
    }
    if (bytes >= MIN_BYTES) this.bytes += bytes
  }

  #isNew(part: object): boolean {
    if (this.#seen.has(part)) return false
    this.#seen.add(part)
    return true
  }

  #rows(prices: ScenarioPrices = new Map()): number {
    let bytes = 0
    for (const given of prices.values()) {
      if (given.kind !== 'candles') continue
      for (const { rows } of given.collected.candles.runs) if (this.#isNew(rows)) bytes += rows.byteLength
    }
    return bytes
  }
}

const lengths = new WeakMap<object, number>()

function lengthOf(sources: NonNullable<SessionSettings['catalogueFrom']>): number {
  const known = lengths.get(sources)
  if (known !== undefined) return known
  const length = sources.reduce(
    (sum, source) =>
      sum + (source instanceof CatalogueText ? source.text.length : (JSON.stringify(source)?.length ?? 0)),
    0,
  )
  lengths.set(sources, length)
  return length
}

function dataOf(sessions: Iterable<Session>): OwnData {
  const all = new OwnData()
  for (const { begin, scenario, stopped } of sessions)
    all.add({ ...begin, scenarios: [begin.scenario, scenario?.scenario, stopped] })
  return all
}

export function ownBytesOf(sessions: Iterable<Session>): number {
  return dataOf(sessions).bytes
}

/** Throws a ControlError where `added` would exceed the budget that the others leave. */
export function requireRoom(others: Iterable<Session>, added: Owner): void {
  const alone = new OwnData()
  alone.add(added)
  if (alone.bytes === 0) return
  const all = dataOf(others)
  const before = all.bytes
  all.add(added)
  if (all.bytes <= MAX_OWN_BYTES || all.bytes === before) return
  throw new ControlError(
    'too-much-data',
    `catalogues, rows and scenarios of sessions take ${mb(before)} MB, and ${mb(all.bytes - before)} MB more exceed the limit of ${mb(MAX_OWN_BYTES)} MB`,
  )
}

const mb = (bytes: number): string => (bytes / 2 ** 20).toFixed(1)
