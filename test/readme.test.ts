/** Everything that README.md and docs/ show is true: tables are made anew, commands are run, outputs compared. */
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { delimiter, join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { loadCatalogue } from '../src/catalogue/load.js'
import { flagOf, OPTIONS, type OptionName } from '../src/options.js'
import { FAULTS } from '../src/scenario/faults/index.js'
import { readScenario } from '../src/scenario/read/read.js'
import { builtCli, ROOT, run, type Served, serveCli } from './support/cli.js'
import { type Block, blocksOf, isShown } from './support/doc-blocks.js'
import { installed } from './support/installed.js'
import { withTables } from './support/readme.js'

const DOCUMENTED_URL = 'http://127.0.0.1:8650'
/** Options of Node's that the documents tell to give it. */
const OF_NODE = ['--experimental-vm-modules']
const OF_BENCH = ['--quick', '--long']
const SET_UP = ['npm ci && npm start', 'npm ci && npm test']

const docs = readdirSync(join(ROOT, 'docs')).filter((name) => name.endsWith('.md'))
const files = ['README.md', 'examples/README.md', ...docs.map((name) => `docs/${name}`)]
const textOf = (file: string) => readFileSync(join(ROOT, file), 'utf8')
const readme = textOf('README.md')
const parsed = files.map((file) => blocksOf(file, textOf(file)))
const scripts: Record<string, string> = JSON.parse(textOf('package.json')).scripts

test('README: its tables are those that npm run docs makes', async () => {
  await expect(withTables(readme)).toMatchFileSnapshot(join(ROOT, 'README.md'))
})

test('README: the first two blocks are the set-up commands, and package.json has their scripts', () => {
  expect(parsed[0].blocks.slice(0, 2).map(({ text }) => text)).toEqual(SET_UP)
  expect(scripts['start']).toBe('node tools/start.js') // which bundles and then runs what runs below
  for (const [, name] of readme.matchAll(/\bnpm (?:run )?(?!(?:ci|i)\b)([a-z]+)/g))
    expect(scripts).toHaveProperty(name)
})

test.each(files)('%s: every option that it names exists', (file) => {
  const known = [
    ...(Object.keys(OPTIONS) as OptionName[]).map(flagOf),
    '--help',
    '--version',
    ...OF_NODE,
    ...OF_BENCH,
  ]
  for (const [flag] of textOf(file).matchAll(/(?<![\w-])--[a-z][a-z-]*/g)) expect(known).toContain(flag)
})

test.each(files)('%s: every file that it links to exists', (file) => {
  for (const [, target] of textOf(file).matchAll(/\]\((?!https?:|#)([^)#\s]+)/g))
    expect(() => readFileSync(join(ROOT, file, '..', target)), target).not.toThrow()
})

test('every block in the documents is run by a test', () => {
  expect(parsed.flatMap(({ problems }) => problems)).toEqual([])
})

const all = parsed
  .flatMap(({ blocks }) => blocks)
  .map((block) => [`${block.file}:${block.line}`, block] as const)
const quoted = all.filter(([, { source }]) => source !== '')
const own = all.filter(([, { source }]) => source === '')
const scenarios = own.filter(([, { language }]) => language === 'yaml')

test('docs/adding.md: every stage is there, with faults that act at it', () => {
  const rows = [...textOf('docs/adding.md').matchAll(/^\| `([a-z-]+)` \|.*\| ([^|]+) \|$/gm)]
  const told = rows.flatMap(([, stage, keys]) => keys.split(', ').map((key) => `${stage} ${key}`))
  expect(FAULTS.map(({ key, stage }) => `${stage.on} \`${key}\``)).toEqual(expect.arrayContaining(told))
  expect(new Set(rows.map(([, stage]) => stage))).toEqual(new Set(FAULTS.map(({ stage }) => stage.on)))
})

test.each(scenarios)('%s is a good scenario', async (place, { text }) => {
  await expect(readScenario(text, place, loadCatalogue())).resolves.toBeDefined()
})

test.each(quoted)('%s is quoted from its file', (_place, { source, text }) => {
  expect(textOf(source)).toContain(text)
})

describe('blocks', () => {
  let simulator: Served
  let bin: string
  beforeAll(async () => {
    // The README says how the simulator was started whose replies it shows: `npm start -- …`.
    const options = /`npm start -- ([^`]+)`/.exec(readme)?.[1].split(' ')
    simulator = await serveCli(options)
    bin = mkdtempSync(join(tmpdir(), 'gmx-sim-bin-'))
    writeFileSync(join(bin, 'gmx-sim'), `#!/bin/sh\nexec "${process.execPath}" "${builtCli()}" "$@"\n`, {
      mode: 0o755,
    })
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
      expectShown(block, await print(block))
    },
  )

  test.skipIf(!installed('sdk')).each(cases.filter(([, { text }]) => usesSdk(text)))(
    '%s does what it shows with the official SDK',
    async (_place, block) => {
      expectShown(block, await print(block))
    },
  )
})

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

describe('comparing what is shown with what is printed', () => {
  const json = (text: string) => ({ language: 'json', text })
  const text = (text: string) => ({ language: 'text', text })

  test.each([
    [json('[1, 2]'), '[1,2]', true],
    [json('[1, …]'), '[1,2,3]', true],
    [json('{\n  "a b": [1, …],\n  "c": …\n}'), '{"a b":[1,2],"c":3}', true],
    [json('[1, …]'), '[2,1]', false],
    [json('[1, …, 4]'), '[1,2,3]', false],
    [json('{"a": …, "x": …}'), '{"a":1}', false],
    [json('["a b"]'), '["ab"]', false],
    [text('x-a: 1'), 'x-a: 1\r\n', true],
    [text('a b'), 'ab', false],
    [text('a'), 'a\nb', false],
  ])('%o is shown for %j: %s', (shown, printed, good) => {
    expect(isShown(shown, printed)).toBe(good)
  })

  test.each([
    ['an unknown language', '```ruby\nputs 1\n```', 'ruby'],
    ['no language', '```\nls\n```', 'no language'],
    ['TypeScript from nowhere', '```ts\nlet a = 1\n```', 'which file'],
    ['an output of nothing', '```json\n{}\n```', 'no block directly above'],
    ['an output that is too far away', '```sh\nls\n```\nprints\n```text\na\n```', 'no block directly above'],
    ['a second output', '```sh\nls\n```\n```text\na\n```\n```text\nb\n```', 'no block directly above'],
  ])('%s is a block that no test runs', (_name, markdown, words) => {
    expect(blocksOf('a.md', markdown).problems).toEqual([expect.stringContaining(words)])
  })
})
