import { expect, test } from 'vitest'
import { withoutOverridden } from '../../src/scenario/overrides.js'

const clock = { at: 0, mode: 'frozen', rate: 2 } as const
const scenario = { name: 'a', seed: '42', clock, dialect: 'observed' } as const

test.each([
  [{}, scenario],
  [{ seed: true }, { name: 'a', clock, dialect: 'observed' }],
  [{ dialect: true }, { name: 'a', seed: '42', clock }],
  [{ at: true }, { ...scenario, clock: { mode: 'frozen', rate: 2 } }],
  [{ clock: true }, { ...scenario, clock: { at: 0 } }],
  [
    { clock: true, at: true },
    { name: 'a', seed: '42', dialect: 'observed' },
  ],
])('of a scenario %o leaves %o', (given, left) => {
  expect(withoutOverridden(scenario, given)).toEqual(left)
})
