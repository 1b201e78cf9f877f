import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test, vi } from 'vitest'
import { CHECKED_DIGEST } from '../../src/catalogue/checked.js'
import { digestOf } from '../../src/catalogue/digest.js'
import { type ReadFixture, readFixture } from '../../src/catalogue/fixture.js'
import { loadCatalogue } from '../../src/catalogue/load.js'
import { quickCatalogue } from '../../src/catalogue/quick.js'
import { builtCli, ROOT } from '../support/cli.js'

const ASSETS = 'assets.json'
/** Which only the full check minds. */
const withUnknownKey: ReadFixture = (file) =>
  file === ASSETS ? readFixture(file).replace('{', '{ "unheardOf": 1,') : readFixture(file)

test('the quick catalogue is the checked one', async () => {
  expect(await quickCatalogue(readFixture, digestOf(readFixture))).toEqual(loadCatalogue())
  expect(await quickCatalogue()).toEqual(loadCatalogue())
})

test('what was checked before is believed, everything else is checked', async () => {
  await expect(quickCatalogue(withUnknownKey, digestOf(withUnknownKey))).resolves.toBeDefined()
  for (const checked of [digestOf(readFixture), CHECKED_DIGEST])
    await expect(quickCatalogue(withUnknownKey, checked)).rejects.toThrow('unheardOf')
})

test('a file that is gone is told of as ever', async () => {
  const read: ReadFixture = (file) => readFixture(file === ASSETS ? 'no-such-file.json' : file)
  await expect(quickCatalogue(read, digestOf(readFixture))).rejects.toThrow(
    'fixtures/assets.json: cannot be read',
  )
})

test('each file is read once', async () => {
  const read = vi.fn(readFixture)
  await quickCatalogue(read, 'another')
  expect(read.mock.calls.map(([file]) => file)).toEqual([...new Set(read.mock.calls.map(([file]) => file))])
})

test('the digest is another one wherever a file is', () => {
  const files = new Set<string>()
  const digest = digestOf((file) => {
    files.add(file)
    return readFixture(file)
  })
  expect(files.size).toBe(8)
  for (const changed of files)
    expect(digestOf((file) => readFixture(file) + (file === changed ? ' ' : ''))).not.toBe(digest)
})

test('the built package holds the digest of its fixtures, so that it need not check them at start', () => {
  builtCli()
  const shared = join(ROOT, 'dist/shared')
  const texts = readdirSync(shared)
    .filter((name) => name.endsWith('.js'))
    .map((name) => readFileSync(join(shared, name), 'utf8'))
  expect(texts.join('\n')).toContain(digestOf(readFixture))
})
