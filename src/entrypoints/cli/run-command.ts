/** Options of `gmx-sim run`. */
import type { Command } from 'commander'
import type { OptionName } from '../../server/config/schema.js'
import { type OptionValues, settingsOf, withOptions } from './command-options.js'
import { OFFLINE_ABOUT } from './rehearse-command.js'

const RUN_OPTIONS: readonly OptionName[] = [
  'seed',
  'clock',
  'at',
  'scenario',
  'dialect',
  'priceFormat',
  'cache',
  'extraTokens',
  'controlToken',
  'catalogue',
  'logLevel',
]

/** `command` is the command line after `--`. */
export function addRun(main: Command, command: readonly string[] | undefined): void {
  const running = main
    .command('run')
    .usage('[options] -- <command> [argument…]')
    .description('Run a program; the simulator answers its requests to the live hosts.')
  withOptions(running, RUN_OPTIONS)
    .option('--offline', OFFLINE_ABOUT)
    .action(async ({ offline = false, ...options }: OptionValues & { readonly offline?: boolean }) =>
      (await import('./run.js')).run(settingsOf(options), offline, command),
    )
}
