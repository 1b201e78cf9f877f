/** YAML with source positions. The parser is loaded on demand, as most runs have no file. */
import type { Alias, Document, LineCounter, Node, YAMLError } from 'yaml'
import { bracketProblem, hasTooManyTokens, MAX_BYTES } from './limits.js'
import { MAX_PROBLEMS, type Problem, type SourcePosition, truncateMessage } from './problems.js'

const loadYaml = () => import('yaml')

const MAX_ALIASES = 1000

export interface YamlText {
  readonly value: unknown
  readonly problems: readonly Problem[]
  /** Position of the value at `path`, or of its key; of the nearest parent for a missing one. */
  placeOf(path: readonly PropertyKey[], atKey: boolean): SourcePosition
}

/** A file format: its name in problems, and a minimal example. */
export interface FileKind {
  readonly name: string
  readonly least: string
}

export const SCENARIO_FILE: FileKind = { name: 'scenario', least: 'rules: []' }

export async function parseYaml(text: string, kind = SCENARIO_FILE): Promise<YamlText> {
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

function parse(text: string, yaml: typeof import('yaml'), kind: FileKind): YamlText {
  const lines = new yaml.LineCounter()
  const options = {
    version: '1.2',
    lineCounter: lines,
    prettyErrors: false,
    stringKeys: true,
    // The parser's own check is quadratic; see structureProblems.
    uniqueKeys: false,
  } as const
  const document = withoutStacks(() => yaml.parseDocument(text, options))
  const place = placer(lines)
  const found = [...document.errors, ...document.warnings]
  const problems = found.length > 0 ? onePerPlace(found, place) : structureProblems(document, yaml, place)
  if (problems.length > 0) return unusable(problems)
  keepAddresses(document, yaml)
  let value: unknown
  try {
    value = document.toJS({ maxAliasCount: MAX_ALIASES })
  } catch {
    return unusable([at(START, 'the aliases expand too far: write less')])
  }
  if (value === null)
    return unusable([at(START, `the file is empty: write a ${kind.name}, such as ${kind.least}`)])
  return { value, problems: [], placeOf: (path, atKey) => place(offsetOf(document, path, atKey, yaml)) }
}

/** Keeps addresses as text: unquoted, YAML would parse them as numbers and lose digits. */
function keepAddresses(document: Document, { visit }: typeof import('yaml')): void {
  visit(document, {
    Scalar(_key, scalar) {
      const { value, source } = scalar
      if (typeof value === 'number' && source !== undefined && /^0x[0-9a-fA-F]{40}$/.test(source))
        scalar.value = source
    },
  })
}

const START: SourcePosition = { line: 1, column: 1 }

function at(place: SourcePosition, message: string): Problem {
  return { ...place, message }
}

function unusable(problems: readonly Problem[]): YamlText {
  return { value: undefined, problems, placeOf: () => START }
}

const placer =
  (lines: LineCounter) =>
  (offset: number): SourcePosition => {
    const { line, col } = lines.linePos(offset)
    return { line: Math.max(line, 1), column: Math.max(col, 1) }
  }

/** Keeps the first error per position: one typo often breaks several rules. */
function onePerPlace(errors: readonly YAMLError[], place: (offset: number) => SourcePosition): Problem[] {
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
  const [first] = message.replace('"quote', 'quote').split('\n')
  return `this is not YAML: ${first.charAt(0).toLowerCase()}${first.slice(1)}`
}

/** Duplicate keys; aliases that are undefined or recursive. */
function structureProblems(
  document: Document,
  yaml: typeof import('yaml'),
  place: (offset: number) => SourcePosition,
): Problem[] {
  const problems: Problem[] = []
  const problem = ({ range }: Node, message: string) => {
    if (problems.length <= MAX_PROBLEMS) problems.push(at(place(range?.[0] ?? 0), message))
  }
  const anchors = new Set<string>()
  const checkAlias = (alias: Alias, within: readonly string[]): void => {
    const name = truncateMessage(alias.source)
    if (within.includes(alias.source)) problem(alias, `*${name} refers to itself: write it out`)
    else if (!anchors.has(alias.source)) problem(alias, `*${name} is undefined: define &${name} first`)
  }
  const check = (node: unknown, within: readonly string[]): void => {
    if (yaml.isAlias(node)) checkAlias(node, within)
    const anchor = yaml.isScalar(node) || yaml.isCollection(node) ? node.anchor : undefined
    const inside = anchor === undefined ? within : [...within, anchor]
    const keys = new Set<unknown>()
    const parts = yaml.isPair(node) ? [node.key, node.value] : yaml.isCollection(node) ? node.items : []
    for (const item of parts) {
      check(item, inside)
      const key = yaml.isPair(item) && yaml.isScalar(item.key) ? item.key : undefined
      if (key !== undefined && keys.has(key.value)) problem(key, SENTENCES.DUPLICATE_KEY)
      keys.add(key?.value)
    }
    if (anchor !== undefined) anchors.add(anchor)
  }
  check(document.contents, [])
  return problems
}

function offsetOf(
  document: Document,
  path: readonly PropertyKey[],
  atKey: boolean,
  { isMap, isScalar }: typeof import('yaml'),
): number {
  if (atKey) {
    const holder = path.length === 1 ? document.contents : document.getIn(path.slice(0, -1), true)
    const pair = isMap(holder)
      ? holder.items.find(({ key }) => isScalar(key) && key.value === path.at(-1))
      : undefined
    const key = pair?.key as Node | undefined
    if (key?.range) return key.range[0]
  }
  for (let length = path.length; length > 0; length--) {
    const node = document.getIn(path.slice(0, length), true) as Node | undefined
    if (node?.range) return node.range[0]
  }
  return document.contents?.range?.[0] ?? 0
}
