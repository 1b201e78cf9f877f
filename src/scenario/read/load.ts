/** Loads scenarios from files, texts and objects. */
import { existsSync } from 'node:fs'
import { dirname } from 'node:path'
import { fileURLToPath } from 'node:url'
import { UserError } from '../../kit/errors.js'
import {
  decodeUtf8,
  type FileReason,
  fileReason,
  NO_SUCH_FILE,
  NOT_UTF8,
  readBounded,
} from '../../kit/files.js'
import { docsPath } from '../../kit/package-path.js'
import type { TextPosition } from '../../kit/text/position.js'
import type { Catalogue } from '../../market/catalogue/types.js'
import type { PricesInput, ScenarioSource } from '../input.js'
import type { ScenarioPrices } from '../prices.js'
import type { Scenario, ScenarioText } from '../schema.js'
import { libraryFile, libraryNames, nameOfLibraryFile, nearestInLibrary } from './library.js'
import { MAX_BYTES } from './limits.js'
import { formatProblem, type Problem, ScenarioError, truncateMessage } from './problems.js'
import { checkScenarioValue, readScenario, readScenarioValue } from './read.js'
import { CODE } from './source-text.js'
import { parseYaml } from './yaml.js'

/** Paths are relative to the working directory, and shown as written. */
const HERE = '.'

/** Rejects with a UserError that lists all problems. */
export async function loadScenarioSource(source: ScenarioSource, catalogue: Catalogue): Promise<Scenario> {
  const path = sourcePath(source)
  const name = path ?? (typeof source === 'string' ? 'the text' : undefined)
  return orUserError('the scenario is invalid', 'scenarios.md', name, () => {
    if (path !== undefined) return loadScenarioFile(path, catalogue)
    if (typeof source === 'string')
      return readScenario(source, 'the text', catalogue, HERE).then((read) => writtenAs(source, read))
    return readScenarioValue(source, catalogue, HERE).then((read) => writtenAsValue(source, read))
  })
}

/** A source as control calls take it: a text, a library name or a value. */
export async function toGivenScenario(source: ScenarioSource): Promise<string> {
  const path = sourcePath(source)
  if (path !== undefined) return nameOfLibraryFile(scenarioFile(path)) ?? readScenarioText(path)
  if (typeof source === 'string') return source
  return JSON.stringify(source, (_key, part: unknown) => {
    if (typeof part !== 'function') return part
    throw new UserError(
      'the scenario cannot be sent',
      'it has a function',
      'use faults without code, or startSimulator',
    )
  })
}

/** The same for prices without a scenario. */
export async function loadPrices(prices: PricesInput, catalogue: Catalogue): Promise<ScenarioPrices> {
  return orUserError('the prices are invalid', 'own-market.md', undefined, async () => {
    const read = await readScenarioValue({ prices }, catalogue, HERE)
    return read.prices ?? new Map()
  })
}

/** Prices of a control call; rejects with a ScenarioError. */
export async function checkPricesValue(prices: unknown, catalogue: Catalogue): Promise<ScenarioPrices> {
  return checkScenarioValue({ prices }, catalogue).prices ?? new Map()
}

async function orUserError<Value>(
  what: string,
  page: string,
  name: string | undefined,
  read: () => Promise<Value>,
): Promise<Value> {
  try {
    return await read()
  } catch (error) {
    if (!(error instanceof ScenarioError)) throw error
    const lines = error.problems.map((problem) => {
      const source = problem.file ?? name
      return source === undefined ? problem.message : formatProblem(source, problem)
    })
    throw new UserError(what, lines.join('; '), `see ${docsPath(page)} for the format`, 3)
  }
}

/** The path of a source; undefined for inline scenarios. */
function sourcePath(source: ScenarioSource): string | undefined {
  if (source instanceof URL) return existing(fileURLToPath(source))
  return typeof source !== 'string' || isText(source) ? undefined : existing(source)
}

/** Whether a source is scenario text: it has a line break, a key, or begins like JSON. */
function isText(source: string): boolean {
  return /[\r\n]|^\s*[{[]|^\s*[\w$"'-]+:(\s|$)/.test(source)
}

function existing(path: string): string {
  if (existsSync(scenarioFile(path))) return path
  const meant = nearestInLibrary(path)
  const cwd = process.cwd()
  throw new UserError(
    'no such scenario file',
    JSON.stringify(path),
    meant === undefined
      ? `write a path relative to ${cwd}, a library name (see gmx-sim scenarios), the text of a scenario, or an object`
      : `did you mean ${meant}? Paths are relative to ${cwd}`,
    3,
  )
}

/** The file of a path or library name; the working directory takes precedence. */
export function scenarioFile(written: string): string {
  return existsSync(written) ? written : (libraryFile(written) ?? written)
}

/** Reads a scenario by path or library name; `path` names it in problems. */
export async function loadScenarioFile(path: string, catalogue: Catalogue): Promise<Scenario> {
  return readScenarioFile(await readScenarioText(path), path, catalogue)
}

/** The same for text already read; candle files are relative to its folder. */
export async function readScenarioFile(text: string, path: string, catalogue: Catalogue): Promise<Scenario> {
  const file = scenarioFile(path)
  const read = await readScenario(text, path, catalogue, dirname(file))
  return writtenAs(text, read, nameOfLibraryFile(file))
}

/**
 * Reads a scenario of a control call: its text or value, a library name, or `{use: <name>}`. Reads no files but those of the package,
 * and for a text candle files relative to `besides`, if given. `source` names the text in problems.
 */
export async function loadGivenScenario(
  given: string | Readonly<Record<string, unknown>>,
  source: string,
  catalogue: Catalogue,
  besides?: string,
): Promise<Scenario> {
  const isValue = typeof given !== 'string'
  const name = isValue ? nameIn(given) : isText(given) ? await usedIn(given) : given.trim()
  if (name !== undefined) return loadOfLibrary(name, source, catalogue)
  if (isValue) return writtenAsValue(given, checkScenarioValue(given, catalogue))
  const folder = besides === undefined ? undefined : dirname(besides)
  return writtenAs(given, await readScenario(given, source, catalogue, folder))
}

async function loadOfLibrary(name: string, source: string, catalogue: Catalogue): Promise<Scenario> {
  if (libraryNames().includes(name)) return loadScenarioFile(libraryFile(name) as string, catalogue)
  const meant = nearestInLibrary(name)
  const hint = meant === undefined ? 'write a name from GET scenarios' : `did you mean ${meant}?`
  const message = `the library has no scenario ${JSON.stringify(truncateMessage(name))}: ${hint}`
  throw new ScenarioError(source, [{ line: 1, column: 1, message }])
}

/** Longer texts are scenarios, not references. */
const LONGEST_USE = 300

/** The name in `use: primary-outage`, as YAML or JSON; undefined for scenario text. */
async function usedIn(text: string): Promise<string | undefined> {
  if (text.length > LONGEST_USE || !text.includes('use')) return undefined
  const { value, problems } = await parseYaml(text)
  return problems.length === 0 ? nameIn(value) : undefined
}

function nameIn(value: unknown): string | undefined {
  if (typeof value !== 'object' || value === null || Object.keys(value).join() !== 'use') return undefined
  return String((value as { readonly use: unknown }).use)
}

/** The library: names, descriptions and content. */
export async function describeLibrary(
  catalogue: Catalogue,
): Promise<{ readonly name: string; readonly description: string; readonly scenario: Scenario }[]> {
  return Promise.all(
    libraryNames().map(async (name) => {
      const scenario = await loadScenarioFile(libraryFile(name) as string, catalogue)
      return { name, description: (scenario.description ?? '').trim(), scenario }
    }),
  )
}

export async function readScenarioText(path: string): Promise<string> {
  const refuse = (problem: Problem) => new ScenarioError(path, [problem])
  return readSourceFile(scenarioFile(path), refuse, (error) => {
    const [message, hint] = reasonOf(error, path)
    return { message, hint }
  })
}

/** The text of a file: UTF-8, truncated just above the size limit, which the parser reports. */
export async function readSourceFile(
  path: string,
  refuse: (problem: Problem) => Error,
  toProblem: (error: NodeJS.ErrnoException) => Omit<Problem, keyof TextPosition>,
): Promise<string> {
  const bytes = await readBounded(path, MAX_BYTES).catch((error: NodeJS.ErrnoException) => {
    throw refuse({ line: 1, column: 1, ...toProblem(error) })
  })
  // The end may be half a character.
  if (bytes.length > MAX_BYTES) return bytes.toString('latin1')
  const text = decodeUtf8(bytes)
  if (typeof text !== 'string') throw refuse({ ...text, message: NOT_UTF8 })
  return text
}

function reasonOf(error: NodeJS.ErrnoException, path: string): FileReason {
  const reason = fileReason(error)
  if (reason !== NO_SUCH_FILE) return reason
  const [what, hint] = NO_SUCH_FILE
  const meant = nearestInLibrary(path)
  if (meant !== undefined) return [what, `write ${meant}, for the one in the library`]
  return /[./\\]/.test(path)
    ? NO_SUCH_FILE
    : [what, `${hint}, or write a library name (see gmx-sim scenarios)`]
}

/** Attaches the source text to a scenario; `library` is its name if it is a library scenario. */
function writtenAs(text: string, scenario: Scenario, library?: string): Scenario {
  return { ...scenario, written: { text, ...(library !== undefined && { library }), says: saidIn(scenario) } }
}

/** The same for a scenario given as a value. */
function writtenAsValue(value: unknown, scenario: Scenario): Scenario {
  // Serialised now, as the caller may change the value later.
  const text = JSON.stringify(value, (_key, part: unknown) => (typeof part === 'function' ? CODE : part))
  return { ...scenario, written: { text, isValue: true, says: saidIn(scenario) } }
}

function saidIn({ seed, clock = {}, dialect }: Scenario): ScenarioText['says'] {
  const { at, mode, rate } = clock
  const said = { seed, clock: mode ?? rate, at, dialect }
  return (['seed', 'clock', 'at', 'dialect'] as const).filter((name) => said[name] !== undefined)
}
