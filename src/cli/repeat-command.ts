/** The command line that repeats one scenario of a rehearsal. */
import type { RehearseTyped } from './rehearse-command.js'

const PLAIN = /^[\w./:@%+=,-]+$/

/** `seed` is the one that was used, so that the prices are the same. */
export function repeatCommand(
  scenario: string,
  typed: RehearseTyped,
  seed: string,
  command: readonly string[] | undefined,
): string {
  const { attach, warmUp, incident, coolDown, set, observe, clients, catalogue = [] } = typed
  const words = [
    ...['npx', 'gmx-sim', 'rehearse', scenario],
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
  return words.map((word) => (PLAIN.test(word) ? word : `'${word.replaceAll("'", "'\\''")}'`)).join(' ')
}

function durationWords(option: string, ms: number | undefined): string[] {
  if (ms === undefined) return []
  return [option, ms % 1000 === 0 ? `${ms / 1000}s` : `${ms}ms`]
}
