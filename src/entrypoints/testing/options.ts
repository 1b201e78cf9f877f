/** Converts options of code to settings, and rejects invalid ones. */

import { types } from 'node:util'
import { type ClockSetting, toClockSetting } from '../../kit/clock/clock.js'
import { UserError } from '../../kit/errors.js'
import type { CatalogueSource } from '../../scenario/custom-catalogue/input.js'
import { ReplyFunctionError } from '../../scenario/faults/reply.js'
import { loadPrices, loadScenarioSource } from '../../scenario/read/load.js'
import type { GivenInCode } from '../../server/config/load.js'
import { readSettings, type Settings } from '../../server/config/resolve.js'
import type { OptionName } from '../../server/config/schema.js'
import { clockChange } from '../../server/control/clock.js'
import type { AppOptions, ClockOptions, SimulatorOptions } from './start-options.js'
import { checked, requireKnownKeys } from './usage-errors.js'

const SAME = [
  'seed',
  'dialect',
  'priceFormat',
  'cache',
  'extraTokens',
  'quietHeaders',
  'signerKey',
  'noCompression',
  'noControl',
  'controlToken',
] as const satisfies readonly (OptionName & keyof AppOptions)[]
const ON_A_PORT = ['port', 'host', 'splitPorts'] as const satisfies readonly (OptionName &
  keyof SimulatorOptions)[]
const OF_OUR_OWN = ['clock', 'scenario', 'prices', 'catalogue', 'onBug'] as const

/** Only the given options count: no environment is read. */
export function toSettings(
  options: SimulatorOptions,
  call: 'startSimulator' | 'createApp' | 'rehearse',
): Settings {
  if (typeof options !== 'object' || options === null)
    throw new UserError(
      `${call} cannot use its options`,
      String(options),
      "write an object such as { seed: '42' }",
    )
  const isOnPort = call !== 'createApp'
  const names: readonly OptionName[] = isOnPort ? [...SAME, ...ON_A_PORT] : SAME
  requireKnownKeys(options, [...names, ...OF_OUR_OWN, ...(isOnPort ? ['env'] : [])], call)
  const given = names.flatMap((name) => {
    const value = (options as Readonly<Record<string, unknown>>)[name]
    return value === undefined ? [] : [[name, String(value)]]
  })
  const settings = readSettings({ port: '0', ...Object.fromEntries(given) }, {}, (name) => name)
  const clock = readClock(options.clock ?? {})
  const { mode = clock.rate === undefined ? 'frozen' : 'real', rate = 1, atMs } = clock
  return {
    ...settings,
    clock: { mode, rate },
    at: atMs,
    given: new Set([
      ...settings.given,
      ...(clock.mode !== undefined || clock.rate !== undefined ? (['clock'] as const) : []),
      ...(atMs === undefined ? [] : (['at'] as const)),
    ]),
  }
}

export const SESSION_KEYS = 'id seed clock scenario prices catalogue dialect ttl intercepted env'.split(' ')

export const printBug = (error: unknown): void => {
  if (error instanceof ReplyFunctionError) console.error(`gmx-sim: ${error.message}`, error.cause)
  else console.error('gmx-sim: a bug of the simulator:', error)
}

export function givenIn({
  scenario,
  prices,
  catalogue,
}: Partial<Pick<AppOptions, 'scenario' | 'prices' | 'catalogue'>>): GivenInCode {
  return {
    scenario: scenario === undefined ? undefined : (known) => loadScenarioSource(scenario, known),
    prices: prices === undefined ? undefined : (known) => loadPrices(prices, known),
    catalogues: sourcesOf(catalogue),
  }
}

export function sourcesOf(catalogue: AppOptions['catalogue']): readonly CatalogueSource[] {
  return catalogue === undefined ? [] : Array.isArray(catalogue) ? catalogue : [catalogue as CatalogueSource]
}

const CLOCK_HINT = "write an object such as { mode: 'frozen', at: '2026-03-01T12:00:00Z' }"

export function readClock(options: ClockOptions): Partial<ClockSetting> {
  const at = options?.at
  // A Date that is none is left to be refused as text. Jest has a Date of its own.
  const given = types.isDate(at)
    ? { ...options, at: Number.isNaN(at.getTime()) ? String(at) : at.toISOString() }
    : options
  return toClockSetting(checked(clockChange, given, 'the clock', CLOCK_HINT))
}
