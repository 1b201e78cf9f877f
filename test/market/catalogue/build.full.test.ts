import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { type ReadFixture, readFixture } from '../../../src/market/catalogue/fixture.js'
import { fixtureFiles } from '../../../src/market/catalogue/load.js'
import { checkedFiles } from '../../../tools/checked-files.js'
import { builtCli, ROOT } from '../../support/cli.js'

const ASSETS = 'assets.json'

test('the build puts the content of the fixture files into the package, and nothing that checks them', () => {
  builtCli()
  const shared = join(ROOT, 'dist/shared')
  const texts = readdirSync(shared)
    .filter((name) => name.endsWith('.js'))
    .map((name) => readFileSync(join(shared, name), 'utf8'))
  const content = JSON.stringify(fixtureFiles())
  expect(texts.filter((text) => text.replaceAll('\\"', '"').includes(content))).toHaveLength(1)
  expect(texts.filter((text) => text.includes('a host, such as'))).toEqual([])
})

test('the build gives the same files as reading them does', async () => {
  expect(await checkedFiles(readFixture)).toEqual(fixtureFiles())
})

test.each<[fact: string, from: string, to: string, message: string]>([
  ['of another shape', '{', '{ "unheardOf": 1,', 'unheardOf'],
  ['that contradict each other', '"ETH":', '"ETHER":', 'write the name of an asset of this file'],
])('the build refuses fixture files %s', async (_fact, from, to, message) => {
  const read: ReadFixture = (file) =>
    file === ASSETS ? readFixture(file).replace(from, to) : readFixture(file)
  await expect(checkedFiles(read)).rejects.toThrow(message)
})
