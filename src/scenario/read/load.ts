/** Scenarios from wherever they are: a file, a text, an object. */
import { existsSync } from 'node:fs'
import { dirname } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Catalogue } from '../../catalogue/types.js'
import { UserError } from '../../core/errors.js'
import { type FileReason, fileReason, NO_SUCH_FILE } from '../../core/file-errors.js'
import { decodeUtf8, NOT_UTF8, readBounded } from '../../core/text-file.js'
import type { PricesInput, ScenarioSource } from '../input.js'
import type { ScenarioPrices } from '../prices.js'
import type { Scenario } from '../schema.js'
import { libraryFile, libraryNames, nameOfLibraryFile, nearestInLibrary } from './library.js'
import { MAX_BYTES } from './limits.js'
import { formatProblem, ScenarioError, truncateMessage } from './problems.js'
import { checkScenarioValue, readScenario, readScenarioValue } from './read.js'
import { writtenAs, writtenAsValue } from './source-text.js'
import { parseYaml } from './yaml.js'

/** Paths of files count from the working directory, and are shown as they were written. */
const HERE = '.'

/** Rejects with a UserError that names everything that is wrong. */
export async function loadScenarioSource(source: ScenarioSource, catalogue: Catalogue): Promise<Scenario> {
  const path = sourcePath(source)
  const name = path ?? (typeof source === 'string' ? 'the text' : undefined)
  return orUserError('the scenario cannot be used', 'docs/scenarios.md', name, () => {
    if (path !== undefined) return loadScenarioFile(path, catalogue)
    if (typeof source === 'string')
      return readScenario(source, 'the text', catalogue, HERE).then((read) => writtenAs(source, read))
    return readScenarioValue(source, catalogue, HERE).then((read) => writtenAsValue(source, read))
  })
}

/** The same for prices that are given without a scenario; paths of files count from the working directory. */
export async function loadPrices(prices: PricesInput, catalogue: Catalogue): Promise<ScenarioPrices> {
  return orUserError('the prices cannot be used', 'docs/own-market.md', undefined, () =>
    readPrices(prices, catalogue, HERE),
  )
}

/** Prices that came with a control call; throws a ScenarioError. */
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
    throw new UserError(what, lines.join('; '), `see ${page} for what may be written`, 3)
  }
}

/** The path that a source means; undefined where it is a scenario itself. */
function sourcePath(source: ScenarioSource): string | undefined {
  if (source instanceof URL) return existing(fileURLToPath(source))
  return typeof source !== 'string' || isText(source) ? undefined : existing(source)
}

/** No path of a file has a line break, begins like JSON or holds a key. */
function isText(source: string): boolean {
  return /[\r\n]|^\s*[{[]|^\s*[\w$"']+:(\s|$)/.test(source)
}

function existing(path: string): string {
  if (existsSync(scenarioFile(path))) return path
  const meant = nearestInLibrary(path)
  const cwd = process.cwd()
  throw new UserError(
    'there is no such scenario file',
    JSON.stringify(path),
    meant === undefined
      ? `write a path that counts from ${cwd}, a name that npx gmx-sim scenarios lists, the text of a scenario, or an object`
      : `did you mean ${meant}? A path counts from ${cwd}`,
    3,
  )
}

/** The file that a path or a name of the library means. What is in the working directory comes first. */
export function scenarioFile(written: string): string {
  return existsSync(written) ? written : (libraryFile(written) ?? written)
}

/** Reads the scenario at `path`, or that of the library by its name; `path` is how it is called in problems. */
export async function loadScenarioFile(path: string, catalogue: Catalogue): Promise<Scenario> {
  return readScenarioFile(await readScenarioText(path), path, catalogue)
}

/** The same where its text was read already: files that it names lie beside it. */
export async function readScenarioFile(text: string, path: string, catalogue: Catalogue): Promise<Scenario> {
  const file = scenarioFile(path)
  const read = await readScenario(text, path, catalogue, dirname(file))
  return writtenAs(text, read, nameOfLibraryFile(file))
}

/**
 * Reads a scenario that came with a control call: its text, the name of one of the library, or `{use: <name>}`. No file is
 * read but those of the package. `source` is how the text is called in problems.
 */
export async function loadScenarioText(
  text: string,
  source: string,
  catalogue: Catalogue,
): Promise<Scenario> {
  const name = isText(text) ? await usedIn(text) : text.trim()
  if (name === undefined) return writtenAs(text, await readScenario(text, source, catalogue))
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
  const hint = meant === undefined ? 'write a name that GET scenarios lists' : `did you mean ${meant}?`
  const message = `there is no scenario ${JSON.stringify(truncateMessage(name))} in the library: ${hint}`
  throw new ScenarioError(source, [{ line: 1, column: 1, message }])
}

/** More is a scenario: what only names one is short. */
const LONGEST_USE = 300

/** The name in `use: primary-outage`, as YAML or JSON; undefined where the text is a scenario itself. */
async function usedIn(text: string): Promise<string | undefined> {
  if (text.length > LONGEST_USE || !text.includes('use')) return undefined
  const { value, problems } = await parseYaml(text)
  return problems.length === 0 ? nameIn(value) : undefined
}

function nameIn(value: unknown): string | undefined {
  if (typeof value !== 'object' || value === null || Object.keys(value).join() !== 'use') return undefined
  return String((value as { readonly use: unknown }).use)
}

/** What the library holds, by name. */
export async function describeLibrary(
  catalogue: Catalogue,
): Promise<{ readonly name: string; readonly description: string }[]> {
  return Promise.all(
    libraryNames().map(async (name) => {
      const { description = '' } = await loadScenarioFile(libraryFile(name) as string, catalogue)
      return { name, description: description.trim() }
    }),
  )
}

/** The text of a scenario file: UTF-8, and no more of it than a scenario can have. */
export async function readScenarioText(path: string): Promise<string> {
  const bytes = await readBounded(scenarioFile(path), MAX_BYTES).catch((error: NodeJS.ErrnoException) => {
    const [message, hint] = reasonOf(error, path)
    throw new ScenarioError(path, [{ line: 1, column: 1, message, hint }])
  })
  // The parser says so of one that is too large; its end may be half a character.
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
  if (meant !== undefined) return [what, `write ${meant}, if you meant that of the library`]
  return /[./\\]/.test(path)
    ? NO_SUCH_FILE
    : [what, `${hint}, or write a name that npx gmx-sim scenarios lists`]
}
