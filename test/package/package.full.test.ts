/** The package as it would be published: what is in it, and whether every entry is found by those who import it. */
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { describe, expect, inject, test } from 'vitest'
import { ROOT, run } from '../support/cli.js'
import { installed } from '../support/installed.js'

const packed = inject('packed')

/** Packages that a file imports. */
const IMPORTED = /(?:^import (?:.+ from )?|\bimport\()"((?:@[a-z-]+\/)?[a-z][a-z-]*)["/]/gm

const manifest = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8'))

test('package: it is small, and contains the needed files only', () => {
  const folders = new Set(
    packed.files
      .filter((path) => path.includes('/'))
      .map((path) => path.split('/', path.startsWith('dist/') ? 2 : 1).join('/')),
  )
  expect([...folders].sort()).toEqual([
    'dist/THIRD-PARTY-LICENSES.txt',
    'dist/cli',
    'dist/docs',
    'dist/entry',
    'dist/shared',
    'dist/types',
    'dist/ui',
    'docs',
    'examples',
    'fixtures',
    'scenarios',
  ])
  const top = packed.files.filter((path) => !path.includes('/'))
  expect(top.sort()).toEqual([
    'CHANGELOG.md',
    'LICENSE',
    'README.md',
    'SECURITY.md',
    'action.yml',
    'llms.txt',
    'package.json',
  ])
  const unneeded = /\.(map|tsbuildinfo)$|^(?!examples\/).*\.test\.ts$|node_modules/
  expect(packed.files.filter((path) => unneeded.test(path))).toEqual([])
  // Of these, 165 kB are the dashboard's editor, which is loaded when it first opens.
  expect(packed.unpackedBytes).toBeLessThan(4_000_000)
})

test('package: zod and what browsers load are bundled, all else is installed', () => {
  const code = packed.files
    .filter((path) => /^dist\/(cli|entry|shared)\/.*\.js$/.test(path))
    .map((path) => readFileSync(join(ROOT, path), 'utf8'))
  const imported = code.flatMap((text) => [...text.matchAll(IMPORTED)].map(([, name]) => name))
  expect(imported).toContain('yaml')
  const declared = Object.keys({ ...manifest.dependencies, ...manifest.peerDependencies })
  expect(imported.filter((name) => !declared.includes(name))).toEqual([])
  // Some are required.
  const isUsed = (name: string) =>
    code.some((text) => text.includes(`"${name}"`) || text.includes(`"${name}/`))
  expect(declared.filter((name) => !isUsed(name))).toEqual([])
  const licences = readFileSync(join(ROOT, 'dist/THIRD-PARTY-LICENSES.txt'), 'utf8')
  const bundled = [...licences.matchAll(/^(\S+) \d\S* \(.+\)$/gm)].map(([, name]) => name)
  for (const name of ['zod', 'preact', 'swagger-ui-dist']) expect(bundled).toContain(name)
  // Shared terms are written once.
  const terms = readFileSync(join(ROOT, 'node_modules/zod/LICENSE'), 'utf8').split(/\n\s*\n/)
  const flat = (text: string) => text.replace(/\s+/g, ' ').trim()
  for (const paragraph of terms) expect(flat(licences)).toContain(flat(paragraph))
  // The dashboard's editor reads YAML, too.
  expect(bundled.filter((name) => name in manifest.dependencies)).toEqual(['yaml'])
})

test('package: versions are exact where bytes depend on them, else ranges', () => {
  const isExact = (version: unknown) => /^\d+\.\d+\.\d+$/.test(version as string)
  const { dependencies, devDependencies } = manifest
  const exact = Object.keys(dependencies).filter((name) => isExact(dependencies[name]))
  expect(exact).toEqual(['@faker-js/faker', 'hash-wasm', 'seedrandom', 'tiny-secp256k1'])
  expect(
    Object.values(dependencies).filter((version) => !isExact(version) && !/^\^\d/.test(version as string)),
  ).toEqual([])
  expect(Object.values(devDependencies).every(isExact)).toBe(true)
})

const require = createRequire(join(ROOT, 'test/installs/attw/package.json'))

describe.skipIf(!installed('attw'))('package', () => {
  test('publint finds nothing', async () => {
    const { publint } = await import(require.resolve('publint'))
    const { formatMessage } = await import(require.resolve('publint/utils'))
    const { messages, pkg } = await publint({
      pack: { tarball: readFileSync(packed.tarball).buffer },
      strict: true,
    })
    expect(messages.map((message: unknown) => formatMessage(message, pkg ?? {}))).toEqual([])
  })

  test('are the types wrong? No', async () => {
    const attw = join(ROOT, 'test/installs/attw/node_modules/@arethetypeswrong/cli/dist/index.js')
    const options = ['--profile', 'esm-only', '--no-color', '--no-emoji', '--format', 'ascii']
    const { code, stdout } = await run(process.execPath, [attw, packed.tarball, ...options])
    expect(code, stdout).toBe(0)
    const seen = [...stdout.matchAll(/^(?:node16 \(from ESM\)|bundler): (\w+)/gm)].map(([, word]) => word)
    expect(seen).toEqual(Object.keys(manifest.exports).flatMap(() => ['OK', 'OK']))
  })
})

test('package: only their own entries import test runners', () => {
  expect(Object.keys(manifest.peerDependencies)).toEqual(Object.keys(manifest.peerDependenciesMeta))
  for (const name of ['index', 'undici', 'node-test'])
    for (const peer of Object.keys(manifest.peerDependencies))
      expect(readFileSync(join(ROOT, `dist/entry/${name}.js`), 'utf8')).not.toContain(`"${peer}"`)
})
