#!/usr/bin/env node
/** The command line: what was typed → settings → a command. Errors leave here as one sentence and an exit code. */
import { Command, CommanderError } from 'commander'
import { UserError } from '../core/errors.js'
import { flagOf, OPTIONS, type Option, type OptionName, readSettings, variableOf } from '../options.js'
import { get } from './get.js'
import { serve } from './serve.js'

const SERVE_OPTIONS = Object.keys(OPTIONS) as OptionName[]
const GET_OPTIONS: readonly OptionName[] = ['seed', 'at', 'dialect', 'priceFormat', 'cache', 'extraTokens']

type Typed = Partial<Record<OptionName, string | boolean>>

function program(): Command {
  const main = new Command('gmx-sim')
    .description("A deterministic simulator of GMX's v1 price API.")
    .enablePositionalOptions()
    .exitOverride()
    .configureOutput({ writeErr: () => {} })
  const serving = main.command('serve', { isDefault: true }).description('serve until SIGINT or SIGTERM')
  withOptions(serving, SERVE_OPTIONS).action((typed: Typed) => serve(settingsOf(typed)))
  const getting = main.command('get').argument('<address>', "such as 'arbitrum/prices/tickers'")
  withOptions(getting.description('print one reply without a server'), GET_OPTIONS).action(
    (address: string, typed: Typed) => get(address, settingsOf({ clock: 'frozen', ...typed })),
  )
  return main
}

function withOptions(command: Command, names: readonly OptionName[]): Command {
  for (const name of names) {
    const { argument, about, fallback } = OPTIONS[name] as Option<unknown>
    const defaultText = argument !== undefined && fallback !== undefined ? ` (default: ${fallback})` : ''
    command.option(
      `${flagOf(name)}${argument === undefined ? '' : ` ${argument}`}`,
      `${about}${defaultText} [${variableOf(name)}]`,
    )
  }
  return command
}

function settingsOf(typed: Typed) {
  const texts = Object.entries(typed).map(([name, value]) => [name, String(value)])
  return readSettings(Object.fromEntries(texts) as Partial<Record<OptionName, string>>, process.env)
}

async function main(): Promise<void> {
  try {
    await program().parseAsync()
  } catch (error) {
    process.exitCode = report(error)
  }
}

/** Says what went wrong in one sentence and returns the exit code. */
function report(error: unknown): number {
  if (error instanceof UserError) {
    process.stderr.write(`gmx-sim: ${error.message}\n`)
    return error.exitCode
  }
  if (error instanceof CommanderError) {
    if (error.exitCode === 0) return 0
    process.stderr.write(`gmx-sim: ${error.message.replace(/^error: /, '')} (see gmx-sim --help)\n`)
    return 2
  }
  process.stderr.write(`gmx-sim: unexpected: ${error instanceof Error ? error.stack : String(error)}\n`)
  return 1
}

await main()
