/** The floor plan of `src`, and one meaning per exported name. `npm run lint` has the rules for time and chance. */
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { ROOT } from './support/cli.js'
import { breachesIn, importsIn, longestChain } from './support/imports.js'
import { installed } from './support/installed.js'

const present = installed('imports')

const DECLARATION =
  /^export (?:declare |async |abstract )*(?:function\*?|const|let|class|interface|type|enum) +([\w$]+)/gm

/** Files that a reader opens, one after the other, to follow the longest chain of imports: endpoints of the second generation repeat some of the first, and types are those of their makers, not of files that restate them. */
const MAX_CHAIN = 25

test.skipIf(!present)(
  'src keeps to the floor plan, and its longest chain of imports is no longer than it was',
  async () => {
    const found = await importsIn(ROOT)
    expect(breachesIn(found)).toEqual([])
    const chain = longestChain(found)
    expect(chain.length, chain.join('\n')).toBeLessThanOrEqual(MAX_CHAIN)
    // A checker that reads nothing, or no types, would find nothing wrong.
    expect(found.modules.filter(({ source }) => /^src\/.*\.ts$/.test(source)).length).toBeGreaterThan(100)
    const { dependencies = [] } =
      found.modules.find(({ source }) => source === 'src/server/http/app.ts') ?? {}
    expect(dependencies.map(({ module }) => module)).toContain('express')
  },
)

/** The test kit extends each runner's own objects, under the names that their users import. */
const OF_RUNNERS = ['expect', 'test']

test('an exported name has one declaration in src, and so one meaning', () => {
  const declared = new Map<string, Set<string>>()
  for (const file of readdirSync(join(ROOT, 'src'), { recursive: true, encoding: 'utf8' })) {
    if (!/\.tsx?$/.test(file)) continue
    const text = readFileSync(join(ROOT, 'src', file), 'utf8')
    for (const [, name] of text.matchAll(DECLARATION))
      declared.set(name, (declared.get(name) ?? new Set()).add(`src/${file}`))
  }
  expect(declared.size).toBeGreaterThan(1000)
  for (const name of OF_RUNNERS) expect(declared.get(name)?.size).toBe(2)
  const several = [...declared].filter(([name, { size }]) => size > 1 && !OF_RUNNERS.includes(name))
  expect(several.map(([name, files]) => `${name}: rename all but one of ${[...files].join(', ')}`)).toEqual(
    [],
  )
})
