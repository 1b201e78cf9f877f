/** Texts of scenarios after the page has edited them: a rule that breaks an address, a moved edge, a name of their own. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { parse } from 'yaml'
import { BREAKAGES } from '../../../src/entrypoints/ui/bases/forecast.js'
import {
  withBreakage,
  withEdge,
  withOwnName,
  withoutBreakage,
} from '../../../src/entrypoints/ui/incident/scenario-edits.js'
import { loadCatalogue } from '../../../src/market/catalogue/load.js'
import { readScenarioFile } from '../../../src/scenario/read/load.js'
import { LIBRARY, SCENARIOS } from '../../support/library.js'

const BASE = { network: 'arbitrum', base: 'fallback' } as const
const HANGS = { hang: true }
const ID = 'break-arbitrum-fallback'
const RULE = { id: 'break-arbitrum-fallback', match: BASE, when: { until: '30s' }, fault: { hang: true } }
const read = (text: string) => readScenarioFile(text, join(SCENARIOS, 'x.yaml'), loadCatalogue())

test.each(LIBRARY)('it decides first in %s; all else stays', async (name) => {
  const text = readFileSync(join(SCENARIOS, `${name}.yaml`), 'utf8')
  const broken = withBreakage(text, ID, BASE, HANGS, 0)
  const { rules = [], ...others } = parse(text)
  expect(parse(broken)).toEqual({ ...others, rules: [RULE, ...rules] })
  await read(broken)
})

test.each(BREAKAGES)('$label, without a scenario', async ({ fault }) => {
  const { rules = [] } = await read(withBreakage(null, ID, BASE, fault, 0))
  expect(rules).toHaveLength(1)
})

describe('texts of other shapes', () => {
  test('a break begins now, in the time of the scenario, and replaces the one before at its address', () => {
    const mine = 'name: mine\nrules:\n- fault: { status: 500 }\n'
    const once = withBreakage(mine, ID, BASE, HANGS, 0)
    const again = withBreakage(once, ID, BASE, { status: 503 }, 12_345)
    const rule = { ...RULE, when: { after: '12.3s', until: '42.3s' }, fault: { status: 503 } }
    expect(parse(again)).toEqual({ name: 'mine', rules: [rule, { fault: { status: 500 } }] })
    expect(withoutBreakage(again, ID)).toBe(mine.replace('- ', '  - '))
  })

  test('without the last break nothing is left of a scenario that was made for it', () => {
    expect(withoutBreakage(withBreakage(null, ID, BASE, HANGS, 0), ID)).toBeNull()
    const moves = 'events:\n  - { asset: ETH, at: 0s, move: -5% }\n'
    expect(parse(withoutBreakage(withBreakage(moves, ID, BASE, HANGS, 0), ID) ?? '')).toMatchObject(
      parse(moves),
    )
  })

  test('comments stay', () => {
    const text = '# of mine\nrules: # all\n\n    # the first\n    - fault: { status: 500 } # why\n'
    const broken = withBreakage(text, ID, BASE, HANGS, 0)
    for (const comment of ['# of mine', '# all', '# the first', '# why']) expect(broken).toContain(comment)
    expect(parse(broken)).toEqual({ rules: [RULE, { fault: { status: 500 } }] })
  })

  test.each([
    'rules: [{ fault: { status: 500 } }]',
    '{"rules": [{"fault": {"status": 500}}]}',
    'rules: []',
    'rules:',
  ])('%j', async (text) => {
    const { rules = [] } = await read(withBreakage(text, ID, BASE, HANGS, 0))
    expect(rules[0].match).toMatchObject({ base: ['fallback'] })
  })
})

test('a changed incident of the library gets a name of its own, and loses its description', () => {
  const library = [{ name: 'known', description: 'It fails.', tags: [], spans: [], sets: [], durationMs: 0 }]
  const rules = 'rules:\n  - fault: { status: 500 }\n'
  const named = (text: string) => withOwnName(text, library)
  expect(named(`name: known\ndescription: >-\n  It\n  fails.\n${rules}`)).toBe(`name: known-edited\n${rules}`)
  expect(named(`name: known\ndescription: Mine.\n${rules}`)).toContain('Mine.')
  expect(named(`name: mine\ndescription: It fails.\n${rules}`)).toContain('It fails.')
})

test.each([
  ['its own window', '{ when: { after: 1s }, fault: *f }', '{ when: { after: 1s, until: 9s }, fault: *f }'],
  ['no window', '{ fault: *f }', '{ fault: *f, when: { until: 9s } }'],
  ['a window of an alias', '{ when: *w, fault: *f }', '{ when: { after: 3s, until: 9s }, fault: *f }'],
  ['a window by a merge key', '{ <<: *r }', '{ <<: *r, when: { after: 3s, until: 9s } }'],
])('an edge of a rule with %s: all else stays', (_name, rule, moved) => {
  const anchors = 'x-r: &r { when: &w { after: 3s, until: 5s }, fault: &f { hang: true } }\nrules:\n'
  expect(withEdge(`${anchors}  - ${rule}\n`, 0, 'until', '9s')).toBe(`${anchors}  - ${moved}\n`)
})
