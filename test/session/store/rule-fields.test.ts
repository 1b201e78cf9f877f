/** Counts of rules as fields of a hash, and back. */
import { expect, test } from 'vitest'
import type { RuleState } from '../../../src/scenario/running-rule.js'
import { ruleFieldsOf, statesOf } from '../../../src/session/store/join.js'

test('states of rules are the same after a round trip, with all their buckets', () => {
  const bucket = (atMs: number) => ({ atMs, level: atMs * 2, waitMs: atMs / 2 })
  const rule = (matched: number, buckets: RuleState['buckets']): RuleState => {
    return { matched, fired: matched - 1, firstFiredAtMs: -1, buckets }
  }
  const names = ['arbitrum primary', '127.0.0.1', '::1', '::ffff:10.0.0.1', '*', '1']
  const named = Object.fromEntries(names.map((name, index) => [name, bucket(index)]))
  // Indices that begin alike, and names that begin as an index.
  const states = Array.from({ length: 13 }, (_, index) => rule(index + 1, {}))
  states[1] = rule(7, named)
  states[11] = rule(8, { '': bucket(0.5) })
  states[12] = rule(9, { '2': bucket(3) })
  states[3] = { ...rule(4, {}), addedAtMs: 1_772_366_400_000 }
  const fields = Object.entries(ruleFieldsOf(states)).map(([field, value]) => [field, String(value)])
  expect(statesOf(Object.fromEntries(fields), states.length)).toEqual(states)
})
