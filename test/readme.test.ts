/** Everything that README.md and docs/ show is true: tables are made anew, commands are run, outputs compared. */
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { delimiter, dirname, join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { loadCatalogue } from '../src/catalogue/load.js'
import { flagOf, OPTIONS, type OptionName } from '../src/options.js'
import { loadOverlays } from '../src/overlay/load.js'
import { FAULTS } from '../src/scenario/faults/index.js'
import { readScenario } from '../src/scenario/read/read.js'
import { builtCli, ROOT, run, type Served, serveCli } from './support/cli.js'
import { anchorsOf, type Block, blocksOf, isShown, withFigures } from './support/doc-blocks.js'
import { namesOfTables, TABLE_NAMES, withTables } from './support/doc-tables.js'
import { installed } from './support/installed.js'
import { LIBRARY } from './support/library.js'

const DOCUMENTED_URL = 'http://127.0.0.1:8650'
/** Options of Node's that the documents tell to give it. */
const OF_NODE = ['--experimental-vm-modules']
const OF_BENCH = ['--quick', '--long']
const OF_OTHERS = ['--prefix', '--workers']
const OF_REALISM = ['--seeds']
const OF_FUZZ = ['--minutes', '--target']
const OF_REHEARSE = [
  ...['--attach', '--list', '--jobs', '--warm-up', '--incident', '--cool-down', '--set', '--observe'],
  ...['--verbose', '--report', '--fail-on', '--clients', '--seed', '--port', '--logs'],
]
const OF_COMMANDS = ['--after', '--network', '--json', '--rate', '--timeout', '--save', '--write-catalogue']
const SET_UP = ['npm ci && npm start', 'npm ci && npm test']

const docs = readdirSync(join(ROOT, 'docs')).filter((name) => name.endsWith('.md'))
const files = [
  'README.md',
  'SECURITY.md',
  'CONTRIBUTING.md',
  'examples/README.md',
  ...docs.map((name) => `docs/${name}`),
]
const textOf = (file: string) => readFileSync(join(ROOT, file), 'utf8')
const readme = textOf('README.md')
const parsed = files.map((file) => blocksOf(file, textOf(file)))
const scripts: Record<string, string> = JSON.parse(textOf('package.json')).scripts

test.each(files.filter((file) => namesOfTables(textOf(file)).length > 0))(
  '%s: its tables are those that npm run docs makes',
  async (file) => {
    await expect(withTables(textOf(file), dirname(file))).toMatchFileSnapshot(join(ROOT, file))
  },
)

test('every table stands in one document', () => {
  expect(files.flatMap((file) => namesOfTables(textOf(file))).sort()).toEqual(TABLE_NAMES.toSorted())
})

test('README: its first two commands are the set-up, and package.json has their scripts', () => {
  const commands = parsed[0].blocks.filter(({ language }) => language === 'sh')
  expect(commands.slice(0, 2).map(({ text }) => text)).toEqual(SET_UP)
  expect(scripts['start']).toBe('node tools/start.js') // which bundles and then runs what runs below
})

test('README: the speeds beside other servers are those of docs/benchmarks.md', () => {
  const row = (line: string) => line.split('|').map((cell) => cell.trim())
  const lineOf = (text: string, begin: string) =>
    row(text.split('\n').find((line) => line.startsWith(begin)) ?? '')
  const names = lineOf(readme, '| | gmx-sim').slice(2, -1)
  const speeds = lineOf(readme, '| Tickers a second').slice(2, -1)
  const benchmarks = textOf('docs/benchmarks.md')
  const told = names.flatMap((name, index) => (speeds[index] ? [[name, speeds[index]]] : []))
  const measured = told.map(([name]) => [
    name,
    lineOf(benchmarks, name === 'gmx-sim' ? 'gmx-sim ' : name)[3]?.split(' ')[0],
  ])
  expect(told).toEqual(measured)
  expect(told).toHaveLength(5)
})

test.each(files.filter((file) => !file.startsWith('examples/')))(
  '%s: every script of npm that it names exists',
  (file) => {
    for (const [, name] of textOf(file).matchAll(
      /`npm (?:run )?(?!(?:ci|i|install|pack|publish|version)\b)([a-z:]+)/g,
    ))
      expect(scripts).toHaveProperty([name])
  },
)

test.each(files)('%s: every option that it names exists', (file) => {
  const known = [
    ...(Object.keys(OPTIONS) as OptionName[]).map(flagOf),
    '--help',
    '--version',
    ...OF_NODE,
    ...OF_BENCH,
    ...OF_OTHERS,
    ...OF_REALISM,
    ...OF_FUZZ,
    ...OF_REHEARSE,
    ...OF_COMMANDS,
  ]
  for (const [flag] of textOf(file).matchAll(/(?<![\w-])--[a-z][a-z-]*/g)) expect(known).toContain(flag)
})

test.each(files)('%s: every file and heading that it links to exists', (file) => {
  for (const [, target, heading] of textOf(file).matchAll(/\]\((?!https?:)([^)#\s]*)(?:#([^)\s]+))?\)/g)) {
    const path = target === '' ? file : join(file, '..', target)
    expect(existsSync(join(ROOT, path)), `${file}: ${target}`).toBe(true)
    if (heading !== undefined) expect(anchorsOf(textOf(path)), `${file}: ${target}`).toContain(heading)
  }
})

test('docs/choosing-a-scenario.md: every scenario of the library is in it', () => {
  const named = textOf('docs/choosing-a-scenario.md').matchAll(/\(\.\.\/scenarios\/([\w-]+)\.yaml\)/g)
  expect([...new Set([...named].map(([, name]) => name))].toSorted()).toEqual(LIBRARY.toSorted())
})

test('docs/README.md: every page is in it', () => {
  const listed = [...textOf('docs/README.md').matchAll(/\]\(([\w-]+\.md)\)/g)].map(([, name]) => name)
  expect(listed.toSorted()).toEqual(docs.filter((name) => name !== 'README.md').toSorted())
})

test('README: what it links to is published with it', () => {
  const published: string[] = JSON.parse(textOf('package.json')).files
  for (const [, target] of readme.matchAll(/\]\((?!https?:|#)([^)#\s]+)/g))
    expect(
      [...published, 'LICENSE'].some((name) => target === name || target.startsWith(`${name}/`)),
      target,
    ).toBe(true)
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

test.each(scenarios)('%s is a good scenario or catalogue', async (place, { text }) => {
  if (place.startsWith('docs/catalogues.md')) await expect(loadOverlays([text])).resolves.toBeDefined()
  else await expect(readScenario(text, place, loadCatalogue())).resolves.toBeDefined()
})

test.each(quoted)('%s is quoted from its file', (_place, { source, text }) => {
  expect(textOf(source)).toContain(text)
})

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
