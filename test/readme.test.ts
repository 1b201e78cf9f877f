/** README.md and docs/ are up to date: links resolve, names exist. doc-commands.full.test.ts runs their commands. */
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { loadCatalogue } from '../src/market/catalogue/load.js'
import { loadOverlays } from '../src/scenario/custom-catalogue/load.js'
import { readScenario } from '../src/scenario/read/read.js'
import { anchorsOf } from '../tools/generate/doc-blocks.js'
import { namesOfTables, TABLE_NAMES } from '../tools/generate/doc-tables.js'
import { ROOT } from './support/cli.js'
import { DOCUMENTS, own, parsed, quoted, textOf } from './support/documents.js'
import { LIBRARY } from './support/library.js'

const readme = textOf('README.md')

test('every table appears in one document', () => {
  expect(DOCUMENTS.flatMap((file) => namesOfTables(textOf(file))).sort()).toEqual(TABLE_NAMES.toSorted())
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

test.each(scenarios)('%s is a good scenario or catalogue', async (place, { text }) => {
  if (place.startsWith('docs/catalogues.md')) await expect(loadOverlays([text])).resolves.toBeDefined()
  else await expect(readScenario(text, place, loadCatalogue())).resolves.toBeDefined()
})

test.each(quoted)('%s is quoted from its file', (_place, { source, text }) => {
  expect(textOf(source)).toContain(text)
})
