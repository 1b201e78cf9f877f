/** Parsing of a catalogue file (YAML 1.2 or JSON), with line and column for every problem. */
import type * as z from 'zod'
import { describeIssue, flatten, withoutEchoes } from '../read/issues.js'
import { oversizeIn } from '../read/limits.js'
import { MAX_PROBLEMS, type Problem, pathInWords, type SourcePosition } from '../read/problems.js'
import { type FileKind, parseYaml } from '../read/yaml.js'
import type { RejectAt } from './draft.js'
import { CatalogueError } from './problems.js'
import { type Overlay, overlaySchema } from './schema.js'

type Issue = z.core.$ZodIssue

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
  return check(yaml.value, source, (path, atKey) => ({ ...yaml.placeOf(path, atKey), prefix: '' }))
}

export function checkOverlayValue(value: unknown): ReadOverlay {
  return check(value, undefined, (path) => ({ line: 1, column: 1, prefix: `${pathInWords(path)} ` }))
}

type PlaceOf = (path: readonly PropertyKey[], atKey: boolean) => SourcePosition & { readonly prefix: string }

function check(value: unknown, source: string | undefined, placeOf: PlaceOf): ReadOverlay {
  const problems: Problem[] = []
  const add = (path: readonly PropertyKey[], message: string, atKey = false) => {
    const { prefix, ...place } = placeOf(path, atKey)
    if (problems.length <= MAX_PROBLEMS) problems.push({ ...place, message: `${prefix}${message}`.trim() })
  }
  const judge = () => {
    problems.sort((a, b) => a.line - b.line || a.column - b.column)
    if (problems.length > 0) throw new CatalogueError(source, problems)
  }
  const oversize = oversizeIn(value, 'catalogue')
  if (oversize !== undefined) add(oversize.path, oversize.message)
  judge()
  for (const path of prototypeKeys(value)) add(path, PROTO_HINT, true)
  judge()
  const { data, error } = overlaySchema.safeParse(value)
  for (const issue of withoutEchoes((error?.issues ?? []).flatMap((issue) => flatten(issue))))
    add(issue.path, describeIssue(issue, value, overlaySchema), isAboutKey(issue))
  judge()
  return { overlay: data as Overlay, refuse: add, judge }
}

const PROTO = '__proto__'
const PROTO_HINT = `the name ${PROTO} is every object’s own: write another`

/** Paths of keys that assignments would silently drop. */
function prototypeKeys(value: unknown): PropertyKey[][] {
  if (typeof value !== 'object' || value === null) return []
  return Object.entries(value).flatMap(([key, item]) => {
    const inside = prototypeKeys(item).map((path) => [Array.isArray(value) ? Number(key) : key, ...path])
    return key === PROTO ? [[key]] : inside
  })
}

function isAboutKey({ code }: Issue): boolean {
  return code === 'unrecognized_keys' || code === 'invalid_key'
}
