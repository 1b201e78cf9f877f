/** The commands validate, explain, schema and scenarios. */

import { UserError } from '../../kit/errors.js'
import { withoutCommands } from '../../kit/formats/workflow.js'
import { commandLine, oneLine, wordWrap } from '../../kit/text/words.js'
import { loadCatalogue } from '../../market/catalogue/load.js'
import type { Catalogue } from '../../market/catalogue/types.js'
import { explainScenario, scenarioJson } from '../../scenario/explain.js'
import { overlayJsonSchemaText, scenarioJsonSchemaText } from '../../scenario/json-schema.js'
import { pricesInWords } from '../../scenario/prices.js'
import { describeLibrary, loadScenarioFile } from '../../scenario/read/load.js'
import { formatProblem, type Problem, ScenarioError } from '../../scenario/read/problems.js'
import { printJson } from './output.js'

export interface JsonOption {
  readonly json?: true
}

/** Prints `ok` or every problem of each file; sets exit code 3 on problems. */
export async function validate(
  paths: readonly string[],
  { json }: JsonOption,
  catalogue: Catalogue,
): Promise<void> {
  const files: { file: string; ok: boolean; name?: string; problems: Problem[] }[] = []
  for (const path of paths) {
    try {
      const { name, prices = new Map() } = await loadScenarioFile(path, catalogue)
      files.push({ file: path, ok: true, ...(name !== undefined && { name }), problems: [] })
      if (json) continue
      const lines = [`${path} ok${name === undefined ? '' : `: ${name}`}`, ...pricesInWords(prices)]
      process.stdout.write(withoutCommands(`${lines.join('\n')}\n`))
    } catch (error) {
      if (!(error instanceof ScenarioError)) throw error
      const problems = error.problems.map((problem) => ({ file: path, ...problem }))
      files.push({ file: path, ok: false, problems })
      process.exitCode = 3
      if (json) continue
      for (const problem of error.problems)
        process.stderr.write(withoutCommands(`${oneLine(formatProblem(path, problem))}\n`))
    }
  }
  if (json) printJson({ ok: files.every(({ ok }) => ok), files })
}

export async function explain(path: string, { json }: JsonOption, catalogue: Catalogue): Promise<void> {
  const scenario = await loadScenarioFile(path, catalogue)
  if (json) printJson(scenarioJson(scenario, path))
  else process.stdout.write(withoutCommands(explainScenario(scenario, path)))
}

const WIDTH = 100
const INDENT = '  '

export async function scenarios({ json }: JsonOption): Promise<void> {
  const library = await describeLibrary(loadCatalogue())
  if (json) return printJson({ scenarios: library.map(({ name, description }) => ({ name, description })) })
  const entries = library.map(({ name, description }) => {
    const lines = wordWrap(description, WIDTH - INDENT.length).map((line) => INDENT + line)
    return [name, ...lines].join('\n')
  })
  process.stdout.write(`${entries.join('\n\n')}\n\n${HOW_TO_USE}`)
}

const HOW_TO_USE = `Explain one: ${commandLine('explain', '<name>')}
Play one:    ${commandLine('serve', '--scenario', '<name>')}
A file of that name in the working directory takes precedence.
`

const SCHEMAS: Readonly<Record<string, (catalogue: Catalogue) => string | Promise<string>>> = {
  scenario: ({ bases }) => scenarioJsonSchemaText(bases),
  catalogue: overlayJsonSchemaText,
  log: async ({ bases }) => (await import('./log-events.js')).logJsonSchemaText(bases),
  async openapi(catalogue) {
    const { openApiOf } = await import('../../server/openapi/simulated.js')
    return `${JSON.stringify(openApiOf(USUAL_ORIGIN, catalogue, 'documented', false), null, 1)}\n`
  },
}

/** Of a server with default options. */
const USUAL_ORIGIN = 'http://127.0.0.1:8650'

export async function schema(kind: string, catalogue: Catalogue): Promise<void> {
  if (!Object.hasOwn(SCHEMAS, kind))
    throw new UserError('unknown schema', kind, 'write scenario, catalogue, log or openapi')
  process.stdout.write(await SCHEMAS[kind]!(catalogue))
}
