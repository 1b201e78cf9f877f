/** The rule that breaks an address, added to every scenario of the library and to texts of other shapes. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { parse } from 'yaml'
import { BREAKAGES } from '../../../src/entrypoints/ui/bases/forecast.js'
import { withBreakage, withOwnName } from '../../../src/entrypoints/ui/incident/scenario-edits.js'
import { loadCatalogue } from '../../../src/market/catalogue/load.js'
import { readScenarioFile } from '../../../src/scenario/read/load.js'
import { LIBRARY, SCENARIOS } from '../../support/library.js'

const BASE = { network: 'arbitrum', base: 'fallback' } as const
const HANGS = { hang: true }
const RULE = { id: 'break-arbitrum-fallback', match: BASE, when: { until: '30s' }, fault: { hang: true } }
const read = (text: string) => readScenarioFile(text, join(SCENARIOS, 'x.yaml'), loadCatalogue())

test.each(LIBRARY)('it decides first in %s; all else stays, but for the description', async (name) => {
  const text = readFileSync(join(SCENARIOS, `${name}.yaml`), 'utf8')
  const broken = withBreakage(text, BASE, HANGS, '30s')
  const { description, rules = [], ...others } = parse(text)
  expect(description).toBeTypeOf('string')
  expect(parse(broken)).toEqual({ ...others, name: `${name}-edited`, rules: [RULE, ...rules] })
  await read(broken)
})

test.each(BREAKAGES)('$label, without a scenario', async ({ fault }) => {
  const { rules = [] } = await read(withBreakage(null, BASE, fault, '30s'))
  expect(rules).toHaveLength(1)
})

describe('texts of other shapes', () => {
  test('rules of the same address and those that have ended are replaced; the name changes once', () => {
    const once = withBreakage('name: mine\nrules:\n- fault: { status: 500 }\n', BASE, HANGS, '30s')
    const PRIMARY = { network: 'arbitrum', base: 'primary' } as const
    const twice = withBreakage(withBreakage(once, BASE, HANGS, '30s'), PRIMARY, { status: 503 }, '20s')
    const down = {
      id: 'break-arbitrum-primary',
      match: PRIMARY,
      when: { until: '20s' },
      fault: { status: 503 },
    }
    expect(parse(twice)).toEqual({ name: 'mine-edited', rules: [down, RULE, { fault: { status: 500 } }] })
    const later = withBreakage(twice, BASE, HANGS, '30s', ['break-arbitrum-primary'])
    expect(parse(later).rules).toEqual([RULE, { fault: { status: 500 } }])
  })

  test('comments stay', () => {
    const text = '# of mine\nrules: # all\n\n    # the first\n    - fault: { status: 500 } # why\n'
    const broken = withBreakage(text, BASE, HANGS, '30s')
    for (const comment of ['# of mine', '# all', '# the first', '# why']) expect(broken).toContain(comment)
    expect(parse(broken)).toEqual({ rules: [RULE, { fault: { status: 500 } }] })
  })

  test.each([
    'rules: [{ fault: { status: 500 } }]',
    '{"rules": [{"fault": {"status": 500}}]}',
    'rules: []',
    'rules:',
  ])('%j', async (text) => {
    const { rules = [] } = await read(withBreakage(text, BASE, HANGS, '30s'))
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
