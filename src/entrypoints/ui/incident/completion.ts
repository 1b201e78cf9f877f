/** Completion of scenario files from their JSON Schema: the mapping around the cursor, and the keys and values it may have. */

export interface SchemaNode {
  readonly description?: string
  readonly type?: string
  readonly const?: unknown
  readonly enum?: readonly unknown[]
  readonly properties?: Readonly<Record<string, SchemaNode>>
  readonly additionalProperties?: SchemaNode | boolean
  readonly items?: SchemaNode
  readonly anyOf?: readonly SchemaNode[]
  readonly oneOf?: readonly SchemaNode[]
}

export interface Completions {
  /** Index in the text at which the completed word begins. */
  readonly from: number
  readonly items: readonly { readonly label: string; readonly insert: string; readonly about: string }[]
}

const MAX_ITEMS = 20

export function completionsAt(schema: SchemaNode, text: string, caret: number): Completions {
  const { path, isKey, word } = placeAt(text.slice(0, caret))
  const nodes = path.reduce<readonly SchemaNode[]>(
    (found, key) =>
      found.flatMap(({ properties, additionalProperties: other }) => {
        const child = properties?.[key] ?? (typeof other === 'object' ? other : undefined)
        return child === undefined ? [] : variantsOf(child)
      }),
    variantsOf(schema),
  )
  const known = new Map<string, string>(isKey ? nodes.flatMap(keysOf) : nodes.flatMap(valuesOf))
  const gap = !isKey && text[caret - 1] === ':' ? ' ' : ''
  const items = [...known]
    .filter(([label]) => label.startsWith(word) && label !== word)
    .slice(0, MAX_ITEMS)
    .map(([label, about]) => ({ label, about, insert: `${gap}${label}${isKey ? ': ' : ''}` }))
  return { from: caret - word.length, items }
}

const variantsOf = (node: SchemaNode): SchemaNode[] => [
  node,
  ...[...(node.anyOf ?? []), ...(node.oneOf ?? []), ...(node.items ? [node.items] : [])].flatMap(variantsOf),
]

const keysOf = ({ properties = {} }: SchemaNode) =>
  Object.entries(properties).map(([key, { description = '' }]): [string, string] => [key, description])

function valuesOf({
  enum: values = [],
  const: only,
  type,
  description = '',
}: SchemaNode): [string, string][] {
  const all = only !== undefined ? [only] : type === 'boolean' ? [true, false] : values
  return all.map((value) => [String(value), description])
}

interface Place {
  /** Keys from the root; list items do not count. */
  readonly path: readonly string[]
  /** Whether a key is written there, or else a value. */
  readonly isKey: boolean
  readonly word: string
}

/** The place at the end of a text: block mappings by their indentation, flow mappings of the last line by their braces. */
function placeAt(before: string): Place {
  const lines = before.split('\n')
  const line = lines.pop() ?? ''
  let column = indentOf(line)
  const flow = flowAt(line.slice(column))
  const path: string[] = []
  for (const above of lines.reverse()) {
    const [, key] = /^[\s-]*([\w-]+):\s*(?:#.*)?$/.exec(above) ?? []
    if (key === undefined || indentOf(above) >= column) continue
    path.unshift(key)
    column = indentOf(above)
  }
  return { ...flow, path: [...path, ...flow.path] }
}

/** The column of what follows spaces and dashes. */
const indentOf = (line: string): number => /^(?:\s|-\s)*/.exec(line)?.[0].length ?? 0

function flowAt(line: string): Place {
  /** Open mappings and lists, each with the key that is being given a value. */
  const open: { readonly isList: boolean; key?: string | undefined }[] = [{ isList: false }]
  let word = ''
  for (let at = 0; at < line.length; at++) {
    const sign = line[at]
    const top = open[open.length - 1]
    if (sign === '#' && word === '') return { path: [], isKey: false, word: '\n' }
    if (sign === '{' || sign === '[') open.push({ isList: sign === '[' })
    else if ((sign === '}' || sign === ']') && open.length > 1) open.pop()
    else if (sign === ',') top.key = undefined
    else if (sign === ':' && !top.isList && top.key === undefined && /^(\s|$)/.test(line.slice(at + 1)))
      top.key = word
    else if (sign !== ' ') {
      word += sign
      continue
    }
    word = ''
  }
  const { isList, key } = open[open.length - 1]
  return { path: open.flatMap(({ key }) => key ?? []), isKey: !isList && key === undefined, word }
}
