/** Commander options declared from the settings, and their values as settings. */
import { type Command, Option } from 'commander'
import { UserError } from '../../kit/errors.js'
import { parseDuration } from '../../kit/text/duration.js'
import { parseWord } from '../../kit/text/parse.js'
import type { Catalogue, Network } from '../../market/catalogue/types.js'
import { readSettings, type Settings, withSource } from '../../server/config/resolve.js'
import {
  flagOf,
  OPTIONS,
  type OptionName,
  type Option as Setting,
  variableOf,
} from '../../server/config/schema.js'

export type OptionValues = Partial<Record<OptionName, string | boolean | string[]>>

export function withOptions(command: Command, names: readonly OptionName[]): Command {
  for (const name of names) {
    const { argument, about, fallback, fallbackAbout, several } = OPTIONS[name] as Setting<unknown>
    const shownDefault = argument === undefined ? undefined : (fallback ?? fallbackAbout)
    const option = new Option(
      `${flagOf(name)}${argument === undefined ? '' : ` ${argument}`}`,
      `${about} ${defaultAndVariable(shownDefault, variableOf(name))}`,
    )
    command.addOption(several ? option.argParser(collect) : option)
  }
  return command
}

/** `(default: 8650, env: GMX_SIM_PORT)`, as commander writes its own. */
export function defaultAndVariable(fallback: string | undefined, variable: string): string {
  return fallback === undefined ? `(env: ${variable})` : `(default: ${fallback}, env: ${variable})`
}

/** An option that is parsed at once: an error names it. */
export function valued<Value>(
  flags: string,
  about: string,
  parse: (text: string) => Value,
  fallback?: string,
): Option {
  const option = new Option(flags, about)
  option.argParser((text: string) => withSource(option.long ?? flags, () => parse(text)))
  return fallback === undefined ? option : option.default(parse(fallback), fallback)
}

export const AFTER = {
  flags: '--after <duration>',
  about: 'virtual time to advance the clock by after the scenario was loaded, such as 30s',
} as const

/** In virtual ms. */
export const afterOption = () => valued(AFTER.flags, AFTER.about, parseDuration)

/** Replicas share the clock of a store. */
export function requireOwnClock(afterMs: number, { store }: Settings): void {
  if (afterMs > 0 && store !== undefined)
    throw new UserError('--after needs a clock of its own', '--store is given', 'omit one of them')
}

/** Collects the values of a repeated option. */
export function collect(value: string, previous: readonly string[] = []): string[] {
  return [...previous, value]
}

/** Commander parses `--no-control` as `control: false`, with the default `true`. */
export function settingsOf(
  {
    control,
    compression,
    ...values
  }: OptionValues & Readonly<Partial<Record<'control' | 'compression', boolean>>>,
  usual: Readonly<Partial<Record<OptionName, string>>> = {},
): Settings {
  const texts: [string, string | readonly string[]][] = Object.entries(values).map(([name, value]) => [
    name,
    Array.isArray(value) ? value : String(value),
  ])
  if (control === false) texts.push(['noControl', 'true'])
  if (compression === false) texts.push(['noCompression', 'true'])
  const typed = Object.fromEntries(texts) as Partial<Record<OptionName, string>>
  return readSettings(typed, process.env, flagOf, usual)
}

/** The network of `--network`, or all. */
export function networksOf({ networks }: Catalogue, name: string | undefined): Network[] {
  if (name === undefined) return Object.values(networks)
  return [networks[withSource('--network', () => parseWord(name, Object.keys(networks)))]!]
}

export async function catalogueOf({ catalogue }: Pick<OptionValues, 'catalogue'>): Promise<Catalogue> {
  const { catalogueFor } = await import('../../server/config/load.js')
  return catalogueFor(settingsOf({ ...(catalogue !== undefined && { catalogue }) }))
}
