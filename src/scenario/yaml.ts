/** YAML text with the place of everything in it. The parser is loaded with the first file, as most runs have none. */
import type { Document, LineCounter, Node } from 'yaml'
import type { Problem } from './problems.js'

export interface YamlText {
  readonly value: unknown
  readonly problems: readonly Problem[]
  /** Where the value at `path` stands, or its key. What is not there is placed at what would hold it. */
  placeOf(path: readonly PropertyKey[], atKey: boolean): Pick<Problem, 'line' | 'column'>
}

/** Far more than anyone writes, far less than hurts. */
const MOST_BYTES = 1 << 20
const MOST_ALIASES = 100

export async function parseYaml(text: string): Promise<YamlText> {
  if (Buffer.byteLength(text) > MOST_BYTES) return unusable('the file is larger than 1 MiB: write less')
  if (text.trim() === '') return unusable('the file is empty: write a scenario, such as rules: []')
  const yaml = await import('yaml')
  const lines = new yaml.LineCounter()
  const document = yaml.parseDocument(text, {
    version: '1.2',
    lineCounter: lines,
    prettyErrors: false,
    strict: true,
  })
  const place = placer(lines)
  const problems = document.errors.map(({ message, pos }) => ({
    ...place(pos[0]),
    message: sentence(message),
  }))
  if (problems.length > 0) return { value: undefined, problems, placeOf: () => place(0) }
  try {
    const value: unknown = document.toJS({ maxAliasCount: MOST_ALIASES })
    return {
      value,
      problems: [],
      placeOf: (path, atKey) => place(offsetOf(document, path, atKey, yaml.isMap, yaml.isScalar)),
    }
  } catch (error) {
    if (!(error instanceof ReferenceError)) throw error
    return unusable(`${error.message}: write it out without so many aliases`)
  }
}

function unusable(message: string): YamlText {
  return {
    value: undefined,
    problems: [{ line: 1, column: 1, message }],
    placeOf: () => ({ line: 1, column: 1 }),
  }
}

const placer = (lines: LineCounter) => (offset: number) => {
  const { line, col } = lines.linePos(offset)
  return { line: Math.max(line, 1), column: Math.max(col, 1) }
}

function sentence(message: string): string {
  const [first] = message.split('\n')
  return first.charAt(0).toLowerCase() + first.slice(1)
}

function offsetOf(
  document: Document,
  path: readonly PropertyKey[],
  atKey: boolean,
  isMap: typeof import('yaml').isMap,
  isScalar: typeof import('yaml').isScalar,
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
