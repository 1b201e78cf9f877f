/** From the text of a scenario file (YAML 1.2 or JSON) to a scenario, or to every problem in it with line and column. */
import type * as z from 'zod'
import type { Catalogue } from '../catalogue/types.js'
import { assetsOf } from './events.js'
import { describeIssue, flatten } from './issues.js'
import { ScenarioError } from './problems.js'
import { type Scenario, scenarioSchema } from './schema.js'
import { suggestion } from './suggest.js'
import { parseYaml, type YamlText } from './yaml.js'

/** Reads a scenario; throws a ScenarioError with all problems. `source` is how the text is called in them. */
export async function readScenario(text: string, source: string, catalogue: Catalogue): Promise<Scenario> {
  const yaml = await parseYaml(text)
  if (yaml.problems.length > 0) throw new ScenarioError(source, yaml.problems)
  return checkScenario(yaml, source, catalogue)
}

/** The same for a scenario that is a value already; its places are paths, as there are no lines. */
export function checkScenarioValue(value: unknown, catalogue: Catalogue): Scenario {
  const yaml: YamlText = { value, problems: [], placeOf: () => ({ line: 1, column: 1 }) }
  return checkScenario(yaml, 'scenario', catalogue)
}

function checkScenario(yaml: YamlText, source: string, catalogue: Catalogue): Scenario {
  const parsed = scenarioSchema.safeParse(yaml.value)
  const issues = parsed.success ? unknownNames(parsed.data, catalogue) : parsed.error.issues.flatMap(flatten)
  if (parsed.success && issues.length === 0) return parsed.data
  const problems = issues.map((issue) => ({
    ...yaml.placeOf(issue.path, issue.code === 'unrecognized_keys'),
    message: describeIssue(issue, yaml.value, scenarioSchema),
  }))
  throw new ScenarioError(
    source,
    problems.sort((a, b) => a.line - b.line || a.column - b.column),
  )
}

/** Names that only the catalogue can judge. */
function unknownNames({ rules = [], events = [] }: Scenario, catalogue: Catalogue): z.core.$ZodIssue[] {
  const symbols = Object.values(catalogue.networks).flatMap(({ tokens }) =>
    tokens.map(({ symbol }) => symbol),
  )
  const known = [...new Set([...symbols, ...catalogue.assets.keys()])]
  const issue = (what: string, word: string, path: PropertyKey[]): z.core.$ZodIssue => ({
    code: 'custom',
    path,
    input: word,
    message: `there is no ${what} ${JSON.stringify(word)}${suggestion(word, known)}`,
  })
  return [
    ...events.flatMap(({ asset }, index) =>
      asset
        .filter((word) => assetsOf(word, catalogue) === undefined)
        .map((word) => issue('asset', word, ['events', index, 'asset'])),
    ),
    ...rules.flatMap(({ match, fault }, index) => {
      const symbol = match?.query?.tokenSymbol
      const omitted = omittedBy(fault)
      return [
        ...(symbol !== undefined && !known.includes(symbol)
          ? [issue('token', symbol, ['rules', index, 'match', 'query', 'tokenSymbol'])]
          : []),
        ...omitted
          .filter((word) => !known.includes(word) && !isMarket(word, catalogue))
          .map((word) => issue('token or market', word, ['rules', index, 'fault', 'partial', 'omit'])),
      ]
    }),
  ]
}

function omittedBy(fault: Readonly<Record<string, unknown>>): readonly string[] {
  const partial = fault.partial as { omit?: readonly string[] } | number | undefined
  return typeof partial === 'object' ? (partial.omit ?? []) : []
}

function isMarket(word: string, catalogue: Catalogue): boolean {
  return Object.values(catalogue.networks).some(({ markets }) =>
    markets.some(
      ({ name, marketToken }) => name === word || marketToken.toLowerCase() === word.toLowerCase(),
    ),
  )
}
