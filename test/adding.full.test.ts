/** The five additions of docs/adding.md, made in a copy of the repository by the page's own blocks, and used. */
import { cpSync, mkdirSync, mkdtempSync, readdirSync, realpathSync, rmSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { isShown } from '../tools/generate/doc-blocks.js'
import { follow } from './support/additions.js'
import { ROOT, run } from './support/cli.js'
import { additions } from './support/documents.js'

const LEFT_OUT = ['node_modules', 'dist', '.git']
const blocksOf = (tag: string) => additions.filter(({ source }) => source === tag)
const files = additions.filter(({ language }) => language !== 'sh')

let copy: string

async function shell(text: string): Promise<string> {
  const { code, stdout, stderr } = await run('bash', ['-euo', 'pipefail', '-c', text], { MODE: '' }, copy)
  expect(code, stdout + stderr).toBe(0)
  return stdout
}

beforeAll(async () => {
  copy = realpathSync(mkdtempSync(join(tmpdir(), 'gmx-sim-adding-')))
  cpSync(ROOT, copy, {
    recursive: true,
    filter: (path) => path === ROOT || !LEFT_OUT.includes(basename(path)),
  })
  // Its packages are those of this clone; its cache, such as the state of incremental type checks, is its own.
  const modules = join(copy, 'node_modules')
  mkdirSync(modules)
  for (const name of readdirSync(join(ROOT, 'node_modules')))
    if (name !== '.cache') symlinkSync(join(ROOT, 'node_modules', name), join(modules, name))
  for (const block of files) follow(copy, block)
  for (const { text } of [...blocksOf('always'), ...blocksOf('golden')]) await shell(text)
})
afterAll(() => {
  if (copy !== undefined) rmSync(copy, { recursive: true })
})

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

// The blocks have run golden.test.ts and generated.test.ts.
test('tests that run over all entries know the additions, and pass', async () => {
  const tests = [
    'test/lists.test.ts',
    'test/grading/checks.test.ts',
    'test/server/openapi/control.test.ts',
    'test/scenario/json-schema.test.ts',
    'test/scenario/faults/partial.test.ts',
    'test/scenario/current-base.test.ts',
    'test/server/http/index.test.ts',
    'test/market/oracle/signing.test.ts',
    'test/market/catalogue/catalogue.test.ts',
  ]
  await shell(`npx vitest run --project fast ${tests.join(' ')}`)
  // The new network serves the first generation alone.
  const some =
    'test/scenario/faults/seen.test.ts test/server/openapi/simulated.test.ts test/server/http/contract.test.ts'
  await shell(`npx vitest run --project fast ${some} --testNamePattern 'twice|table|api-tokens-info'`)
})
