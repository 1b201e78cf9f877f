/** Every `@example` in the docstrings of `src` runs: plain JavaScript, with `assert` at hand. */
import assert from 'node:assert/strict'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import * as gmxSim from '../src/entrypoints/index.js'
import { ROOT } from './support/cli.js'

interface Example {
  /** The file, and the line at which the example begins. */
  readonly place: string
  readonly code: string
}

/** What stands behind `@example` in a docstring, up to its end or the next tag. */
function examplesIn(file: string, source: string): Example[] {
  return [...source.matchAll(/^ *\* @example\n((?: *\*(?! @|\/).*\n)+)/gm)].map((match) => ({
    place: `${file}:${source.slice(0, match.index).split('\n').length}`,
    code: match[1].replace(/^ *\* ?/gm, ''),
  }))
}

const examples = readdirSync(join(ROOT, 'src'), { recursive: true, encoding: 'utf8' })
  .filter((file) => file.endsWith('.ts'))
  .flatMap((file) => examplesIn(`src/${file}`, readFileSync(join(ROOT, 'src', file), 'utf8')))

const AsyncFunction = (async () => {}).constructor as new (
  ...code: string[]
) => (...given: unknown[]) => unknown

/** Runs code with its imports looked up in the sources instead of the package. */
async function run(code: string): Promise<void> {
  const body = code.replace(
    /^import (\{[^}]*\}) from '([^']+)'$/gm,
    (_all, names: string, from: string) => `const ${names} = await load('${from}')`,
  )
  const load = (from: string) => (from === 'gmx-sim' ? gmxSim : import(from))
  await new AsyncFunction('assert', 'load', body)(assert, load)
}

describe('examples of docstrings', () => {
  test.each(examples.map(({ place, code }) => [place, code]))('%s does what it says', (_place, code) =>
    run(code),
  )

  test('whatever the package exports has one', () => {
    const all = examples.map(({ code }) => code).join('\n')
    expect(
      Object.keys(gmxSim).filter((name) => !new RegExp(`import \\{[^}]*\\b${name}\\b`).test(all)),
    ).toEqual([])
  })
})
