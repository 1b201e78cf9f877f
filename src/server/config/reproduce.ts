import { fractionDigits } from '../../kit/numbers/decimal.js'
import { commandLine, shellWord } from '../../kit/text/command-line.js'
import { formatDuration } from '../../kit/text/duration.js'
import type { Reproduction, ReproductionInput } from '../control/reproduction.js'
import type { Settings } from './resolve.js'
import { flagOf, OPTIONS, type Option, type OptionName } from './schema.js'

/** Server settings that affect replies, which `startSimulator` has too. */
const SERVER_OPTIONS = [
  'priceFormat',
  'cache',
  'extraTokens',
  'splitPorts',
  'noCompression',
  'quietHeaders',
] as const satisfies readonly OptionName[]

/** The command line that reproduces a session: only options that differ from their defaults. */
export function commandFor(settings: Settings): (repeated: Reproduction) => ReproductionInput {
  const common = [
    ...SERVER_OPTIONS.flatMap((name) => flagsFor(name, settings[name])),
    ...settings.catalogue.flatMap((file) => [flagOf('catalogue'), file]),
  ]
  const options = {
    ...Object.fromEntries(
      SERVER_OPTIONS.flatMap((name) =>
        flagsFor(name, settings[name]).length === 0 ? [] : [[name, settings[name]]],
      ),
    ),
    ...(settings.catalogue.length > 0 && { catalogue: settings.catalogue }),
  }
  const notes =
    settings.signerKey === undefined ? [] : ['prices are signed with your own key: add --signer-key']
  return ({ seed, dialect, clock, atMs, afterMs, scenario }) => {
    const says = scenario?.says ?? []
    const words = [
      'serve',
      ...flagsFor('port', settings.port),
      ...flagsFor('seed', seed, says.includes('seed')),
      flagOf('at'),
      new Date(atMs).toISOString(),
      ...(afterMs > 0 ? ['--after', formatDuration(afterMs)] : []),
      ...flagsFor('clock', paceOf(clock), says.includes('clock')),
      ...flagsFor('dialect', dialect, says.includes('dialect')),
      ...common,
      ...(scenario === undefined ? [] : [flagOf('scenario'), scenario.file]),
    ]
    return { command: commandLine(...words.map(shellWord)), options, notes }
  }
}

/** Empty for a default, unless the scenario sets the option (`isSaid`) and would override it. */
function flagsFor(name: OptionName, value: unknown, isSaid = false): string[] {
  const { fallback, argument } = OPTIONS[name] as Option<unknown>
  if (!isSaid && String(value) === fallback) return []
  return argument === undefined ? [flagOf(name)] : [flagOf(name), String(value)]
}

function paceOf({ mode, rate }: Reproduction['clock']): string {
  if (mode === 'frozen') return mode
  if (rate === 1) return 'real'
  // The command line takes no exponents.
  return `${rate.toFixed(Math.min(100, fractionDigits(rate)))}x`
}
