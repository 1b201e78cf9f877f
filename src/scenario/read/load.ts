/** Loads scenarios from files, texts and objects. */
import { existsSync } from 'node:fs'
import { dirname } from 'node:path'
import { fileURLToPath } from 'node:url'
import { UserError } from '../../kit/errors.js'
import { type FileReason, fileReason, NO_SUCH_FILE } from '../../kit/files/file-errors.js'
import { decodeUtf8, NOT_UTF8, readBounded } from '../../kit/files/text-file.js'
import type { Catalogue } from '../../market/catalogue/types.js'
import type { PricesInput, ScenarioSource } from '../input.js'
import type { ScenarioPrices } from '../prices.js'
import type { Scenario } from '../schema.js'
import { libraryFile, libraryNames, nameOfLibraryFile, nearestInLibrary } from './library.js'
import { MAX_BYTES } from './limits.js'
import { formatProblem, ScenarioError, truncateMessage } from './problems.js'
import { checkScenarioValue, readScenario, readScenarioValue } from './read.js'
import { writtenAs, writtenAsValue } from './source-text.js'
import { parseYaml } from './yaml.js'

/** Paths are relative to the working directory, and shown as written. */
const HERE = '.'

/** Rejects with a UserError that lists all problems. */
export async function loadScenarioSource(source: ScenarioSource, catalogue: Catalogue): Promise<Scenario> {
  const path = sourcePath(source)
  const name = path ?? (typeof source === 'string' ? 'the text' : undefined)
  return orUserError('the scenario is invalid', 'docs/scenarios.md', name, () => {
    if (path !== undefined) return loadScenarioFile(path, catalogue)
    if (typeof source === 'string')
      return readScenario(source, 'the text', catalogue, HERE).then((read) => writtenAs(source, read))
    return readScenarioValue(source, catalogue, HERE).then((read) => writtenAsValue(source, read))
  })
}

/** The same for prices without a scenario. */
export async function loadPrices(prices: PricesInput, catalogue: Catalogue): Promise<ScenarioPrices> {
  return orUserError('the prices are invalid', 'docs/own-market.md', undefined, () =>
    readPrices(prices, catalogue, HERE),
  )
}

/** Prices of a control call; throws a ScenarioError. */
export function checkPricesValue(prices: unknown, catalogue: Catalogue): Promise<ScenarioPrices> {
  return readPrices(prices, catalogue)
}

async function readPrices(prices: unknown, catalogue: Catalogue, folder?: string): Promise<ScenarioPrices> {
  const read =
    folder === undefined
      ? checkScenarioValue({ prices }, catalogue)
      : await readScenarioValue({ prices }, catalogue, folder)
  return read.prices ?? new Map()
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
    throw new UserError(what, lines.join('; '), `see ${page} for the format`, 3)
  }
}

/** The path of a source; undefined for inline scenarios. */
function sourcePath(source: ScenarioSource): string | undefined {
  if (source instanceof URL) return existing(fileURLToPath(source))
  return typeof source !== 'string' || isText(source) ? undefined : existing(source)
}

/** Whether a source is scenario text: it has a line break, a key, or begins like JSON. */
function isText(source: string): boolean {
  return /[\r\n]|^\s*[{[]|^\s*[\w$"']+:(\s|$)/.test(source)
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
 * Reads a scenario of a control call: its text, a library name, or `{use: <name>}`. Reads no files but those of the package, and
 * candle files relative to `besides`, if given. `source` names the text in problems.
 */
export async function loadScenarioText(
  text: string,
  source: string,
  catalogue: Catalogue,
  besides?: string,
): Promise<Scenario> {
  const name = isText(text) ? await usedIn(text) : text.trim()
  const folder = besides === undefined ? undefined : dirname(besides)
  if (name === undefined) return writtenAs(text, await readScenario(text, source, catalogue, folder))
  return loadOfLibrary(name, source, catalogue)
}

/** The same for a value. */
export async function loadScenarioValue(
  value: Readonly<Record<string, unknown>>,
  source: string,
  catalogue: Catalogue,
): Promise<Scenario> {
  const name = nameIn(value)
  if (name === undefined) return writtenAsValue(value, checkScenarioValue(value, catalogue))
  return loadOfLibrary(name, source, catalogue)
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

/** The text of a scenario file: UTF-8, truncated just above the size limit. */
export async function readScenarioText(path: string): Promise<string> {
  const bytes = await readBounded(scenarioFile(path), MAX_BYTES).catch((error: NodeJS.ErrnoException) => {
    const [message, hint] = reasonOf(error, path)
    throw new ScenarioError(path, [{ line: 1, column: 1, message, hint }])
  })
  // The parser reports the size; the end may be half a character.
  if (bytes.length > MAX_BYTES) return bytes.toString('latin1')
  const text = decodeUtf8(bytes)
  if (typeof text !== 'string') throw new ScenarioError(path, [{ ...text, message: NOT_UTF8 }])
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
