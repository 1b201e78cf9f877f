/** Seeds have one limit, wherever they enter: each key of a seed reads all of it. */
import { describe, expect, test } from 'vitest'
import { createApp, rehearse, startSimulator } from '../src/entrypoints/index.js'
import { MAX_SEED } from '../src/kit/text/parse.js'
import { checkScenarioValue } from '../src/scenario/read/read.js'
import { readSettings } from '../src/server/config/resolve.js'
import { readAs, storedOrigin, storedState } from '../src/session/store/schemas.js'
import { catalogue } from './support/prices.js'

const LONGEST = 's'.repeat(MAX_SEED)
const LONGER = `${LONGEST}s`
const HINT = 'write at most 256 characters'

const origin = (seed: string) => readAs(storedOrigin, 'origin', () => ({ change: { seed } }))
const run = (seed: string, id = 'r') => ({
  ...{ id: '1', countsId: '1', seed, loadedAtMs: 0 },
  rules: [{ id, fault: { status: 503 } }],
})
const state = (changes: object) =>
  readAs(storedState, 'state', () => ({
    seed: '1',
    clock: { mode: 'frozen', rate: 1, originMs: 0, sinceMs: 0 },
    loadedAtMs: 0,
    countsId: '1',
    runs: [],
    moves: [],
    laidAtMs: 0,
    journal: '1',
    ...changes,
  }))

describe.each([
  ['--seed', (seed: string) => readSettings({ seed }, {})],
  ['the environment', (seed: string) => readSettings({}, { GMX_SIM_SEED: seed })],
  ['a scenario', (seed: string) => checkScenarioValue({ seed }, catalogue)],
  ['a session in a store', origin],
  ['its state', (seed: string) => state({ seed })],
  ['its scenario', (seed: string) => state({ scenario: { seed } })],
  ['its past scenarios', (seed: string) => state({ runs: [run(seed)] })],
])('%s', (_, read) => {
  test(`takes ${MAX_SEED} characters, and not one more`, () => {
    expect(() => read(LONGEST)).not.toThrow()
    expect(() => read(LONGER)).toThrow()
  })
})

test('options of code are refused with the limit, not with the seed', async () => {
  const message = `seed cannot be read: "${LONGER.length} characters"; ${HINT}`
  await expect(startSimulator({ seed: LONGER })).rejects.toThrow(message)
  expect(() => createApp({ seed: LONGER })).toThrow(message)
  await expect(rehearse({ seed: LONGER, client: () => {} })).rejects.toThrow(message)
  const simulator = await startSimulator({ seed: LONGEST })
  await expect(simulator.session({ seed: LONGER })).rejects.toThrow(message)
  await simulator.stop()
})

test('ids of rules, which are part of keys too, have a limit in a store', () => {
  expect(() => state({ runs: [run('1', 'r'.repeat(64))] })).not.toThrow()
  expect(() => state({ runs: [run('1', 'r'.repeat(201))] })).toThrow()
})
