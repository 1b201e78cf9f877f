/** The five additions of docs/adding.md, made in a copy of the repository by the page's own blocks, and used. */
import { cpSync, existsSync, mkdirSync } from 'node:fs'
import { basename, join } from 'node:path'
import { beforeAll, expect, test } from 'vitest'
import { isShown } from '../tools/generate/doc-blocks.js'
import { follow } from './support/additions.js'
import { ROOT, run } from './support/cli.js'
import { additions } from './support/documents.js'
import { newFolder } from './support/folder.js'
import { FULL_TEST_MS } from './support/patience.js'

const LEFT_OUT = ['node_modules', 'dist', '.git']
const blocksOf = (tag: string) => additions.filter(({ source }) => source === tag)
const files = additions.filter(({ language }) => language !== 'sh')

/** Tests that run over all entries, next to golden.test.ts and generated.test.ts, which blocks run. */
const OVER_ALL = ['test/lists.test.ts', 'test/grading/checks.test.ts', 'test/scenario/faults/seen.test.ts']

/** For compilers, generators and tests of the copy, beside all other tests. */
const MAKING_MS = 5 * FULL_TEST_MS

let copy: string
/** Printed by the block for golden replies, with these tests. */
let printed: string

async function shell(text: string): Promise<string> {
  const { code, stdout, stderr } = await run(
    'bash',
    ['-euo', 'pipefail', '-c', text],
    { MODE: '' },
    copy,
    MAKING_MS,
  )
  expect(code, stdout + stderr).toBe(0)
  return stdout
}

beforeAll(async () => {
  copy = newFolder()
  cpSync(ROOT, copy, {
    recursive: true,
    filter: (path) => path === ROOT || !LEFT_OUT.includes(basename(path)),
  })
  // The same packages at the same place, so that types are checked from the state of this clone on; that state is copied.
  const modules = join(copy, 'node_modules')
  mkdirSync(modules)
  const linked = await run('bash', ['-c', `cp -al node_modules/* node_modules/.bin ${modules}`])
  expect(linked.code, linked.stderr).toBe(0)
  const state = join(ROOT, 'node_modules/.cache')
  if (existsSync(state)) cpSync(state, join(modules, '.cache'), { recursive: true })
  for (const block of files) follow(copy, block)
  for (const { text } of blocksOf('always')) await shell(text)
  for (const { text } of blocksOf('golden'))
    printed = await shell(`${text} -- --project fast ${OVER_ALL.join(' ')}`)
}, MAKING_MS)

test('each of the five has a file of its own', () => {
  const made = files.filter(({ language }) => language !== 'diff').map(({ source }) => source)
  for (const folder of [
    'src/api/endpoints/',
    'src/scenario/faults/',
    'src/grading/checks/',
    'src/server/control/',
    'fixtures/networks/',
  ])
    expect(made.filter((file) => file.startsWith(folder))).toHaveLength(1)
})

test.each(blocksOf('use').map((block) => [`${block.file}:${block.line}`, block] as const))(
  '%s: the addition is of use',
  async (_place, { text, shown }) => {
    const printed = await shell(text)
    if (shown !== undefined && !isShown(shown, printed)) expect(printed).toBe(shown.text)
  },
)

test('tests that run over all entries know the additions, and pass', () => {
  expect(printed).toContain(`${1 + OVER_ALL.length} passed`)
})
