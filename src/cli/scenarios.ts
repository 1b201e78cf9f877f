/** The commands validate, explain, schema and scenarios. */
import { loadCatalogue } from '../catalogue/load.js'
import type { Catalogue } from '../catalogue/types.js'
import { UserError } from '../core/errors.js'
import { wordWrap } from '../core/word-wrap.js'
import { pricesInWords } from '../scenario/describe-prices.js'
import { explainScenario } from '../scenario/explain.js'
import { scenarioJsonSchemaText } from '../scenario/json-schema.js'
import { describeLibrary, loadScenarioFile } from '../scenario/read/load.js'
import { formatProblem, ScenarioError } from '../scenario/read/problems.js'

/** Prints `ok` or every problem of each file; sets exit code 3 on problems. */
export async function validate(paths: readonly string[], catalogue: Catalogue): Promise<void> {
  for (const path of paths) {
    try {
      const { name, prices = new Map() } = await loadScenarioFile(path, catalogue)
      process.stdout.write(`${path} ok${name === undefined ? '' : `: ${oneLine(name)}`}\n`)
      for (const line of pricesInWords(prices)) process.stdout.write(`  ${line}\n`)
    } catch (error) {
      if (!(error instanceof ScenarioError)) throw error
      for (const problem of error.problems) process.stderr.write(`${oneLine(formatProblem(path, problem))}\n`)
      process.exitCode = 3
    }
  }
}

export async function explain(path: string, catalogue: Catalogue): Promise<void> {
  process.stdout.write(explainScenario(await loadScenarioFile(path, catalogue), path))
}

const WIDTH = 100
const INDENT = '  '

export async function scenarios(): Promise<void> {
  const entries = (await describeLibrary(loadCatalogue())).map(({ name, description }) => {
    const lines = wordWrap(description, WIDTH - INDENT.length).map((line) => INDENT + line)
    return [name, ...lines].join('\n')
  })
  process.stdout.write(`${entries.join('\n\n')}\n\n${HOW_TO_USE}`)
}

const HOW_TO_USE = `Play one with npx gmx-sim serve --scenario <name>; see what it does with npx gmx-sim explain <name>.
A file of that name in the working directory comes first.
`

export async function schema(of: string, { bases }: Catalogue): Promise<void> {
  const text =
    of === 'scenario'
      ? scenarioJsonSchemaText(bases)
      : of === 'catalogue'
        ? (await import('../custom-catalogue/json-schema.js')).overlayJsonSchemaText()
        : undefined
  if (text === undefined) throw new UserError('there is no schema of that', of, 'write scenario or catalogue')
  process.stdout.write(text)
}

function oneLine(text: string): string {
  return text.replace(/\s*[\r\n]\s*/g, ' ')
}
