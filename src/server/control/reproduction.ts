import type { Dialect } from '../../api/endpoints/define.js'
import type { ClockSetting } from '../../kit/clock/clock.js'
import { shellWord } from '../../kit/text/command-line.js'
import { formatDuration } from '../../kit/text/duration.js'
import type { ScenarioText } from '../../scenario/schema.js'

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

export interface ReproductionInput {
  readonly command: string
  /** Server settings other than their defaults, as options of `startSimulator`. */
  readonly options: Readonly<Record<string, unknown>>
  readonly notes: readonly string[]
}

export interface ReproductionFile {
  readonly name: string
  readonly text?: string
}

/** A shell script: writes the files, then runs the command. */
export function scriptOf(command: string, files: readonly ReproductionFile[]): string {
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
  {
    source,
    options,
    name,
  }: Pick<ReproductionInput, 'options'> & { source: string | undefined; name: string },
): string {
  const fields: Readonly<Record<string, string>> = {
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
