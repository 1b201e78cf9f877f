/** The types that the package declares, as a user's compiler and editor see them. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { DECLARATIONS } from '../../tools/generate/types.js'
import { ROOT } from '../support/cli.js'
import { createProject } from '../support/project.js'

test('types: they accept and reject what the inferred ones do, where libraries are checked, too', async () => {
  const uses = readFileSync(join(ROOT, 'test/entrypoints/testing/typed-uses.ts'), 'utf8')
  const project = createProject({ 'uses.ts': uses.replace('../../../src/entrypoints/index.js', 'gmx-sim') })
  try {
    const options = ['--noEmit', '--strict', '--exactOptionalPropertyTypes', '--target', 'es2023', '--lib']
    const libraries = ['es2023,esnext.disposable', '--module', 'nodenext', '--types', 'node']
    const { code, stdout } = await project.bin('tsc', [...options, ...libraries, 'uses.ts'])
    expect(stdout).toBe('')
    expect(code).toBe(0)
  } finally {
  }
})

test.each(Object.entries(DECLARATIONS))('types: %s is spelt out', (file, declare) => {
  const declared = readFileSync(join(ROOT, 'dist/types', file), 'utf8')
  expect(declared).toBe(declare())
  expect(declared).toContain('/** ')
})
