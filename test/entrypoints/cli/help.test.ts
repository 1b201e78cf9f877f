/** --help and --version. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { COMMAND_HELP } from '../../../src/entrypoints/cli/help.js'
import { ALGORITHM, VERSION } from '../../../src/kit/version.js'
import { flagOf, OPTIONS, type OptionName, variableOf } from '../../../src/server/config/schema.js'
import { anchorsOf } from '../../../tools/generate/doc-blocks.js'
import { ROOT } from '../../support/cli.js'
import { runMain } from '../../support/in-process-cli.js'

test.each([[['--help']], [['serve', '--help']], [['help', 'serve']]])(
  '%j lists every option',
  async (args) => {
    const { code, stdout, stderr } = await runMain(args)
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' })
    for (const name of Object.keys(OPTIONS) as OptionName[]) {
      expect(stdout).toContain(`  ${flagOf(name)} `)
      expect(stdout.replace(/\s+/g, ' ')).toMatch(
        new RegExp(`\\((default: [^)]+, )?env: ${variableOf(name)}\\)`),
      )
    }
  },
)

test.each(Object.entries(COMMAND_HELP))(
  '%s: a sentence, three examples that parse, and a page that exists',
  async (name, [page, ...examples]) => {
    const { code, stdout } = await runMain([name, '--help'])
    expect(code).toBe(0)
    expect(stdout.split('\n')[2]).toMatch(/^[A-Z].+\.$/)
    expect(stdout.match(/^ {2}npx --no -- gmx-sim /gm)).toHaveLength(3)
    expect(stdout).toContain(`\nDocs: docs/${page}\n`)
    const [file, anchor] = page.split('#')
    const text = readFileSync(join(ROOT, 'docs', file), 'utf8')
    if (anchor !== undefined) expect(anchorsOf(text)).toContain(anchor)
    for (const example of examples)
      for (const [flag] of example.replace(/ -- .*/, '').matchAll(/(?<=^| )--[a-z-]+/g))
        expect(stdout).toContain(`  ${flag} `)
  },
)

test('every command has examples', async () => {
  const { stdout } = await runMain(['--help'])
  const listed = [...stdout.matchAll(/^ {2}([a-z]+) [[<]/gm)].map(([, name]) => name)
  expect(listed.filter((name) => name !== 'help').toSorted()).toEqual(Object.keys(COMMAND_HELP).toSorted())
})

test('--version prints the version of the package; with --json also that of the algorithm', async () => {
  for (const flag of ['--version', '-v']) expect((await runMain([flag])).stdout).toBe(`${VERSION}\n`)
  const { code, stdout } = await runMain(['--version', '--json'])
  expect([code, JSON.parse(stdout)]).toEqual([
    0,
    { version: VERSION, algorithm: ALGORITHM, node: process.versions.node },
  ])
})
