import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { breachesOf } from './support/architecture.js'
import { importsOf, withoutComments } from './support/imports.js'

const SRC = join(import.meta.dirname, '..', 'src')

const sources = new Map(
  readdirSync(SRC, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .map((path) => [path.slice(SRC.length + 1).replaceAll('\\', '/'), readFileSync(path, 'utf8')]),
)

test('architecture: src keeps to the floor plan', () => {
  expect(breachesOf(sources)).toEqual([])
})

test('architecture: the sources that are checked are those of src', () => {
  expect([...sources.keys()]).toContain('core/random.ts')
  const imports = importsOf(withoutComments(sources.get('core/random.ts') ?? ''))
  expect(imports).toContainEqual({ specifier: 'seedrandom', typeOnly: false })
})

test('architecture: a tree that keeps to the plan has no breach', () => {
  const tree = {
    'core/random.ts': "import seedrandom from 'seedrandom'",
    'catalogue/token.ts': "import { keyOf } from '../core/random.js'\nexport interface Token {}",
    'price/tick.ts': "import type { Token } from '../catalogue/token.js'\nnew Date(0); new Date(at)",
    'world.ts': "import { tick } from './price/tick.js'\n// import './cli/main.js'; Math.random()",
    'clock/real.ts': 'export const now = () => Date.now() + performance.now()',
    'http/app.ts': "import express from 'express'\nimport { createServer } from 'node:http'",
    'simulator.ts': "import { world } from './world.js'\nthrow new Error('not new Date(), Date.now')",
    'cli/main.ts': `const { serve } = await import('../http/app.js')\n${'x\n'.repeat(199)}`,
  }
  expect(breachesOf(new Map(Object.entries(tree)))).toEqual([])
})

test.each([
  ['goes up', { 'core/a.ts': "import { b } from '../price/b.js'", 'price/b.ts': '' }, 'must not import'],
  [
    'types go up',
    { 'core/a.ts': "import type { B } from '../world/world.js'", 'world.ts': '' },
    'must not import',
  ],
  [
    'an inline type goes up',
    { 'core/a.ts': "let b: import('../world/world.js').B", 'world.ts': '' },
    'must not',
  ],
  [
    'goes up over lines',
    { 'core/a.ts': "import {\n  b,\n} from '../world/world.js'", 'world.ts': '' },
    'must not',
  ],
  ['goes up when called', { 'http/a.ts': "await import('../index.js')", 'index.ts': '' }, 'must not import'],
  ['goes up by re-export', { 'http/a.ts': "export * from '../options.js'", 'options.ts': '' }, 'must not'],
  ['goes up for effects', { 'http/a.ts': "import '../options.js'", 'options.ts': '' }, 'must not import'],
  ['catalogue knows price', { 'catalogue/a.ts': "import '../price/b.js'", 'price/b.ts': '' }, 'must not'],
  ['price runs catalogue', { 'price/a.ts': "import '../catalogue/b.js'", 'catalogue/b.ts': '' }, 'must not'],
  ['price knows oracle', { 'price/a.ts': "import type {} from '../oracle/b.js'", 'oracle/b.ts': '' }, 'must'],
  [
    'price knows the world',
    { 'price/a.ts': "import '../world/world.js'", 'world.ts': '' },
    'must not import',
  ],
  ['leaves src', { 'cli/a.ts': "import '../../fixtures/x.js'" }, 'not in src'],
  ['a circle', { 'core/a.ts': "import './b.js'", 'core/b.ts': "import './a.js'" }, 'is a circle'],
  [
    'a circle of types',
    { 'core/a.ts': "import type { A } from './a.js'" },
    'core/a.ts -> core/a.ts is a circle',
  ],
  ['computed import', { 'cli/a.ts': 'await import(name)' }, 'computed name'],
  ['template import', { 'cli/a.ts': 'await import(`./x.js`)' }, 'computed name'],
  ['own name', { 'core/a.ts': "import { startSimulator } from 'gmx-sim'" }, 'by its own name'],
  ['seedrandom', { 'price/a.ts': "import seedrandom from 'seedrandom'" }, 'imports seedrandom'],
  ['express', { 'endpoints/a.ts': "import type { Request } from 'express'" }, 'imports express'],
  ['node:http', { 'simulator.ts': "import { createServer } from 'node:http'" }, 'imports node:http'],
  ['net', { 'cli/a.ts': "import net from 'net'" }, 'imports net'],
  ['tls required', { 'cli/a.ts': "require('node:tls')" }, 'imports node:tls'],
  ['chance', { 'clock/a.ts': 'Math.random()' }, 'uses Math.random'],
  ['chance in a template', { 'core/a.ts': '`${Math.random()}`' }, 'uses Math.random'],
  ['Date.now', { 'core/a.ts': 'const t = Date.now' }, 'uses Date.now'],
  ['performance.now', { 'http/a.ts': 'performance.now()' }, 'uses performance.now'],
  ['hrtime', { 'http/a.ts': 'process.hrtime.bigint()' }, 'uses process.hrtime'],
  ['new Date()', { 'http/a.ts': 'new Date()' }, 'uses new Date()'],
  ['new Date without parentheses', { 'http/a.ts': 'const d = new Date\n' }, 'uses new Date()'],
  ['too long', { 'core/a.ts': 'x\n'.repeat(201) }, 'has 201 lines'],
  ['no floor', { 'utils/a.ts': '' }, 'stands on no floor'],
  ['no floor at the top', { 'helpers.ts': '' }, 'stands on no floor'],
  ['JavaScript', { 'core/a.js': '' }, 'is not TypeScript'],
])('architecture: %s is a breach', (_name, tree, sentence) => {
  const breaches = breachesOf(new Map(Object.entries<string>(tree)))
  expect(breaches).toHaveLength(1)
  expect(breaches[0]).toContain(sentence)
})
