/** Statements of README.md and docs/ about commands hold for the built package. doc-commands.full.test.ts runs their blocks. */
import { expect, test } from 'vitest'
import { isShown } from '../tools/generate/doc-blocks.js'
import { untilCalm } from './support/calm.js'
import { builtCli, ROOT, run } from './support/cli.js'
import { inClone, textOf } from './support/documents.js'

/** A rehearsal of 35 s in real time, on a busy machine. */
const REHEARSAL_MS = 120_000

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

test('README.md: the card of its rehearsal is real, and with a fallback the client passes', async () => {
  const [{ text, shown }] = inClone.filter(
    ({ file, text }) => file === 'README.md' && text.includes(' rehearse '),
  )
  const command = text.replace('npx --no -- gmx-sim', `"${process.execPath}" "${builtCli()}"`)
  await untilCalm()
  const [alone, withFallback] = await Promise.all(
    [command, `${command} {arbitrum.fallback}`].map((line) =>
      run('bash', ['-c', line], {}, ROOT, REHEARSAL_MS),
    ),
  )
  expect([alone.code, withFallback.code], alone.stderr + withFallback.stderr).toEqual([5, 0])
  // The card is wrapped at another width.
  const inOneLine = (output: string) => output.replaceAll(/\s+/g, ' ')
  const card = { language: 'text', text: inOneLine(shown?.text ?? '') }
  if (!isShown(card, inOneLine(alone.stdout))) expect(alone.stdout).toBe(shown?.text)
  expect(withFallback.stdout).toContain('PASS  score 100 of 100')
})
