/** YAML with source positions. The parser is loaded on demand, as most runs have no file. */

import type { Document, LineCounter, Node, YAMLError } from 'yaml'
import { lazyModule } from '../../kit/lazy.js'
import type { TextPosition } from '../../kit/text/position.js'
import { bracketProblem, hasTooManyTokens, MAX_BYTES, MAX_VALUES } from './limits.js'
import { inspectMerges } from './merge-keys.js'
import { byPlace, MAX_PROBLEMS, type Problem, truncateMessage } from './problems.js'

const MAX_ALIASES = 1000

export const loadYaml: () => Promise<typeof import('yaml')> = lazyModule(() => import('yaml'))

/** A file format: its name in problems, and a minimal example. */
export interface FileKind {
  readonly name: string
  readonly least: string
}

export const SCENARIO_FILE: FileKind = { name: 'scenario', least: 'rules: []' }

export async function parseYaml(text: string, kind = SCENARIO_FILE) {
  if (Buffer.byteLength(text) > MAX_BYTES)
    return unusable([at(START, `the ${kind.name} is larger than 128 kB: shorten it`)])
  // The parser is recursive, and a stack overflow in it can end the process.
  const problem = bracketProblem(text)
  if (problem !== undefined) return unusable([problem])
  const yaml = await loadYaml()
  if (hasTooManyTokens(text, yaml)) return unusable([at(START, `the ${kind.name} is too large: write less`)])
  return parse(text, yaml, kind)
}

/** Disables stack traces: the parser creates an Error per problem, and traces take most of the time. */
function withoutStacks<Value>(work: () => Value): Value {
  const { stackTraceLimit } = Error
  Error.stackTraceLimit = 0
  try {
    return work()
  } finally {
    Error.stackTraceLimit = stackTraceLimit
  }
}

function parse(text: string, yaml: typeof import('yaml'), kind: FileKind) {
  const lines = new yaml.LineCounter()
  const options = {
    version: '1.2',
    lineCounter: lines,
    prettyErrors: false,
    stringKeys: true,
    merge: true,
    // The parser's own check is quadratic; see structureProblems.
    uniqueKeys: false,
  } as const
  const document = withoutStacks(() => yaml.parseDocument(text, options))
  const place = placer(lines)
  const found = [...document.errors, ...document.warnings]
  const merges = inspectMerges(document, yaml)
  const problems =
    found.length > 0 ? onePerPlace(found, place) : structureProblems(document, merges.unusable, yaml, place)
  if (problems.length > 0) return unusable(problems)
  const tooFar = [at(START, 'the aliases expand too far: write less')]
  if (merges.copied > MAX_VALUES) return unusable(tooFar)
  let value: unknown
  try {
    value = document.toJS({ maxAliasCount: MAX_ALIASES })
  } catch {
    return unusable(tooFar)
  }
  if (value === null)
    return unusable([at(START, `the file is empty: write a ${kind.name}, such as ${kind.least}`)])
  /** A problem at the value of `path`, or at its key; at the nearest parent for a missing one. */
  const problemAt = (path: readonly PropertyKey[], message: string, atKey: boolean) =>
    at(place(offsetOf(document, path, atKey, yaml)), message)
  return { value, problems, problemAt }
}

const START: TextPosition = { line: 1, column: 1 }

function at(place: TextPosition, message: string): Problem {
  return { ...place, message }
}

function unusable(problems: readonly Problem[]) {
  return { value: undefined, problems, problemAt: () => problems[0]! }
}

const placer =
  (lines: LineCounter) =>
  (offset: number): TextPosition => {
    const { line, col } = lines.linePos(offset)
    return { line: Math.max(line, 1), column: Math.max(col, 1) }
  }

/** Keeps the first error per position: one typo often breaks several rules. */
function onePerPlace(errors: readonly YAMLError[], place: (offset: number) => TextPosition): Problem[] {
  const problems = new Map<number, Problem>()
  for (const error of errors) {
    const [offset] = error.pos
    if (!problems.has(offset)) problems.set(offset, at(place(offset), sentence(error)))
    if (problems.size > MAX_PROBLEMS) break
  }
  return [...problems.values()]
}

const SENTENCES = {
  BLOCK_AS_IMPLICIT_KEY:
    'a key is not allowed here: check the indentation, or quote text that contains a colon',
  DUPLICATE_KEY: 'duplicate key: write it once',
  TAB_AS_INDENT: 'tabs cannot indent: write spaces',
  MULTIPLE_DOCS: 'a second document begins here: write one per file',
  NON_STRING_KEY: 'this key is not text: quote it',
  TAG_RESOLVE_FAILED: 'tags such as !this are not supported: remove it',
} as const

function sentence({ code, message }: YAMLError): string {
  if (code in SENTENCES) return SENTENCES[code as keyof typeof SENTENCES]
  const [first = ''] = message.replace('"quote', 'quote').split('\n')
  return `this is not YAML: ${first.charAt(0).toLowerCase()}${first.slice(1)}`
}

/** Duplicate keys; aliases that are undefined or recursive. Keeps addresses as text, which unquoted would be numbers and lose digits. */
function structureProblems(
  document: Document,
  unmergeable: readonly Node[],
  { isAlias, isMap, isNode, isScalar, visit }: typeof import('yaml'),
  place: (offset: number) => TextPosition,
): Problem[] {
  const problems: Problem[] = []
  const problem = (node: Node, message: string) => {
    if (problems.length <= MAX_PROBLEMS) problems.push(at(place(node.range?.[0] ?? 0), message))
  }
  for (const source of unmergeable)
    problem(source, '<< merges mappings only: write an alias such as *name, or a list of them')
  const anchors = new Set<string>()
  visit(document, {
    Node(_key, node, parents) {
      if (isAlias(node)) {
        const { source } = node
        const name = truncateMessage(source)
        const isWithin = parents.some(
          (parent) => isNode(parent) && 'anchor' in parent && parent.anchor === source,
        )
        if (isWithin) problem(node, `*${name} refers to itself: write it out`)
        else if (!anchors.has(source)) problem(node, `*${name} is undefined: define &${name} first`)
        return
      }
      if (node.anchor !== undefined) anchors.add(node.anchor)
      if (isScalar(node) && typeof node.value === 'number' && /^0x[0-9a-fA-F]{40}$/.test(node.source ?? ''))
        node.value = node.source
      const keys = new Set<unknown>()
      for (const { key } of isMap(node) ? node.items : []) {
        if (!isScalar(key)) continue
        if (keys.has(key.value)) problem(key, SENTENCES.DUPLICATE_KEY)
        keys.add(key.value)
      }
    },
  })
  return problems.toSorted(byPlace)
}

function offsetOf(
  document: Document,
  path: readonly PropertyKey[],
  atKey: boolean,
  { isMap, isScalar }: typeof import('yaml'),
): number {
  const holder = atKey ? document.getIn(path.slice(0, -1), true) : undefined
  const pair = isMap(holder)
    ? holder.items.find(({ key }) => isScalar(key) && key.value === path.at(-1))
    : undefined
  const parents = path.map((_, index) => document.getIn(path.slice(0, path.length - index), true))
  const nodes = [pair?.key, ...parents, document.contents] as (Node | undefined | null)[]
  return nodes.find((node) => node?.range)?.range?.[0] ?? 0
}
