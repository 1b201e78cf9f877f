/** The package as it would be published: what is in it, and whether every entry is found by those who import it. */
import { readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { publint } from 'publint'
import { formatMessage } from 'publint/utils'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { ROOT, run } from '../support/cli.js'
import { type Packed, pack } from '../support/pack.js'

let packed: Packed
beforeAll(async () => {
  packed = await pack()
})
afterAll(() => rmSync(packed.folder, { recursive: true }))

const manifest = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8'))

test('package: it holds what is needed, and nothing else', () => {
  const inFolders = packed.files.filter((path) => path.includes('/'))
  const folders = new Set(
    inFolders.map((path) =>
      path
        .split('/')
        .slice(0, path.startsWith('dist/') ? 2 : -1)
        .join('/'),
    ),
  )
  expect([...folders].sort()).toEqual([
    'dist/cli',
    'dist/docs',
    'dist/entry',
    'dist/shared',
    'dist/types',
    'fixtures',
    'fixtures/arbitrum',
    'fixtures/avalanche',
    'fixtures/botanix',
    'scenarios',
  ])
  const top = packed.files.filter((path) => !path.includes('/'))
  expect(top.sort()).toEqual(['CHANGELOG.md', 'LICENSE', 'README.md', 'package.json'])
  expect(packed.files.filter((path) => /\.(map|tsbuildinfo|test\.\w+)$/.test(path))).toEqual([])
})

test('package: it is small', () => {
  expect(packed.unpackedBytes).toBeLessThan(3_000_000)
})

test('package: publint finds nothing', async () => {
  const { messages, pkg } = await publint({
    pack: { tarball: readFileSync(packed.tarball).buffer },
    strict: true,
  })
  expect(messages.map((message) => formatMessage(message, pkg ?? {}))).toEqual([])
})

test('package: are the types wrong? No', async () => {
  const attw = join(ROOT, 'node_modules/@arethetypeswrong/cli/dist/index.js')
  const options = ['--profile', 'esm-only', '--no-color', '--no-emoji', '--format', 'ascii']
  const { code, stdout } = await run(process.execPath, [attw, packed.tarball, ...options])
  expect(code, stdout).toBe(0)
  const seen = [...stdout.matchAll(/^(?:node16 \(from ESM\)|bundler): (\w+)/gm)].map(([, word]) => word)
  expect(seen).toEqual(Object.keys(manifest.exports).flatMap(() => ['OK', 'OK']))
})

test('package: each entry has its types first', () => {
  const entries = Object.entries<Readonly<Record<string, string>>>(manifest.exports)
  for (const [name, entry] of entries.filter(([name]) => !name.endsWith('.json')))
    expect(Object.keys(entry), name).toEqual(['types', 'default'])
})

test('package: test runners are asked for by their own entries alone', () => {
  expect(Object.keys(manifest.peerDependencies)).toEqual(Object.keys(manifest.peerDependenciesMeta))
  for (const name of ['index', 'undici', 'node-test'])
    for (const peer of Object.keys(manifest.peerDependencies))
      expect(readFileSync(join(ROOT, `dist/entry/${name}.js`), 'utf8')).not.toContain(`"${peer}"`)
})
