/** Scenario files that cannot be read: each is one sentence at a place in the file, with exit code 3. */
import { execFileSync } from 'node:child_process'
import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { loadCatalogue } from '../../src/market/catalogue/load.js'
import { loadScenarioFile } from '../../src/scenario/read/load.js'
import { wish } from '../support/needs.js'

let folder: string
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'gmx-sim-'))
})
afterAll(() => rmSync(folder, { recursive: true }))

const mayBeRefused = process.getuid?.() !== 0 && process.platform !== 'win32'
const load = (path: string) => loadScenarioFile(path, loadCatalogue())
const written = (name: string, content: string | Buffer): string => {
  writeFileSync(join(folder, name), content)
  return join(folder, name)
}
const expectProblem = (path: string, problem: string) =>
  expect(load(path)).rejects.toMatchObject({
    exitCode: 3,
    message: `the scenario is invalid: ${path}:${problem}`,
  })

test('a file of 128 kB is read, one of a byte more or of 10 MB is not', async () => {
  const text = `seed: ä 价格 💥 # ${'x'.repeat((128 << 10) - Buffer.byteLength('seed: ä 价格 💥 # '))}`
  expect(await load(written('limit.yaml', text))).toMatchObject({ seed: 'ä 价格 💥' })
  for (const content of [`${text}x`, Buffer.alloc(10_000_000, 'é')])
    await expectProblem(
      written('large.yaml', content),
      '1:1 the scenario is larger than 128 kB: shorten it; fix it there',
    )
})

test('what is not a file has no line', async () => {
  const good = written('good.yaml', 'name: good')
  for (const path of [join(folder, 'nowhere.yaml'), join(good, 'below.yaml')])
    await expectProblem(path, ' no such file; check the path')
  await expectProblem(folder, ' this is a directory; write the path of a file in it')
})

test.runIf(wish(mayBeRefused, 'root may read every file', 'run it as another user'))(
  'a file that may not be read',
  async () => {
    const path = written('secret.yaml', 'name: secret')
    chmodSync(path, 0)
    await expectProblem(path, ' permission denied; check its permissions')
  },
)

test.skipIf(process.platform === 'win32')('a pipe into which nobody writes, and a device', async () => {
  const pipe = join(folder, 'pipe.yaml')
  execFileSync('mkfifo', [pipe])
  for (const path of [pipe, '/dev/zero'])
    await expectProblem(path, ' this is not a file; write the path of a file')
})

test.each([
  ['a Latin-1 é', Buffer.from('rules: []\nname: caf\xe9', 'latin1'), '2:10'],
  ['UTF-16', Buffer.from('\uFEFFname: a', 'utf16le'), '1:1'],
  ['half a character', Buffer.from('name: é').subarray(0, 7), '1:7'],
])('%s is not UTF-8', async (_name, content, place) => {
  const problem = `${place} this byte is not UTF-8: save the file as UTF-8; fix it there`
  await expectProblem(written('other.yaml', content), problem)
})
