/** From the text of a scenario file (YAML 1.2 or JSON) to a scenario, or to every problem in it with line and column. */
import type * as z from 'zod'
import type { Catalogue } from '../catalogue/types.js'
import { assetsOf } from './events.js'
import { describeIssue, flatten, withoutEchoes } from './issues.js'
import { ScenarioError } from './problems.js'
import { type Scenario, scenarioSchema } from './schema.js'
import { nearest } from './suggest.js'
import { parseYaml } from './yaml.js'

/** Reads a scenario; throws a ScenarioError with all problems. `source` is how the text is called in them. */
export async function readScenario(text: string, source: string, catalogue: Catalogue): Promise<Scenario> {
  const yaml = await parseYaml(text)
  if (yaml.problems.length > 0) throw new ScenarioError(source, yaml.problems)
  const checked = check(yaml.value, catalogue)
  if ('scenario' in checked) return checked.scenario
  const problems = checked.issues.map((issue) => ({
    ...yaml.placeOf(issue.path, issue.code === 'unrecognized_keys' || issue.code === 'invalid_key'),
    message: describeIssue(issue, yaml.value, scenarioSchema),
  }))
  throw new ScenarioError(
    source,
    problems.sort((a, b) => a.line - b.line || a.column - b.column),
  )
}

/** The same for a scenario that is a value already; as it has no lines, problems begin with the path to their place. */
export function checkScenarioValue(value: unknown, catalogue: Catalogue): Scenario {
  const checked = check(value, catalogue)
  if ('scenario' in checked) return checked.scenario
  const problems = checked.issues.map((issue) => {
    const path = issue.path
      .map((part) => (typeof part === 'number' ? `[${part}]` : `.${String(part)}`))
      .join('')
    return {
      line: 1,
      column: 1,
      message: `${path.slice(1)} ${describeIssue(issue, value, scenarioSchema)}`.trim(),
    }
  })
  throw new ScenarioError('scenario', problems)
}

type Issue = z.core.$ZodIssue

function check(value: unknown, catalogue: Catalogue): { scenario: Scenario } | { issues: Issue[] } {
  const { success, data, error } = scenarioSchema.safeParse(value)
  const issues = success ? unknownNames(data, catalogue) : withoutEchoes(error.issues.flatMap(flatten))
  return success && issues.length === 0 ? { scenario: data } : { issues }
}

/** Names that only the catalogue can judge. */
function unknownNames({ rules = [], events = [] }: Scenario, catalogue: Catalogue): Issue[] {
  const symbols = Object.values(catalogue.networks).flatMap(({ tokens }) =>
    tokens.map(({ symbol }) => symbol),
  )
  const known = new Set([...symbols, ...catalogue.assets.keys()])
  const isNothing = (word: string) => !known.has(word) && !isMarket(word, catalogue)
  const nothingCalled = (what: string, word: string, path: PropertyKey[]): Issue => {
    const meant = nearest(word, [...known])
    const hint = meant === undefined ? 'write a symbol of /tokens' : `did you mean ${meant}?`
    return {
      code: 'custom',
      path,
      input: word,
      message: `there is no ${what} ${JSON.stringify(word)}: ${hint}`,
    }
  }
  return [
    ...events.flatMap(({ asset }, event) =>
      asset.flatMap((word, index) =>
        assetsOf(word, catalogue) === undefined
          ? [nothingCalled('asset', word, ['events', event, 'asset', index])]
          : [],
      ),
    ),
    ...rules.flatMap(({ match, fault }, rule) => {
      const symbol = match?.query?.tokenSymbol
      const path = ['rules', rule, 'match', 'query', 'tokenSymbol']
      return [
        ...(symbol === undefined || known.has(symbol) ? [] : [nothingCalled('token', symbol, path)]),
        ...omittedBy(fault).flatMap((word, index) =>
          isNothing(word)
            ? [nothingCalled('token or market', word, ['rules', rule, 'fault', 'partial', 'omit', index])]
            : [],
        ),
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
