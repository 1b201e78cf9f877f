/** Options of `gmx-sim serve`, the default command. */
import type { Command } from 'commander'
import { UserError } from '../../kit/errors.js'
import { parseWhole } from '../../kit/text/parse.js'
import { LIVE_DEFAULTS, type Settings, withSource } from '../../server/config/resolve.js'
import { OPTIONS, type OptionName } from '../../server/config/schema.js'
import {
  AFTER,
  afterOption,
  defaultAndVariable,
  type OptionValues,
  settingsOf,
  withOptions,
} from './command-options.js'
import { isWorker } from './signals.js'
import { strayWord } from './usage-errors.js'

const SERVE_OPTIONS = Object.keys(OPTIONS) as OptionName[]

interface ServeOptions {
  readonly workers?: string
  readonly after?: number
  readonly intercept?: boolean
}

const WORKERS_VARIABLE = 'GMX_SIM_WORKERS'
const [WORKERS, INTERCEPT] = [
  {
    flags: '--workers <n>',
    about: 'worker processes that share one port; more than one needs --store',
    variable: WORKERS_VARIABLE,
    fallback: '1',
  },
  {
    flags: '--intercept',
    about:
      'answer the live hosts, in the observed dialect by default, for programs with the environment of env',
  },
] as const
/** Options of the command alone, which are not settings of a simulator. */
export const SERVE_FLAGS = [WORKERS, AFTER, INTERCEPT]

type Serve = (settings: Settings, afterMs: number, isIntercepting: boolean) => Promise<void>

export function addServe(main: Command, serve: Serve): Command {
  const serving = main
    .command('serve', { isDefault: true })
    .description('Start the simulator; Ctrl+C stops it. The default command.')
  return withOptions(serving, SERVE_OPTIONS)
    .option(WORKERS.flags, `${WORKERS.about} ${defaultAndVariable(WORKERS.fallback, WORKERS.variable)}`)
    .addOption(afterOption())
    .option(INTERCEPT.flags, INTERCEPT.about)
    .allowExcessArguments()
    .action(
      async (
        {
          workers: count,
          after = 0,
          intercept: isIntercepting = false,
          ...options
        }: OptionValues & ServeOptions,
        { args }: Command,
      ) => {
        if (args.length > 0) throw strayWord(args[0]!, main)
        const workers = workersOf(count)
        // Refused connections need ports.
        const settings = isIntercepting
          ? settingsOf({ ...options, splitPorts: 'true' }, LIVE_DEFAULTS)
          : settingsOf(options)
        requireStore(workers, settings)
        if (workers > 1 && isIntercepting)
          throw new UserError('--intercept needs one process', `--workers ${workers}`, 'omit one of them')
        if (workers === 1 || isWorker()) return serve(settings, after, isIntercepting)
        process.exitCode = await (await import('./cluster.js')).serveWorkers(workers)
      },
    )
}

/** From `--workers` or its variable. */
function workersOf(option: string | undefined): number {
  const text = option ?? (process.env[WORKERS_VARIABLE] || '1')
  return withSource(option === undefined ? WORKERS_VARIABLE : '--workers', () => parseWhole(text, 1, 256))
}

/** Without a store each process would keep separate counters. */
function requireStore(workers: number, { store }: Settings): void {
  if (workers === 1 || store !== undefined) return
  throw new UserError(
    'several workers need a store',
    `--workers ${workers} without --store`,
    'add --store redis://127.0.0.1:6379/0, or omit --workers: one process sends thousands of replies a second',
  )
}
