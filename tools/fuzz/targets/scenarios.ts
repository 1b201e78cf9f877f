/** Scenario files and values: taken, or refused with problems; what is taken can be run. */

import { readdirSync, readFileSync } from 'node:fs'
import fc from 'fast-check'
import { parse } from 'yaml'
import type { Simulator } from '../../../src/entrypoints/index.js'
import { UserError } from '../../../src/kit/errors.js'
import { loadCatalogue } from '../../../src/market/catalogue/load.js'
import { delayExamples } from '../../../src/scenario/faults/delay.js'
import { FAULTS } from '../../../src/scenario/faults/index.js'
import { ScenarioError } from '../../../src/scenario/read/problems.js'
import { checkScenarioValue, readScenario } from '../../../src/scenario/read/read.js'
import { defineTarget, hold } from '../target.js'
import { changed, changedText } from '../words.js'

const LIBRARY = new URL('../../../scenarios/', import.meta.url)
const texts = readdirSync(LIBRARY)
  .filter((name) => name.endsWith('.yaml'))
  .map((name) => readFileSync(new URL(name, LIBRARY), 'utf8'))
const faults = [...FAULTS.flatMap(({ examples }) => examples), ...delayExamples].map((text) => ({
  rules: [{ when: { chance: 0.5 }, fault: parse(text) }],
}))
const catalogue = loadCatalogue()
const values = [...texts.map((text) => parse(text)), ...faults]

/** The scenario, or undefined where it is refused as it should be. */
async function read<Value>(
  reading: () => Value | Promise<Value>,
  input: unknown,
): Promise<Value | undefined> {
  try {
    return await reading()
  } catch (error) {
    hold(error instanceof ScenarioError, 'what is wrong is told', [input, String((error as Error).stack)])
    const { problems } = error
    hold(
      problems.length > 0 && problems.length <= 101,
      'there are problems, and not too many',
      problems.length,
    )
    for (const { message, line } of problems)
      hold(message.length > 0 && message.length < 2000 && line >= 1, 'a problem is short', [input, message])
    return undefined
  }
}

export const scenarioTexts = defineTarget<string>({
  name: 'scenario-texts',
  inputs: changedText(texts),
  attack: async (text) => void (await read(() => readScenario(text, 'file', catalogue), text)),
})

export const scenarioValues = defineTarget<unknown>({
  name: 'scenario-values',
  inputs: changed(values),
  attack: async (value) => void (await read(() => checkScenarioValue(value, catalogue), value)),
})

const PATHS = [
  '/arbitrum/ping',
  '/arbitrum/prices/tickers',
  '/avalanche-fallback/prices/candles?tokenSymbol=ETH&period=1m&limit=3',
]

const goodEnough = changed(values).filter((value) => {
  try {
    checkScenarioValue(value, catalogue)
    return true
  } catch {
    return false
  }
})

/** Loads every accepted scenario and sends a few requests: none may expose a bug. Concurrent, because faults hold requests. */
export const scenarioRuns = defineTarget<readonly unknown[]>({
  name: 'scenario-runs',
  inputs: fc.array(goodEnough, { minLength: 1, maxLength: 20 }),
  count: (values) => values.length * PATHS.length,
  async attack(values, { local }) {
    await Promise.all(values.map((value) => run(value, local.sim)))
    const bugs = local.takeBugs()
    hold(bugs.length === 0, 'no bug', [values, bugs])
  },
})

async function run(value: unknown, sim: Simulator): Promise<void> {
  await using session = await sim.session()
  try {
    await session.loadScenario(value as object)
  } catch (error) {
    hold(error instanceof UserError, 'a scenario that cannot be loaded is refused', [value, String(error)])
    return
  }
  const over = new AbortController()
  const asked = PATHS.map(async (path) => {
    try {
      await (await session.fetch(path, { signal: over.signal })).arrayBuffer()
    } catch {
      // A fault may end it in any way.
    }
  })
  const patience = setTimeout(() => over.abort(), 50)
  await Promise.all(asked)
  clearTimeout(patience)
  const count = session.journal.count()
  hold(count === PATHS.length, 'every request is journalled', [value, count])
}
