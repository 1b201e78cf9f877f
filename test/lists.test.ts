/** Declarations that stand in a file of their own, each of which is in the list of its kind. */
import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import type { Endpoint } from '../src/api/endpoints/define.js'
import { ENDPOINTS, ROUTED } from '../src/api/endpoints/index.js'
import { CHECKS } from '../src/grading/checks/index.js'
import { CODE_FAULTS, FAULTS } from '../src/scenario/faults/index.js'
import { CONTROL_CALLS } from '../src/server/control/index.js'
import { ROOT } from './support/cli.js'
import { GOLDEN_CASES } from './support/golden-cases.js'

/** Properties of a declared object, by kind. */
const KINDS = [
  { folder: 'src/api/endpoints', list: ROUTED, keys: ['id', 'path', 'facts'] },
  { folder: 'src/scenario/faults', list: [...FAULTS, ...CODE_FAULTS], keys: ['key', 'shape', 'stage'] },
  { folder: 'src/grading/checks', list: CHECKS, keys: ['id', 'look', 'says'] },
  { folder: 'src/server/control', list: CONTROL_CALLS, keys: ['method', 'path', 'run'] },
] as const

describe.each(KINDS)('$folder', ({ folder, list, keys }) => {
  const files = readdirSync(join(ROOT, folder)).filter((name) => name.endsWith('.ts') && name !== 'index.ts')

  test.each(files)('%s: what it declares is in index.ts', async (file) => {
    const exported = Object.entries<unknown>(await import(`../${folder}/${file}`))
    const isDeclared = (value: unknown) =>
      typeof value === 'object' && value !== null && keys.every((key) => key in value)
    const missing = exported.filter(([, value]) =>
      [value].flat().some((each) => isDeclared(each) && !(list as readonly unknown[]).includes(each)),
    )
    const names = missing.map(([name]) => name)
    expect(names, `write these into ${folder}/index.ts`).toEqual([])
  })
})

test.each<Endpoint>(ENDPOINTS)('endpoint $id has a golden reply', ({ path, aliases = [] }) => {
  const paths = GOLDEN_CASES.map(({ address }) => address.replace(/^[^/]*/, '').replace(/\?.*$/, ''))
  const own = paths.filter((asked) => [path, ...aliases].includes(asked))
  expect(own, 'write one into test/support/golden-cases.ts, then run npm run golden').not.toEqual([])
})

test('a fault with a flaw never has a good outcome', () => {
  const flawed = FAULTS.filter(({ flaw, outcomeClass }) => outcomeClass === 'good' && flaw !== null)
  expect(flawed.map(({ key }) => key)).toEqual([])
})
