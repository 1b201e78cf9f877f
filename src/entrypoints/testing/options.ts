/** Converts options of code to settings, and rejects invalid ones. */

import { UserError } from '../../kit/errors.js'
import { readSettings, type Settings } from '../../server/config/resolve.js'
import type { OptionName } from '../../server/config/schema.js'
import type { AppOptions, SimulatorOptions } from './api.js'
import { readClock } from './clock.js'
import { requireKnownKeys } from './usage-errors.js'

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
  const names: readonly OptionName[] = call === 'createApp' ? SAME : [...SAME, ...ON_A_PORT]
  requireKnownKeys(options, [...names, ...OF_OUR_OWN], call)
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

export const SESSION_KEYS = [
  'id',
  'seed',
  'clock',
  'scenario',
  'prices',
  'catalogue',
  'dialect',
  'ttl',
  'intercepted',
] as const
