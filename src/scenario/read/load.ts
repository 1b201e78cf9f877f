/** Scenarios from wherever they are: a file, a text, an object. */
import { existsSync, readdirSync } from 'node:fs'
import { type FileHandle, open } from 'node:fs/promises'
import { basename } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Catalogue } from '../../catalogue/types.js'
import { UserError } from '../../core/errors.js'
import { PACKAGE } from '../../core/version.js'
import type { ScenarioSource } from '../input.js'
import type { Scenario } from '../schema.js'
import { nearest } from './hints.js'
import { MOST_BYTES } from './limits.js'
import { formatProblem, ScenarioError } from './problems.js'
import { checkScenarioValue, readScenario } from './read.js'

/** Rejects with a UserError that names everything that is wrong. */
export async function loadScenarioSource(source: ScenarioSource, catalogue: Catalogue): Promise<Scenario> {
  const path = pathOf(source)
  try {
    if (path !== undefined) return await loadScenarioFile(path, catalogue)
    if (typeof source === 'string') return await readScenario(source, 'the text', catalogue)
    return checkScenarioValue(source, catalogue)
  } catch (error) {
    if (!(error instanceof ScenarioError)) throw error
    const name = path ?? (typeof source === 'string' ? 'the text' : undefined)
    const lines = error.problems.map((problem) =>
      name === undefined ? problem.message : formatProblem(name, problem),
    )
    throw new UserError(
      'the scenario cannot be used',
      lines.join('; '),
      'see the README on scenarios for what may be written',
      3,
    )
  }
}

/** Where the package keeps its scenarios. */
const SHIPPED = new URL('scenarios/', PACKAGE)

/** The path that a source means; undefined where it is a scenario itself. */
function pathOf(source: ScenarioSource): string | undefined {
  if (source instanceof URL) return existing(fileURLToPath(source))
  return typeof source !== 'string' || isText(source) ? undefined : existing(source)
}

/** No path of a file has a line break, begins like JSON or holds a key. */
function isText(source: string): boolean {
  return /[\r\n]|^\s*[{[]|^\s*[\w$"']+:(\s|$)/.test(source)
}

function existing(path: string): string {
  if (existsSync(path)) return path
  const shipped = new URL(encodeURIComponent(basename(path)), SHIPPED)
  if (/^(\.\/)?scenarios\/[^/]+$/.test(path) && existsSync(shipped)) return fileURLToPath(shipped)
  const known = existsSync(SHIPPED) ? readdirSync(SHIPPED) : []
  const meant = nearest(basename(path), known)
  throw new UserError(
    'there is no such scenario file',
    JSON.stringify(path),
    meant === undefined
      ? `write a path that counts from ${process.cwd()}, the text of a scenario, or an object`
      : `did you mean scenarios/${meant}? A path counts from ${process.cwd()}`,
    3,
  )
}

/** Reads the scenario at `path`, which is how it is called in problems. */
export async function loadScenarioFile(path: string, catalogue: Catalogue): Promise<Scenario> {
  return readScenario(await readScenarioText(path), path, catalogue)
}

/** The text of a scenario file: UTF-8, and no more of it than a scenario can have. */
export async function readScenarioText(path: string): Promise<string> {
  const bytes = await readStart(path)
  // The parser says so of one that is too large; its end may be half a character.
  if (bytes.length > MOST_BYTES) return bytes.toString('latin1')
  const text = bytes.toString('utf8')
  if (Buffer.from(text).equals(bytes)) return text
  const before = text.slice(0, text.indexOf('\uFFFD')).split('\n')
  const place = { line: before.length, column: (before.at(-1)?.length ?? 0) + 1 }
  throw new ScenarioError(path, [{ ...place, message: 'this byte is not UTF-8: save the file as UTF-8' }])
}

/** All bytes of a file, or one more than is allowed: what says it is no file may well have no end. */
async function readStart(path: string): Promise<Buffer> {
  let file: FileHandle | undefined
  try {
    file = await open(path)
    const bytes = Buffer.alloc(MOST_BYTES + 1)
    let length = 0
    for (let read = -1; read !== 0 && length < bytes.length; length += read)
      read = (await file.read(bytes, length)).bytesRead
    return bytes.subarray(0, length)
  } catch (error) {
    throw new ScenarioError(path, [{ line: 1, column: 1, message: reasonOf(error as NodeJS.ErrnoException) }])
  } finally {
    await file?.close()
  }
}

const REASONS: Readonly<Record<string, string>> = {
  ENOENT: 'there is no such file: check the path',
  ENOTDIR: 'there is no such file: check the path',
  EISDIR: 'this is a directory: write the path of a file in it',
  EACCES: 'this file may not be read: check its permissions',
  EPERM: 'this file may not be read: check its permissions',
}

function reasonOf({ code, message }: NodeJS.ErrnoException): string {
  return REASONS[code ?? ''] ?? `this file cannot be read: ${code ?? message}`
}
