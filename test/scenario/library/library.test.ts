/** Invariants of every file in scenarios/: valid, described, and played. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { Ajv } from 'ajv'
import { expect, test } from 'vitest'
import { parse } from 'yaml'
import { readScenario } from '../../../src/scenario/read/read.js'
import { ROOT } from '../../support/cli.js'
import { LIBRARY, SCENARIOS } from '../../support/library.js'
import { catalogue } from '../../support/prices.js'
import { isSweep } from '../../support/runs.js'
import { FACTS, play } from './play.js'

const isGood = new Ajv().compile(
  JSON.parse(readFileSync(join(ROOT, 'fixtures/scenario.schema.json'), 'utf8')),
)

test.each(LIBRARY)('%s: reads, is good by the published schema, and is described', async (name) => {
  const text = readFileSync(join(SCENARIOS, `${name}.yaml`), 'utf8')
  expect(text.split('\n')[0]).toBe('# yaml-language-server: $schema=../fixtures/scenario.schema.json')
  isGood(parse(text))
  expect(isGood.errors).toBeNull()
  const { description = '', rules = [], clock, ...own } = await readScenario(text, name, catalogue)
  expect([own.name, own.seed, own.dialect]).toEqual([name, undefined, undefined])
  expect(description).toContain('A good client ')
  expect(description.startsWith('Sets the clock to replay ')).toBe(clock !== undefined)
  for (const { id } of rules) expect(id).toBeDefined()
})

/** Facts of replies that take seconds of real time are for the sweep. */
test.each(FACTS.filter(({ acts }) => acts.some((act) => act.endsWith(' tookMs')) === isSweep))(
  '$scenario: $fact',
  ({ scenario, fact }) => play(scenario, fact),
)

test('every scenario is played', () => {
  const played = new Set(FACTS.map(({ scenario }) => scenario))
  expect(
    LIBRARY.filter((name) => !played.has(name)),
    'write what a client sees into plays.yaml',
  ).toEqual([])
})
