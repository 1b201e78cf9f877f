/** The floor plan of `src`, and its rules for time and chance. */
import { spawnSync } from 'node:child_process'
import {
  cpSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { ROOT } from './support/cli.js'
import { breachesIn, importsIn, longestChain } from './support/imports.js'
import { installed } from './support/installed.js'

const present = installed('lint', 'tools')

const DECLARATION =
  /^export (?:declare |async |abstract )*(?:function\*?|const|let|class|interface|type|enum) +([\w$]+)/gm

/** Files that a reader opens, one after the other, to follow the longest chain of imports: endpoints of the second generation repeat some of the first. */
const MAX_CHAIN = 21

test.skipIf(!present)(
  'src keeps to the floor plan, and its longest chain of imports is no longer than it was',
  async () => {
    const found = await importsIn(ROOT)
    expect(breachesIn(found)).toEqual([])
    const chain = longestChain(found)
    expect(chain.length, chain.join('\n')).toBeLessThanOrEqual(MAX_CHAIN)
    // A checker that reads nothing, or no types, would find nothing wrong.
    expect(found.modules.filter(({ source }) => /^src\/.*\.ts$/.test(source)).length).toBeGreaterThan(100)
    const { dependencies = [] } =
      found.modules.find(({ source }) => source === 'src/server/http/app.ts') ?? {}
    expect(dependencies.map(({ module }) => module)).toContain('express')
  },
)

/** The test kit extends each runner's own objects, under the names that their users import. */
const OF_RUNNERS = ['expect', 'test']

test('an exported name has one declaration in src, and so one meaning', () => {
  const declared = new Map<string, Set<string>>()
  for (const file of readdirSync(join(ROOT, 'src'), { recursive: true, encoding: 'utf8' })) {
    if (!/\.tsx?$/.test(file)) continue
    const text = readFileSync(join(ROOT, 'src', file), 'utf8')
    for (const [, name] of text.matchAll(DECLARATION))
      declared.set(name, (declared.get(name) ?? new Set()).add(`src/${file}`))
  }
  expect(declared.size).toBeGreaterThan(1000)
  for (const name of OF_RUNNERS) expect(declared.get(name)?.size).toBe(2)
  const several = [...declared].filter(([name, { size }]) => size > 1 && !OF_RUNNERS.includes(name))
  expect(several.map(([name, files]) => `${name}: rename all but one of ${[...files].join(', ')}`)).toEqual(
    [],
  )
})

test.skipIf(!present)(
  'the linter finds chance, the time and computed imports in src, and the time not in src/kit/clock',
  () => {
    const lines = [
      'Math.random()',
      '`${Math.random()}`',
      'Date.now',
      'performance.now()',
      'process.hrtime.bigint()',
      'new Date()',
      'new Date',
      'Date()',
      'await import(String(1))',
      'await import(`./x.js`)',
      'new Date(0).toISOString()',
      "'new Date(), Date.now'",
      "await import('./x.js')",
    ]
    const text = lines.map((line, n) => `export const planted${n} = ${line}`).join('\n')
    const root = planted({ 'server/http/planted.ts': text, 'kit/clock/planted.ts': text })
    for (const name of ['biome.json', '.gitignore', 'tools'])
      cpSync(join(ROOT, name), join(root, name), {
        recursive: true,
        filter: (file) => !file.includes('node_modules'),
      })
    expect(linesWithErrors(root, 'src/server/http/planted.ts')).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9, 10])
    expect(linesWithErrors(root, 'src/kit/clock/planted.ts')).toEqual([1, 2, 9, 10])
  },
)

/** The lines of a file of which the linter complains. */
function linesWithErrors(root: string, path: string): number[] {
  const biome = join(ROOT, 'tools/lint/node_modules/@biomejs/biome/bin/biome')
  const args = ['lint', '--colors=off', '--max-diagnostics=none', path]
  const { stdout, stderr } = spawnSync(process.execPath, [biome, ...args], { cwd: root, encoding: 'utf8' })
  const lines = `${stdout}${stderr}`.matchAll(/^\S*planted\.ts:(\d+):\d+ (?:plugin|lint)/gm)
  return [...new Set(Array.from(lines, ([, line]) => Number(line)))].sort((a, b) => a - b)
}

/** A project of these sources, with the packages of this one of which its package.json names but two. */
function planted(sources: Readonly<Record<string, string>>): string {
  const root = realpathSync(mkdtempSync(join(tmpdir(), 'gmx-sim-planted-')))
  onTestFinished(() => rmSync(root, { recursive: true }))
  const dependencies = { express: '*' }
  const files = {
    ...Object.fromEntries(Object.entries(sources).map(([name, text]) => [`src/${name}`, `${text}\n`])),
    'package.json': JSON.stringify({ name: 'planted', type: 'module', dependencies }),
    'fixtures/x.js': '',
  }
  for (const [name, text] of Object.entries(files)) {
    mkdirSync(dirname(join(root, name)), { recursive: true })
    writeFileSync(join(root, name), text)
  }
  symlinkSync(join(ROOT, 'node_modules'), join(root, 'node_modules'))
  return root
}
