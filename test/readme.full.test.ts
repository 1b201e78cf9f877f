/** Statements of README.md and docs/ about commands hold for the built package. doc-commands.full.test.ts runs their blocks. */
import { expect, test } from 'vitest'
import { builtCli, run } from './support/cli.js'
import { textOf } from './support/documents.js'

test('docs/command-line.md: every command is named', async () => {
  const { stdout } = await run(process.execPath, [builtCli(), '--help'])
  const commands = stdout
    .slice(stdout.indexOf('Commands:'))
    .split('\n\n')[0]
    .matchAll(/^ {2}(\w+)/gm)
  const named = [
    ...textOf('docs/command-line.md')
      .split('\n## ')[0]
      .matchAll(/^\| `(\w+)` \|/gm),
  ].map(([, name]) => name)
  expect(named.toSorted()).toEqual(
    [...commands]
      .map(([, name]) => name)
      .filter((name) => name !== 'help')
      .toSorted(),
  )
})

test('the command works in a clone', async () => {
  const { code, stdout, stderr } = await run('npx', ['--no', '--', 'gmx-sim', '--version'])
  expect([code, stdout], stderr).toEqual([0, `${JSON.parse(textOf('package.json')).version}\n`])
})
