import { delimiter } from 'node:path'
import type { ClockSetting } from '../../kit/clock/clock.js'
import { UserError } from '../../kit/errors.js'
import { ParseError } from '../../kit/text/parse.js'
import type { Scenario } from '../../scenario/schema.js'
import { FROZEN_AT, flagOf, OPTIONS, type Option, type OptionName, variableOf } from './schema.js'

type Optional = 'at' | 'scenario' | 'store' | 'storeCa' | 'controlToken' | 'controlTokenFile' | 'signerKey'

export type Settings = {
  readonly [K in OptionName]: (typeof OPTIONS)[K] extends Option<infer V>
    ? (typeof OPTIONS)[K] extends { readonly several: true }
      ? readonly V[]
      : V | (K extends Optional ? undefined : never)
    : never
} & {
  /** Options from flags or the environment; the others are defaults. */
  readonly given: ReadonlySet<OptionName>
}

/** Defaults where the simulator answers as the live hosts: clients with these in their source expect what they answer. */
export const LIVE_DEFAULTS = { dialect: 'observed' } as const

/**
 * Resolves flags over environment over defaults, of which `usual` replaces some. Throws a UserError for the first invalid value; `nameOf`
 * names its flag.
 */
export function readSettings(
  typed: Readonly<Partial<Record<OptionName, string | readonly string[]>>>,
  environment: Readonly<Record<string, string | undefined>>,
  nameOf: (name: OptionName) => string = flagOf,
  usual: Readonly<Partial<Record<OptionName, string>>> = {},
): Settings {
  const given = new Set<OptionName>()
  const read = (name: OptionName): unknown => {
    const { parse, several, fallback: ofAll } = OPTIONS[name] as Option<unknown>
    const fallback = usual[name] ?? ofAll
    const inherited = environment[variableOf(name)]
    const written = typed[name] ?? (inherited === '' ? undefined : inherited)
    if (written === undefined) return several ? [] : fallback === undefined ? undefined : parse(fallback)
    given.add(name)
    const texts = typeof written !== 'string' ? written : several ? written.split(delimiter) : [written]
    const values = withSource(typed[name] === undefined ? variableOf(name) : nameOf(name), () =>
      texts.map(parse),
    )
    return several ? values : values.at(-1)
  }
  const settings = Object.keys(OPTIONS).map((name) => [name, read(name as OptionName)])
  return { ...Object.fromEntries(settings), given } as Settings
}

export function withSource<Value>(source: string, parse: () => Value): Value {
  try {
    return parse()
  } catch (error) {
    if (error instanceof ParseError)
      throw new UserError(`${source} cannot be read`, JSON.stringify(error.seen), error.message, 2)
    throw error
  }
}

/** The initial clock; fields of a scenario override the settings. */
export function clockSettingOf(
  settings: Pick<Settings, 'clock' | 'at'>,
  scenario: Scenario['clock'] = {},
): ClockSetting {
  const mode = scenario.mode ?? settings.clock.mode
  const atMs = scenario.at ?? settings.at ?? (mode === 'frozen' ? Date.parse(FROZEN_AT) : undefined)
  return { mode, rate: scenario.rate ?? settings.clock.rate, ...(atMs !== undefined && { atMs }) }
}
