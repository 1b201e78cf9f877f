/** A scenario from wherever it is: a file, a text, an object. */
import { existsSync, readdirSync } from 'node:fs'
import { basename } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Catalogue } from '../catalogue/types.js'
import { UserError } from '../core/errors.js'
import type { ScenarioSource } from './input.js'
import { loadScenarioFile } from './load-file.js'
import { formatProblem, ScenarioError } from './problems.js'
import { checkScenarioValue, readScenario } from './read.js'
import type { Scenario } from './schema.js'
import { nearest } from './suggest.js'

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

/** Where the package keeps its scenarios. Source and bundle both lie two folders below it. */
const SHIPPED = new URL('../../scenarios/', import.meta.url)

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
