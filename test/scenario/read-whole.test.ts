/** Scenarios whose parts are good but do not go together, and what is said of several problems at once. */
import { describe, expect, test } from 'vitest'
import { loadCatalogue } from '../../src/market/catalogue/load.js'
import { FAULTS } from '../../src/scenario/faults/index.js'
import { checkScenarioValue, readScenario } from '../../src/scenario/read/read.js'
import { DURATION_HINT, event, fault, problemsOf, rule, when } from '../support/problems.js'

const catalogue = loadCatalogue()
const OUTCOME = `write an outcome (${FAULTS.map(({ key }) => key).join(', ')}) or a delay, such as { status: 429 }`

describe('invalid combinations', () => {
  test.each([
    [fault('{ status: 429, hang: true }'), '2:33 status and hang are two outcomes: write one of them'],
    [
      fault('{ close: true, hang: true, delay: 1s, stale: 1s }'),
      '2:21 hang, close and stale are 3 outcomes: write one of them',
    ],
    [fault('{}'), `2:12 ${OUTCOME}`],
    ['rules:\n  - fault:', `2:11 fault is null: ${OUTCOME}`],
    [rule('id: a'), `2:5 fault is missing: ${OUTCOME}`],
    [fault('{ retryAfter: 2s }'), '2:26 retryAfter applies to status only: write both or neither'],
    [
      fault('{ hang: true, retryAfter: 2s }'),
      '2:38 retryAfter applies to status only: write both or neither',
    ],
    [when('after: 30s, until: 10s'), '2:57 until is "10s": write a time later than after'],
    [when('after: 30s, until: 30s'), '2:57 until is "30s": write a time later than after'],
    [
      `${fault('{ hang: true }')}\n    id: a\n  - { id: a, fault: { hang: true } }`,
      '4:11 id is "a": write another id, rule 1 has this id',
    ],
    [
      `${fault('{ hang: true }')}\n    id: rule-2\n  - { fault: { hang: true } }`,
      '3:9 id is "rule-2": write another id, rule 2 has this id',
    ],
    [event('asset: ETH, at: 1s'), '2:5 write one of move, price, freeze and reorg'],
    [
      event('asset: ETH, at: 1s, freeze: 4s, over: 4s'),
      '2:5 over applies to move and price only: leave it out',
    ],
  ])('%s', async (text, problem) => {
    expect(await problemsOf(text)).toEqual([problem])
  })
})

test('reports every problem, in file order', async () => {
  const text = `${rule('fault: { status: 199 }')}\n    when: { after: 5, chance: 2 }\nevnts: []\nseed: 1`
  expect(await problemsOf(text)).toEqual([
    '2:22 status is 199: write a number from 200 to 599',
    `3:20 after is 5: ${DURATION_HINT}`,
    '3:31 chance is 2: write a number above 0 and at most 1',
    '4:1 unknown key "evnts": did you mean events?',
    '5:7 seed is 1: write the seed in quotes, as text',
  ])
})

test('an error message is one sentence with the first problem and the number of others', async () => {
  const read = (text: string) => readScenario(text, 'a.yaml', catalogue)
  await expect(read('seed: 1')).rejects.toThrow(
    'the scenario is invalid: a.yaml:1:7 seed is 1: write the seed in quotes, as text; fix it there',
  )
  await expect(read('seed: 1\nname: 2\nclock: 3')).rejects.toThrow(
    /a\.yaml:1:7 .+; 2 more with gmx-sim validate$/,
  )
})

test('a scenario that is a value has its problems at paths', () => {
  const value = { rules: [{ fault: { hang: true } }, { when: { after: 30 }, fault: { hnag: true } }] }
  expect(() => checkScenarioValue(value, catalogue)).toThrow(
    `rules[1].when.after after is 30: ${DURATION_HINT}`,
  )
  expect(() => checkScenarioValue([], catalogue)).toThrow('1:1 this is []: write a mapping (key: value)')
})
