/** README.md and docs/ are up to date: links resolve, names exist. doc-commands.full.test.ts runs their commands. */
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { SERVE_FLAGS } from '../src/entrypoints/cli/serve-command.js'
import { loadCatalogue } from '../src/market/catalogue/load.js'
import { loadOverlays } from '../src/scenario/custom-catalogue/load.js'
import { CODE_FAULTS, FAULTS } from '../src/scenario/faults/index.js'
import { readScenario } from '../src/scenario/read/read.js'
import { flagOf, OPTIONS, type OptionName } from '../src/server/config/schema.js'
import { anchorsOf } from '../tools/generate/doc-blocks.js'
import { namesOfTables, TABLE_NAMES } from '../tools/generate/doc-tables.js'
import { ROOT } from './support/cli.js'
import { DOCUMENTS, inClone, own, PAGES, parsed, quoted, SET_UP, textOf } from './support/documents.js'
import { LIBRARY } from './support/library.js'

/** Options of Node's that the documents tell to give it. */
const OF_NODE = ['--experimental-vm-modules']
const OF_BENCH = ['--quick']
const OF_OTHERS = ['--no', '--prefix', '--data-binary', '--dry-run', '--format']
const OF_REALISM = ['--seeds']
const OF_FUZZ = ['--minutes', '--target']
const OF_SOAK = ['--pauses']
const OF_REHEARSE = [
  ...['--attach', '--list', '--jobs', '--warm-up', '--incident', '--cool-down', '--set', '--observe'],
  ...['--verbose', '--report', '--fail-on', '--clients', '--seed', '--port', '--logs'],
  ...['--baseline', '--allow-unexercised', '--allow-unproven', '--may-exit'],
]
const OF_COMMANDS = [
  ...['--network', '--json', '--rate', '--timeout', '--save', '--write-catalogue', '--kind'],
  '--offline',
]

const readme = textOf('README.md')
const scripts: Record<string, string> = JSON.parse(textOf('package.json')).scripts

test('every table appears in one document', () => {
  expect(DOCUMENTS.flatMap((file) => namesOfTables(textOf(file))).sort()).toEqual(TABLE_NAMES.toSorted())
})

test('README: it begins with the set-up, and package.json has its scripts', () => {
  const commands = parsed[0].blocks.filter(({ language }) => language === 'sh')
  expect(commands[0].text).toBe(SET_UP[0])
  expect(commands.map(({ text }) => text)).toContain(SET_UP[1])
  expect(scripts['start']).toBe('node tools/start.js') // which bundles and then runs what runs below
})

test('docs/comparison.md: the speeds are those of docs/benchmarks.md', () => {
  const row = (line: string) => line.split('|').map((cell) => cell.trim())
  const lineOf = (text: string, begin: string) =>
    row(text.split('\n').find((line) => line.startsWith(begin)) ?? '')
  const comparison = textOf('docs/comparison.md')
  const names = lineOf(comparison, '| | gmx-sim').slice(2, -1)
  const speeds = lineOf(comparison, '| Tickers per second').slice(2, -1)
  const benchmarks = textOf('docs/benchmarks.md')
  const told = names.flatMap((name, index) => (/^\d/.test(speeds[index]) ? [[name, speeds[index]]] : []))
  const measured = told.map(([name]) => [
    name,
    lineOf(benchmarks, name === 'gmx-sim' ? 'gmx-sim ' : name)[3]?.split(' ')[0],
  ])
  expect(told).toEqual(measured)
  expect(told).toHaveLength(5)
})

test.each(DOCUMENTS.filter((file) => !file.startsWith('examples/')))(
  '%s: every script of npm that it names exists',
  (file) => {
    for (const [, name] of textOf(file).matchAll(
      /`npm (?:run )?(?!(?:ci|i|install|pack|publish|version)\b)([a-z:]+)/g,
    ))
      expect(scripts).toHaveProperty([name])
  },
)

test('blocks for a clone run scripts of npm that exist', () => {
  const named = inClone.flatMap(({ text }) => [...text.matchAll(/\bnpm run (?:-s |--silent )?([a-z:]+)/g)])
  for (const [, name] of named) expect(scripts).toHaveProperty([name])
})

test.each(DOCUMENTS)('%s: every option that it names exists', (file) => {
  const known = [
    ...(Object.keys(OPTIONS) as OptionName[]).map(flagOf),
    '--help',
    '--version',
    ...OF_NODE,
    ...OF_BENCH,
    ...OF_OTHERS,
    ...OF_REALISM,
    ...OF_FUZZ,
    ...OF_SOAK,
    ...OF_REHEARSE,
    ...OF_COMMANDS,
    ...SERVE_FLAGS.map(({ flags }) => flags.split(' ')[0]),
  ]
  for (const [flag] of textOf(file).matchAll(/(?<![\w-])--[a-z][a-z-]*/g)) expect(known).toContain(flag)
})

test.each(DOCUMENTS)('%s: every file and heading that it links to exists', (file) => {
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
  expect(listed.toSorted()).toEqual(PAGES.filter((name) => name !== 'README.md').toSorted())
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

// A file that a page saves is read by a command of the page.
const scenarios = own.filter(([, { language, savedAs }]) => language === 'yaml' && savedAs === undefined)

test('docs/adding.md: every stage is there, with faults that act at it', () => {
  const faults = [...FAULTS, ...CODE_FAULTS]
  const rows = [...textOf('docs/adding.md').matchAll(/^\| `([a-z-]+)` \|.*\| ([^|]+) \|$/gm)]
  const told = rows.flatMap(([, stage, keys]) => keys.split(', ').map((key) => `${stage} ${key}`))
  expect(faults.map(({ key, stage }) => `${stage.on} \`${key}\``)).toEqual(expect.arrayContaining(told))
  expect(new Set(rows.map(([, stage]) => stage))).toEqual(new Set(faults.map(({ stage }) => stage.on)))
})

test.each(scenarios)('%s is a good scenario or catalogue', async (place, { text }) => {
  if (place.startsWith('docs/catalogues.md')) await expect(loadOverlays([text])).resolves.toBeDefined()
  else await expect(readScenario(text, place, loadCatalogue())).resolves.toBeDefined()
})

test.each(quoted)('%s is quoted from its file', (_place, { source, text }) => {
  expect(textOf(source)).toContain(text)
})
