/** The command line that repeats one scenario of a rehearsal. */
import { commandLine, shellWord } from '../../kit/text/command-line.js'
import { formatDuration } from '../../kit/text/duration.js'
import type { RehearseTyped } from './rehearse-command.js'

/** `seed` is the one that was used, so that the prices are the same. */
export function repeatCommand(
  scenario: string,
  typed: RehearseTyped,
  seed: string,
  command: readonly string[] | undefined,
): string {
  const { attach, warmUp, incident, coolDown, set, observe, clients, catalogue = [] } = typed
  const words = [
    ...['rehearse', scenario],
    ...(attach ? ['--attach'] : []),
    ...['--seed', seed],
    ...durationWords('--warm-up', warmUp),
    ...durationWords('--incident', incident),
    ...durationWords('--cool-down', coolDown),
    ...(clients === 1 ? [] : ['--clients', String(clients)]),
    ...catalogue.flatMap((file) => ['--catalogue', file]),
    ...set.flatMap((text) => ['--set', text]),
    ...(observe === undefined ? [] : ['--observe', observe.source]),
    ...(command === undefined ? [] : ['--', ...command]),
  ]
  return commandLine(...words.map(shellWord))
}

function durationWords(option: string, ms: number | undefined): string[] {
  if (ms === undefined) return []
  return [option, formatDuration(ms)]
}
