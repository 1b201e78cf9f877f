/** Memory of data that sessions own and nothing evicts: catalogues, rows of candles, and the text of scenarios. */

import { memoised } from '../kit/maps.js'
import { CatalogueText } from '../scenario/custom-catalogue/source.js'
import type { ScenarioPrices } from '../scenario/prices.js'
import type { Scenario } from '../scenario/schema.js'
import { ControlError } from './control-errors.js'
import type { SessionSettings } from './session-settings.js'

/** All sessions of a server. */
export const MAX_OWN_BYTES = 192 << 20
/** Measured: a catalogue with one more network, and what each character of its source adds. */
const CATALOGUE_BYTES = 210_000
const SOURCE_BYTES = 4
/** Below this a session's data does not count, as 10,000 sessions of it stay far below the limit. */
const MIN_BYTES = 8 << 10

/** The part of a session that owns data. */
interface Owning {
  readonly begin: SessionSettings
  readonly scenario: { readonly scenario: Scenario } | undefined
  readonly stopped: Scenario | undefined
}

/** Data that a session may own. */
type Owner = Pick<SessionSettings, 'catalogue' | 'catalogueFrom' | 'prices'> & {
  readonly scenarios: readonly (Scenario | undefined)[]
}

/** Bytes of owners; what several of them share, and what is in `seen`, counts once. */
function bytesOf(owners: Iterable<Owner>, seen: Set<object>): number {
  const isNew = (part: object): boolean => !seen.has(part) && seen.add(part) !== undefined
  const bytesOfRows = (prices: ScenarioPrices = new Map()): number =>
    [...prices.values()]
      .flatMap((given) => (given.kind === 'candles' ? given.collected.candles.runs : []))
      .reduce((bytes, { rows }) => bytes + (isNew(rows) ? rows.byteLength : 0), 0)
  let total = 0
  for (const { catalogue, catalogueFrom = [], prices, scenarios } of owners) {
    let bytes = catalogue === undefined ? 0 : CATALOGUE_BYTES + SOURCE_BYTES * lengthOf(catalogueFrom)
    bytes += bytesOfRows(prices)
    for (const scenario of scenarios)
      if (scenario !== undefined && isNew(scenario.written ?? scenario))
        bytes += (scenario.written?.text.length ?? 0) + bytesOfRows(scenario.prices)
    if (bytes >= MIN_BYTES) total += bytes
  }
  return total
}

const lengthOf = memoised((sources: NonNullable<SessionSettings['catalogueFrom']>): number => {
  const texts = sources.map((source) =>
    source instanceof CatalogueText ? source.text : (JSON.stringify(source) ?? ''),
  )
  return texts.join('').length
})

const ownersIn = (sessions: Iterable<Owning>): Owner[] =>
  [...sessions].map(({ begin, scenario, stopped }) => {
    return { ...begin, scenarios: [begin.scenario, scenario?.scenario, stopped] }
  })

export function ownBytesOf(sessions: Iterable<Owning>): number {
  return bytesOf(ownersIn(sessions), new Set())
}

/** Throws a ControlError where `added` would exceed the budget that the others leave. */
export function requireRoom(others: Iterable<Owning>, added: Owner): void {
  if (bytesOf([added], new Set()) === 0) return
  const seen = new Set<object>()
  const before = bytesOf(ownersIn(others), seen)
  const more = bytesOf([added], seen)
  if (before + more <= MAX_OWN_BYTES || more === 0) return
  throw new ControlError(
    'too-much-data',
    `catalogues, rows and scenarios of sessions take ${mb(before)} MB, and ${mb(more)} MB more exceed the limit of ${mb(MAX_OWN_BYTES)} MB`,
  )
}

const mb = (bytes: number): string => (bytes / 2 ** 20).toFixed(1)
