/** Commands that README.md and docs/ show are run by the built package, and their outputs compared. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { delimiter, join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { builtCli, ROOT, run, type Served, serveCli } from './support/cli.js'
import { type Block, isShown, withFigures } from './support/doc-blocks.js'
import { own, SET_UP, textOf } from './support/documents.js'
import { installed } from './support/installed.js'

const DOCUMENTED_URL = 'http://127.0.0.1:8650'

describe('blocks', () => {
  let simulator: Served
  let bin: string
  beforeAll(async () => {
    // One page says how the simulator was started whose replies all show: `npx gmx-sim …`.
    const options = /`npx gmx-sim (--clock frozen[^`]+)`/.exec(textOf('docs/endpoints.md'))?.[1].split(' ')
    simulator = await serveCli(options)
    bin = mkdtempSync(join(tmpdir(), 'gmx-sim-bin-'))
    // npx takes a second to find the command, each time; that it does find it is tested once, below.
    const npx = `#!/bin/sh\n[ "$1" = gmx-sim ] && shift && exec "${process.execPath}" "${builtCli()}" "$@"\n`
    writeFileSync(join(bin, 'npx'), npx, { mode: 0o755 })
  })
  afterAll(async () => {
    await simulator?.stop()
    if (bin) rmSync(bin, { recursive: true })
  })

  /** What a block prints, with the address of the simulator as the documents have it. */
  async function print({ language, text }: Block): Promise<string> {
    const { url } = simulator.ready
    const real = text
      .replaceAll(DOCUMENTED_URL, url)
      .replaceAll('.localhost:8650', `.localhost:${new URL(url).port}`)
      // In the repository, the package itself.
      .replaceAll('node_modules/gmx-sim/', '')
    const env = { PATH: `${bin}${delimiter}${process.env['PATH']}` }
    const { code, stdout, stderr } =
      language === 'sh'
        ? await run('bash', ['-euo', 'pipefail', '-c', `exec 2>&1\n${real}`], env)
        : await run(process.execPath, nodeArguments(real), env, join(ROOT, usesSdk(real) ? 'test/sdk' : '.'))
    expect(code, stdout + stderr).toBe(0)
    return stdout.replaceAll(url, DOCUMENTED_URL)
  }

  const cases = own.filter(([, { language, text }]) => language !== 'yaml' && !SET_UP.includes(text))

  test.each(cases.filter(([, { text }]) => !usesSdk(text)))(
    '%s does what it shows',
    async (_place, block) => {
      const printed = await print(block)
      if (process.env['MODE'] === 'figures') refresh(block, printed)
      else expectShown(block, printed)
    },
  )

  test.skipIf(!installed('sdk')).each(cases.filter(([, { text }]) => usesSdk(text)))(
    '%s does what it shows with the official SDK',
    async (_place, block) => {
      expectShown(block, await print(block))
    },
  )
})

test('docs/command-line.md: every command is named', async () => {
  const { stdout } = await run(process.execPath, [builtCli(), '--help'])
  const commands = stdout
    .slice(stdout.indexOf('Commands:'))
    .split('\n\n')[0]
    .matchAll(/^ {2}(\w+)/gm)
  const named = [...textOf('docs/command-line.md').matchAll(/^\| `(\w+)` \|/gm)].map(([, name]) => name)
  expect(named.toSorted()).toEqual(
    [...commands]
      .map(([, name]) => name)
      .filter((name) => name !== 'help')
      .toSorted(),
  )
})

test('npx gmx-sim works in a clone', async () => {
  const { code, stdout, stderr } = await run('npx', ['gmx-sim', '--version'])
  expect([code, stdout], stderr).toEqual([0, `${JSON.parse(textOf('package.json')).version}\n`])
})

/** Writes the figures that are printed into the document. */
function refresh({ file, shown }: Block, printed: string): void {
  if (shown === undefined || isShown(shown, printed)) return
  const text = withFigures(shown, printed)
  if (text === undefined) throw new Error(`${file}:${shown.line} differs in more than figures: ${printed}`)
  writeFileSync(
    join(ROOT, file),
    textOf(file).replace(shown.text, () => text),
  )
}

function expectShown({ shown }: Block, printed: string): void {
  // The whole texts are compared only to be seen where they differ.
  if (shown !== undefined && !isShown(shown, printed)) expect(printed).toBe(shown.text)
}

function nodeArguments(text: string): string[] {
  return [`--input-type=${text.includes('require(') ? 'commonjs' : 'module'}`, '--eval', text]
}

function usesSdk(text: string): boolean {
  return text.includes("'@gmx-io/sdk'")
}
