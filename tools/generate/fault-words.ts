/** `gmx-sim explain` on each example of the fault catalogue, a line each. */
import { loadCatalogue } from '../../src/market/catalogue/load.js'
import { explainScenario } from '../../src/scenario/explain.js'
import { delayExamples } from '../../src/scenario/faults/delay.js'
import { FAULTS } from '../../src/scenario/faults/index.js'
import { readScenario } from '../../src/scenario/read/read.js'

export async function faultWords(): Promise<string> {
  const catalogue = loadCatalogue()
  const examples = [...FAULTS.flatMap((fault) => fault.examples), ...delayExamples]
  const lines = await Promise.all(
    examples.map(async (example) => {
      const scenario = await readScenario(`rules: [{ fault: ${example} }]`, 'file', catalogue)
      return `${example}: ${explainScenario(scenario, 'file.yaml').trimEnd().split('\n').at(-1)?.trim()}`
    }),
  )
  return `${lines.join('\n')}\n`
}
