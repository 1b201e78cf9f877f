/** The floor plan, and that a breach of each of its rules is found. */
import { spawnSync } from 'node:child_process'
import { cpSync, mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { ROOT } from './support/cli.js'
import { breachesIn, importsIn, longestChain, rulesOf } from './support/imports.js'
import { installed } from './support/installed.js'

const present = installed('lint', 'tools')

/** Files that a reader opens, one after the other, to follow the longest chain of imports. */
const MAX_CHAIN = 20

test.skipIf(!present)(
  'src keeps to the floor plan, and its longest chain of imports is no longer than it was',
  async () => {
    const found = await importsIn(ROOT)
    expect(breachesIn(found)).toEqual([])
    const chain = longestChain(found)
    expect(chain.length, chain.join('\n')).toBeLessThanOrEqual(MAX_CHAIN)
    // A checker that reads nothing, or no types, would find nothing wrong.
    expect(found.modules.filter(({ source }) => /^src\/.*\.ts$/.test(source)).length).toBeGreaterThan(100)
    const { dependencies = [] } = found.modules.find(({ source }) => source === 'src/http/app.ts') ?? {}
    expect(dependencies.map(({ module }) => module)).toContain('express')
  },
)

const FINE = {
  'core/random.ts': "import './derive-key.js'",
  'core/derive-key.ts': '',
  'catalogue/token.ts': "import '../core/random.js'\nexport interface Token {}",
  'price/tick.ts': "import type { Token } from '../catalogue/token.js'",
  'http/app.ts': "import express from 'express'\nimport { createServer } from 'node:http'",
  'simulator.ts': "import './price/tick.js'\n// import './cli/main.js'",
  'cli/main.ts': "const { serve } = await import('../http/app.js')\nimport '../simulator.js'",
  'ui/main.tsx':
    "import { App } from './app.js'\nimport '../svg/a.js'\nimport type {} from '../core/outcome-class.js'\nApp",
  'ui/app.tsx': 'export const App = () => <b />',
  'core/outcome-class.ts': '',
  'svg/a.ts': '',
}
const UP = {
  'core/plain.ts': "import { b } from '../price/b.js'",
  'svg/b.ts': "import '../catalogue/type.js'\nimport 'node:fs'",
  'catalogue/type.ts': "import type { B } from '../price/b.js'",
  'price/b.ts': "let b: import('../market/b.js').B\nexport { b }",
  'oracle/lines.ts': "import {\n  b,\n} from '../market/b.js'",
  'market/b.ts': "export * from '../world/b.js'",
  'world/b.ts': "await import('../clock/b.js')",
  'clock/b.ts': "import '../endpoints/b.js'",
  'metrics/b.ts': "export type { B } from '../endpoints/b.js'",
  'endpoints/b.ts': "import '../routing/b.js'",
  'routing/b.ts': "import '../scenario/b.js'",
  'scenario/b.ts': "import '../custom-catalogue/b.js'",
  'custom-catalogue/b.ts': "import '../journal/b.js'",
  'journal/b.ts': "import '../session/b.js'",
  'session/b.ts': "import '../control/b.js'",
  'store/b.ts': "import '../control/b.js'",
  'control/b.ts': "import '../openapi/b.js'",
  'openapi/b.ts': "import '../http/b.js'",
  'http/b.ts': "import '../config/schema.js'",
  'config/schema.ts': "import '../index.js'",
  'mcp/b.ts': "import '../index.js'",
  'rehearsal/b.ts': "import '../index.js'",
  'index.ts': 'export const b = 1',
}
const REST = {
  'testing/a.ts': "import './b.js'",
  'testing/b.ts': "import type {} from './a.js'\nimport '../cli/c.js'\nimport '../utils/d.js'",
  'cli/c.ts':
    "import '../testing/e.js'\nimport '../../fixtures/x.js'\nimport 'gmx-sim'\nimport './f.js'\nimport '../ui/page.js'",
  'ui/page.ts': "import '../core/g.js'",
  'cli/f.js': '',
  'testing/e.ts': "import 'supertest/lib/test.js'\nimport './gone.js'\nimport 'zod'",
  'utils/d.ts': "import '../core/g.js'",
  'core/g.ts': '',
  'cli/alone.ts': '',
  'price/h.ts': "import '../catalogue/i.js'\nimport type {} from '../oracle/j.js'",
  'core/derive-key.ts': '',
  'core/chance.ts': "import './derive-key.js'",
  'catalogue/i.ts': "import net from 'net'\nimport type { Socket } from 'node:tls'",
  'oracle/j.ts': "import type { Request } from 'express'\nimport type { Redis } from 'ioredis'",
}

test.skipIf(!present)('a tree that keeps to the plan has no breach', async () => {
  expect(breachesIn(await importsIn(planted(FINE)))).toEqual([])
})

test.skipIf(!present)('a planted breach of each rule is found', async () => {
  const imports = await importsIn(planted({ ...UP, ...REST }))
  const found = breachesIn(imports)
  expect([...found].sort()).toMatchInlineSnapshot(`
    [
      "chance-in-core: src/core/chance.ts -> src/core/derive-key.ts",
      "drawings-for-browsers: src/svg/b.ts -> fs",
      "express-in-http: src/oracle/j.ts -> node_modules/express/index.js",
      "in-package-json: src/oracle/j.ts -> node_modules/ioredis/built/index.js",
      "in-package-json: src/testing/e.ts -> node_modules/supertest/lib/test.js",
      "in-package-json: src/testing/e.ts -> node_modules/zod/index.d.cts",
      "inside-src: src/cli/c.ts -> fixtures/x.js",
      "no-circle-of-folders: src/catalogue -> src/price",
      "no-circle-of-folders: src/cli -> src/testing",
      "no-circle-of-folders: src/price -> src/catalogue",
      "no-circle-of-folders: src/testing -> src/cli",
      "no-circle: src/testing/a.ts -> src/testing/b.ts",
      "no-orphan: src/cli/alone.ts -> src/cli/alone.ts",
      "not-by-own-name: src/cli/c.ts -> gmx-sim",
      "on-a-floor: src/utils/d.ts -> src/core/g.ts",
      "only-down-from-catalogue: src/catalogue/type.ts -> src/price/b.ts",
      "only-down-from-clock: src/clock/b.ts -> src/endpoints/b.ts",
      "only-down-from-clock: src/metrics/b.ts -> src/endpoints/b.ts",
      "only-down-from-config: src/config/schema.ts -> src/index.ts",
      "only-down-from-control: src/control/b.ts -> src/openapi/b.ts",
      "only-down-from-core: src/core/plain.ts -> src/price/b.ts",
      "only-down-from-custom-catalogue: src/custom-catalogue/b.ts -> src/journal/b.ts",
      "only-down-from-endpoints: src/endpoints/b.ts -> src/routing/b.ts",
      "only-down-from-http: src/http/b.ts -> src/config/schema.ts",
      "only-down-from-journal: src/journal/b.ts -> src/session/b.ts",
      "only-down-from-market: src/market/b.ts -> src/world/b.ts",
      "only-down-from-mcp: src/mcp/b.ts -> src/index.ts",
      "only-down-from-openapi: src/openapi/b.ts -> src/http/b.ts",
      "only-down-from-price: src/oracle/lines.ts -> src/market/b.ts",
      "only-down-from-price: src/price/b.ts -> src/market/b.ts",
      "only-down-from-rehearsal: src/rehearsal/b.ts -> src/index.ts",
      "only-down-from-routing: src/routing/b.ts -> src/scenario/b.ts",
      "only-down-from-scenario: src/scenario/b.ts -> src/custom-catalogue/b.ts",
      "only-down-from-session: src/session/b.ts -> src/control/b.ts",
      "only-down-from-store: src/store/b.ts -> src/control/b.ts",
      "only-down-from-svg: src/svg/b.ts -> src/catalogue/type.ts",
      "only-down-from-world: src/world/b.ts -> src/clock/b.ts",
      "page-for-browsers: src/cli/c.ts -> src/ui/page.ts",
      "page-knows-drawings: src/ui/page.ts -> src/core/g.ts",
      "price-knows-no-oracle: src/price/h.ts -> src/oracle/j.ts",
      "price-knows-only-types-of-catalogue: src/price/h.ts -> src/catalogue/i.ts",
      "resolvable: src/cli/c.ts -> gmx-sim",
      "resolvable: src/testing/e.ts -> ./gone.js",
      "sockets-in-http: src/catalogue/i.ts -> net",
      "sockets-in-http: src/catalogue/i.ts -> tls",
      "store-client-in-store: src/oracle/j.ts -> node_modules/ioredis/built/index.js",
      "to-a-floor: src/testing/b.ts -> src/utils/d.ts",
      "typescript-only: src/cli/c.ts -> src/cli/f.js",
      "zod-in-core: src/testing/e.ts -> node_modules/zod/index.d.cts",
    ]
  `)
  const rules = new Set(found.map((breach) => breach.slice(0, breach.indexOf(':'))))
  expect(rulesOf(imports).filter((name) => !rules.has(name))).toEqual([])
})

test.skipIf(!present)(
  'the linter finds chance, the time and computed imports in src, and the time not in src/clock',
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
    const root = planted({ 'http/planted.ts': text, 'clock/planted.ts': text })
    for (const name of ['biome.json', '.gitignore', 'tools'])
      cpSync(join(ROOT, name), join(root, name), {
        recursive: true,
        filter: (file) => !file.includes('node_modules'),
      })
    expect(linesWithErrors(root, 'src/http/planted.ts')).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9, 10])
    expect(linesWithErrors(root, 'src/clock/planted.ts')).toEqual([1, 2, 9, 10])
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
