/** Commands, files and tests that reproduce a session. */

import type { Dialect } from '../../api/endpoints/define.js'
import type { ClockSetting } from '../../kit/clock/clock.js'
import { fractionDigits } from '../../kit/numbers/decimal.js'
import { formatDuration } from '../../kit/text/duration.js'
import { commandLine, shellWord } from '../../kit/text/words.js'
import type { MarketMove } from '../../scenario/events.js'
import { loadYaml } from '../../scenario/read/yaml.js'
import type { ScenarioText } from '../../scenario/schema.js'
import { percentOf } from '../../scenario/values.js'
import type { Settings } from '../config/resolve.js'
import { flagOf, OPTIONS, type Option, type OptionName } from '../config/schema.js'

/** Settings that reproduce a session. */
export interface Reproduction {
  readonly seed: string
  readonly dialect: Dialect
  readonly clock: Pick<ClockSetting, 'mode' | 'rate'>
  readonly atMs: number
  /** Advance of the clock once the scenario is loaded. */
  readonly afterMs: number
  /** A library name or a file, and the settings it contains. */
  readonly scenario: { readonly file: string; readonly says: ScenarioText['says'] } | undefined
}

/** A shell script: writes the files, then runs the command. */
export function scriptOf(
  command: string,
  files: readonly { readonly name: string; readonly text?: string }[],
): string {
  const written = files.map(({ name, text = '' }) => {
    let end = 'EOF'
    while (text.split('\n').includes(end)) end += '_'
    return `cat > ${shellWord(name)} <<'${end}'\n${text.replace(/\n?$/, '\n')}${end}\n`
  })
  return `${written.join('')}${command}\n`
}

/** The same as a test for vitest, on a frozen clock; `source` is a library name or the text of the scenario. */
export function testOf(
  { seed, dialect, atMs, afterMs }: Reproduction,
  name: string,
  options: Readonly<Record<string, unknown>>,
  source: string | undefined,
): string {
  const fields = {
    seed: quoted(seed),
    dialect: quoted(dialect),
    clock: `{ mode: 'frozen', at: ${quoted(new Date(atMs).toISOString())} }`,
    ...Object.fromEntries(Object.entries(options).map(([name, value]) => [name, JSON.stringify(value)])),
    ...(source !== undefined && { scenario: source.includes('\n') ? literal(source) : quoted(source) }),
  }
  const advance = afterMs > 0 ? `  await sim.advance(${quoted(formatDuration(afterMs))})\n` : ''
  return `import { startSimulator } from 'gmx-sim'
import { expect, test } from 'vitest'

test(${quoted(name)}, async () => {
  await using sim = await startSimulator({
${Object.entries(fields)
  .map(([name, value]) => `    ${name}: ${value},\n`)
  .join('')}  })
${advance}  // Point your client at sim.baseUrls, and expect what it should do.
  const reply = await sim.fetch('/arbitrum/prices/tickers')
  expect(reply.status).toBe(200)
})
`
}

const quoted = (text: string) =>
  `'${JSON.stringify(text).slice(1, -1).replaceAll('\\"', '"').replaceAll("'", "\\'")}'`

const literal = (text: string) => `\`${text.replace(/[\\`]|\$\{/g, '\\$&')}\``

/** The text of a scenario loaded at `loadedAtMs`, with the moves as its last events; of a new one without a text. */
export async function withMoves(
  text: string | undefined,
  moves: readonly MarketMove[],
  loadedAtMs: number,
): Promise<string> {
  const { isSeq, parseDocument } = await loadYaml()
  const document = parseDocument(text ?? 'name: moved market\n', { merge: true })
  const events = moves.map((move) => document.createNode(eventOf(move, loadedAtMs)))
  const given = document.get('events')
  if (isSeq(given)) for (const event of events) given.add(event)
  // Events of an alias or a merge key are copied.
  else document.set('events', [...(document.toJS().events ?? []), ...events])
  return String(document)
}

function eventOf({ event: { asset, move, price, over, recover }, atMs }: MarketMove, loadedAtMs: number) {
  const lasting = (ms: number | undefined) => (ms === undefined ? undefined : formatDuration(ms))
  // YAML leaves out what is undefined.
  return {
    asset: asset?.length === 1 ? asset[0] : asset,
    at: formatDuration(atMs - loadedAtMs),
    price,
    move: move === undefined ? undefined : percentOf(move),
    over: lasting(over),
    recover: recover && {
      after: lasting(recover.after),
      to: percentOf(recover.to),
      over: lasting(recover.over),
    },
  }
}

/** Server settings that affect replies, which `startSimulator` has too. */
const SERVER_OPTIONS = [
  'priceFormat',
  'cache',
  'extraTokens',
  'splitPorts',
  'noCompression',
  'quietHeaders',
] as const satisfies readonly OptionName[]

/** The command line that reproduces a session: only options that differ from their defaults, which are those of `startSimulator` too. */
export function commandFor(
  settings: Settings,
  { seed, dialect, clock, atMs, afterMs, scenario }: Reproduction,
) {
  const { catalogue, port } = settings
  const says = scenario?.says ?? []
  const changed = SERVER_OPTIONS.filter((name) => flagsFor(name, settings[name]).length > 0)
  const words = [
    'serve',
    ...flagsFor('port', port),
    ...flagsFor('seed', seed, says.includes('seed')),
    flagOf('at'),
    new Date(atMs).toISOString(),
    ...(afterMs > 0 ? ['--after', formatDuration(afterMs)] : []),
    ...flagsFor('clock', paceOf(clock), says.includes('clock')),
    ...flagsFor('dialect', dialect, says.includes('dialect')),
    ...changed.flatMap((name) => flagsFor(name, settings[name])),
    ...catalogue.flatMap((file) => [flagOf('catalogue'), file]),
    ...(scenario === undefined ? [] : [flagOf('scenario'), scenario.file]),
  ]
  return {
    command: commandLine(...words.map(shellWord)),
    options: {
      ...Object.fromEntries(changed.map((name) => [name, settings[name]])),
      ...(catalogue.length > 0 && { catalogue }),
    },
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
