/** Parsing of a catalogue file (YAML 1.2 or JSON), with line and column for every problem. */

import { UserError } from '../../kit/errors.js'
import { docsPath } from '../../kit/package-path.js'
import { commandLine } from '../../kit/text/words.js'
import { describeIssue, isAboutKey, meantIssues } from '../read/issues.js'
import { oversizeIn } from '../read/limits.js'
import {
  byPlace,
  formatProblem,
  MAX_PROBLEMS,
  type Problem,
  type ProblemAt,
  problemOfValue,
} from '../read/problems.js'
import { type FileKind, parseYaml } from '../read/yaml.js'
import { withoutExtensions } from '../values.js'
import type { RejectAt } from './draft.js'
import { type Overlay, overlaySchema } from './schema.js'

export interface ReadOverlay {
  readonly overlay: Overlay
  readonly refuse: RejectAt
  /** Throws a CatalogueError if there are problems. */
  judge(): void
}

const CATALOGUE_FILE: FileKind = { name: 'catalogue', least: 'arbitrum: { tokens: [] }' }

/** Throws a CatalogueError with all problems; `source` names the text in them. */
export async function readOverlay(text: string, source: string): Promise<ReadOverlay> {
  const yaml = await parseYaml(text, CATALOGUE_FILE)
  if (yaml.problems.length > 0) throw new CatalogueError(source, yaml.problems)
  return check(yaml.value, source, yaml.problemAt)
}

export function checkOverlayValue(value: unknown): ReadOverlay {
  return check(value, undefined, problemOfValue)
}

const IS_SCENARIO = `this is a scenario, not a catalogue: ${commandLine('validate', '<file>')} checks it, and serve --scenario <file> plays it`

function check(written: unknown, source: string | undefined, problemAt: ProblemAt): ReadOverlay {
  const value = withoutExtensions(written)
  const problems: Problem[] = []
  const add = (path: readonly PropertyKey[], message: string, atKey = false) => {
    if (problems.length <= MAX_PROBLEMS) problems.push(problemAt(path, message, atKey))
  }
  const judge = () => {
    problems.sort(byPlace)
    if (problems.length > 0) throw new CatalogueError(source, problems)
  }
  const oversize = oversizeIn(value, 'catalogue')
  if (oversize !== undefined) add(oversize.path, oversize.message)
  judge()
  const { rules, events } = (value ?? {}) as { readonly rules?: unknown; readonly events?: unknown }
  if (Array.isArray(rules ?? events)) add([rules === undefined ? 'events' : 'rules'], IS_SCENARIO, true)
  judge()
  const { data, error } = overlaySchema.safeParse(value)
  for (const issue of meantIssues(error?.issues ?? []))
    add(issue.path, describeIssue(issue, value, overlaySchema), isAboutKey(issue))
  judge()
  return { overlay: data as Overlay, refuse: add, judge }
}

export class CatalogueError extends UserError {
  readonly lines: readonly string[]

  /** `source` is the file's name; undefined for a value, whose problems include their path. */
  constructor(source: string | undefined, found: readonly Problem[]) {
    const lines = found
      .slice(0, MAX_PROBLEMS)
      .map((problem) => (source === undefined ? problem.message : formatProblem(source, problem)))
    if (found.length > MAX_PROBLEMS) lines.push('and more: fix these first')
    super('the catalogue is invalid', lines.join('; '), `fix them, see ${docsPath('catalogues.md')}`, 3)
    this.lines = lines
  }
}
