/** Options as commander declares and collects them → settings. */
import { type Command, Option } from 'commander'
import type { Catalogue, Network } from '../catalogue/types.js'
import { parseWord } from '../core/parse.js'
import { flagOf, OPTIONS, type OptionName, type Option as Setting, variableOf } from '../options.js'
import { named, readSettings, type Settings } from '../settings.js'

export type Typed = Partial<Record<OptionName, string | boolean | string[]>>

/** Adds options of the simulator to a command. */
export function withOptions(command: Command, names: readonly OptionName[]): Command {
  for (const name of names) {
    const { argument, about, fallback, several } = OPTIONS[name] as Setting<unknown>
    const defaultText = argument !== undefined && fallback !== undefined ? ` (default: ${fallback})` : ''
    const option = new Option(
      `${flagOf(name)}${argument === undefined ? '' : ` ${argument}`}`,
      `${about}${defaultText} [${variableOf(name)}]`,
    )
    command.addOption(several ? option.argParser(collect) : option)
  }
  return command
}

/** An option of one command; a value that `parse` finds unreadable is a usage error that names the option. */
export function valued<Value>(
  flags: string,
  about: string,
  parse: (text: string) => Value,
  fallback?: string,
): Option {
  const option = new Option(flags, about)
  option.argParser((text: string) => named(option.long ?? flags, () => parse(text)))
  return fallback === undefined ? option : option.default(parse(fallback), JSON.stringify(fallback))
}

/** Gathers the values of an option that may be repeated. */
export function collect(value: string, known: readonly string[] = []): string[] {
  return [...known, value]
}

/** Commander reads `--no-control` as a `control` that is false, and makes it true where the flag is not given. */
export function settingsOf({
  control,
  compression,
  ...typed
}: Typed & Readonly<Partial<Record<'control' | 'compression', boolean>>>): Settings {
  const texts: [string, string | readonly string[]][] = Object.entries(typed).map(([name, value]) => [
    name,
    Array.isArray(value) ? value : String(value),
  ])
  if (control === false) texts.push(['noControl', 'true'])
  if (compression === false) texts.push(['noCompression', 'true'])
  return readSettings(Object.fromEntries(texts) as Partial<Record<OptionName, string>>, process.env)
}

/** All networks, or the one that `--network` names. */
export function networksOf({ networks }: Catalogue, name: string | undefined): Network[] {
  if (name === undefined) return Object.values(networks)
  return [networks[named('--network', () => parseWord(name, Object.keys(networks)))]]
}

/** The built-in catalogue with the files that are laid over it. */
export async function catalogueOf({ catalogue }: Pick<Typed, 'catalogue'>): Promise<Catalogue> {
  const { catalogueFor } = await import('../load.js')
  return catalogueFor(settingsOf({ ...(catalogue !== undefined && { catalogue }) }))
}
