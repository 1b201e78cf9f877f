/** How long events may keep prices on their way: what is refused, and that nothing else is. */
import { expect, test } from 'vitest'
import { checkScenarioValue } from '../../src/scenario/read/read.js'
import { catalogue } from '../support/prices.js'

const scenario = (count: number, event: object) => ({
  events: Array.from({ length: count }, (_, week) => ({ asset: '*', at: `${week}h`, ...event })),
})
const check = (value: unknown) => checkScenarioValue(value, catalogue)

test.each([
  [1000, { move: '1%', over: '7d' }],
  [58, { freeze: '7d' }],
  [29, { move: '1%', over: '7d', recover: { to: '0%', over: '7d' } }],
])('%i events of %o are refused', (count, event) => {
  expect(() => check(scenario(count, event))).toThrow(
    'events the moves and freezes are too long: write at most 400d in total',
  )
})

test.each([
  [1000, { move: '1%', over: '9h' }],
  [57, { freeze: '7d' }],
  [1000, { move: '1%' }],
])('%i events of %o are taken', (count, event) => {
  expect(check(scenario(count, event)).events).toHaveLength(count)
})
