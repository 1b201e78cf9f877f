/** Parses a scenario file (YAML 1.2 or JSON), with line and column for every problem. */
import type * as z from 'zod'
import { commandLine } from '../../kit/text/words.js'
import type { Catalogue } from '../../market/catalogue/types.js'
import { idleFaultsOf } from '../effect.js'
import { assetNamed, quantaOf, tokensCalled } from '../events.js'
import { unknownBases } from '../known-bases.js'
import { onlyOf } from '../named-rows.js'
import type { ScenarioPrices } from '../prices.js'
import { type Rule, type Scenario, scenarioSchema } from '../schema.js'
import { RELATIVE_BASES, withoutExtensions } from '../values.js'
import { assetWords, noneCalled } from './hints.js'
import { describeIssue, isAboutKey, meantIssues } from './issues.js'
import { libraryNames } from './library.js'
import { oversizeIn } from './limits.js'
import { checkPrices, readCandleFiles, type UnreadPrices } from './prices.js'
import { byPlace, MAX_PROBLEMS, type ProblemAt, problemOfValue, ScenarioError } from './problems.js'
import { parseYaml } from './yaml.js'

/**
 * Parses a scenario; throws a ScenarioError with all problems. `source` names the text in them. Candle files are relative to `folder`;
 * none is read if it is undefined.
 */
export async function readScenario(
  text: string,
  source: string,
  catalogue: Catalogue,
  folder?: string,
): Promise<Scenario> {
  const yaml = await parseYaml(text)
  if (yaml.problems.length > 0) throw new ScenarioError(source, yaml.problems)
  const unread = check(yaml.value, catalogue, source, folder !== undefined, yaml.problemAt)
  return withFiles(unread, folder, source, yaml.problemAt)
}

/** The same for a value; problems begin with a path instead of a line. */
export async function readScenarioValue(
  value: unknown,
  catalogue: Catalogue,
  folder: string,
): Promise<Scenario> {
  return withFiles(check(value, catalogue, VALUE, true, problemOfValue), folder, VALUE, problemOfValue)
}

/** The same, synchronously, for a value without candle files. */
export function checkScenarioValue(value: unknown, catalogue: Catalogue): Scenario {
  return check(value, catalogue, VALUE, false, problemOfValue) as Scenario
}

const VALUE = 'scenario'

/** A scenario whose files are still to be read. */
type Unread = Omit<Scenario, 'prices'> & { readonly prices?: UnreadPrices }

async function withFiles(
  { prices, ...rest }: Unread,
  folder: string | undefined,
  source: string,
  problemAt: ProblemAt,
): Promise<Scenario> {
  if (prices === undefined) return rest
  return { ...rest, prices: await readCandleFiles(prices, folder ?? '', source, problemAt) }
}

/** Throws a ScenarioError if a scenario read with another catalogue uses names that this one lacks. */
export function requireKnownNames(scenario: Scenario, catalogue: Catalogue): void {
  const issues = [...placesIn(scenario, catalogue), ...unknownNames(scenario, catalogue)]
  if (issues.length === 0) return
  const problems = issues.map((issue) => ({ line: 1, column: 1, message: describeIssue(issue, scenario) }))
  throw new ScenarioError(scenario.name ?? 'the running scenario', problems)
}

type Issue = z.core.$ZodIssue

const issueAt = (path: readonly PropertyKey[], message: string): Issue => ({
  code: 'custom',
  path: [...path],
  input: undefined,
  message,
})

function check(
  written: unknown,
  catalogue: Catalogue,
  source: string,
  mayRead: boolean,
  problemAt: ProblemAt,
): Unread {
  const value = withoutExtensions(written)
  const oversize = oversizeIn(value)
  if (oversize !== undefined)
    throw new ScenarioError(source, [problemAt(oversize.path, oversize.message, false)])
  const misplaced = catalogueKey(value)
  if (misplaced !== undefined) throw new ScenarioError(source, [problemAt([misplaced], IS_CATALOGUE, true)])
  const { success, data, error } = scenarioSchema.safeParse(value)
  const issues: Issue[] = [...placesIn(value, catalogue), ...(success ? [] : meantIssues(error.issues))]
  if (success) {
    const { prices: given, ...scenario } = data
    const idle = idleFaultsOf(scenario).map(({ rule, key, message }) =>
      issueAt(['rules', rule, 'fault', key], message),
    )
    issues.push(...doesNothing(data), ...unknownNames(scenario, catalogue), ...idle)
    const prices =
      given &&
      checkPrices(given, catalogue, mayRead, (path, message) => {
        if (issues.length <= MAX_PROBLEMS) issues.push(issueAt(path, message))
      })
    if (issues.length === 0) return prices === undefined ? scenario : { ...scenario, prices }
  }
  const problems = issues.map((issue) =>
    problemAt(issue.path, describeIssue(issue, value, scenarioSchema), isAboutKey(issue)),
  )
  throw new ScenarioError(source, problems.sort(byPlace))
}

const IS_CATALOGUE = `this is a catalogue, not a scenario: ${commandLine('catalogue', '--catalogue', '<file>')} checks it, and serve --catalogue <file> serves it`

/** The first key that only a catalogue has: networks, or one with lists. */
function catalogueKey(value: unknown): string | undefined {
  const hasLists = (part: unknown) =>
    typeof part === 'object' && part !== null && ('tokens' in part || 'markets' in part)
  const others = Object.entries(value ?? {}).filter(([key]) => !(key in scenarioSchema.shape))
  return others.find(([key, part]) => key === 'networks' || hasLists(part))?.[0]
}

/** Unknown networks and base addresses, even if the schema has issues elsewhere. */
function placesIn(value: unknown, { bases }: Catalogue): Issue[] {
  const { rules, events } = (value ?? {}) as { readonly rules?: unknown; readonly events?: unknown }
  const inEach = (list: unknown, listName: string, key: string, relative?: readonly string[]): Issue[] =>
    (Array.isArray(list) ? list : []).flatMap((item, index) =>
      unknownBases(item?.[key], [listName, index, key], bases, relative),
    )
  return [...inEach(rules, 'rules', 'match', RELATIVE_BASES), ...inEach(events, 'events', 'reorg')].slice(
    0,
    MAX_PROBLEMS + 1,
  )
}

const SAYS_NOTHING = ['$schema', 'name', 'description']

/** A name alone probably means a library scenario. `{}` and empty `rules` are valid. */
function doesNothing(scenario: { readonly name?: string | undefined }): Issue[] {
  const keys = Object.keys(scenario)
  if (keys.length === 0 || keys.some((key) => !SAYS_NOTHING.includes(key))) return []
  const { name = '' } = scenario
  const hint = libraryNames().includes(name)
    ? `write use: ${name} for the one of the library, or rules and events`
    : 'write rules or events; rules: [] for a healthy market'
  return [issueAt([], `the scenario does nothing: ${hint}`)]
}

/** Names that depend on the catalogue. */
function unknownNames({ rules = [], events = [], tokens = {} }: Scenario, catalogue: Catalogue): Issue[] {
  const words = assetWords(catalogue)
  const known = new Set(words)
  const networks = Object.values(catalogue.networks)
  const rowNames = new Set([
    ...networks.flatMap(({ tokens }) => tokens.map(({ address }) => address.toLowerCase())),
    ...networks.flatMap(({ markets }) =>
      markets.flatMap(({ name, sdkName, marketToken }) => [name, sdkName, marketToken.toLowerCase()]),
    ),
  ])
  const isRow = (word: string) => rowNames.has(word) || rowNames.has(word.toLowerCase())
  const issues: Issue[] = []
  const add = (path: PropertyKey[], message: string): void => {
    if (issues.length <= MAX_PROBLEMS) issues.push(issueAt(path, message))
  }
  for (const word of Object.keys(tokens))
    if (tokensCalled(word, catalogue).length === 0) add(['tokens', word], noneCalled('token', word, words))
  events.forEach(({ asset = [], price }, event) => {
    asset.forEach((word, index) => {
      const message = price === undefined ? undefined : unusablePrice(price, word, catalogue)
      if (message !== undefined) add(['events', event, 'price'], message)
      if (word !== '*' && !known.has(word))
        add(['events', event, 'asset', index], noneCalled('asset', word, words))
    })
  })
  rules.forEach(({ match, fault }, rule) => {
    const symbol = match?.query?.tokenSymbol
    if (symbol !== undefined && !known.has(symbol))
      add(['rules', rule, 'match', 'query', 'tokenSymbol'], noneCalled('token', symbol, words))
    for (const [path, named] of rowNamesIn(fault))
      named.forEach((word, index) => {
        if (!known.has(word) && !isRow(word))
          add(['rules', rule, 'fault', ...path, index], noneCalled('token or market', word, words))
      })
  })
  return issues
}

function unusablePrice(price: string, word: string, catalogue: Catalogue): string | undefined {
  if (word === '*') return 'list the assets, as they cannot all have one price'
  const asset = assetNamed(word, catalogue)
  const quanta = asset === undefined ? undefined : quantaOf(price, asset)
  return typeof quanta === 'string' ? quanta : undefined
}

/** Names of tokens and markets in a fault, by their place. */
function rowNamesIn(fault: Rule['fault']): [path: string[], names: readonly string[]][] {
  const partial = fault.partial as { readonly omit?: readonly string[] } | number | undefined
  const omitted = typeof partial === 'object' ? (partial.omit ?? []) : []
  return [
    [['partial', 'omit'], omitted],
    [['only'], onlyOf(fault) ?? []],
  ]
}

/** Throws a ScenarioError if the catalogue lacks a name that the scenario uses, or has other decimals for a given price. */
export function requireInheritable(
  scenario: Scenario | undefined,
  prices: ScenarioPrices | undefined,
  catalogue: Catalogue,
): void {
  if (scenario !== undefined) {
    requireKnownNames(scenario, catalogue)
    requireSameDecimals(scenario.prices, catalogue, 'the running scenario', 'a scenario')
  }
  requireSameDecimals(prices, catalogue, 'the prices of the server', 'prices')
}

function requireSameDecimals(
  prices: ScenarioPrices = new Map(),
  catalogue: Catalogue,
  source: string,
  what: string,
): void {
  const problems = [...prices].flatMap(([name, { priceDecimals }]) => {
    const asset = catalogue.assets.get(name)
    // Prices of assets without tokens are never served.
    if (asset === undefined || asset.priceDecimals === priceDecimals) return []
    const seen = `${name} has ${asset.priceDecimals} price decimals in the catalogue of the session, and ${priceDecimals} where its prices were read`
    return [{ line: 1, column: 1, message: `prices.${name} ${seen}: give the session ${what} of its own` }]
  })
  if (problems.length > 0) throw new ScenarioError(source, problems)
}
