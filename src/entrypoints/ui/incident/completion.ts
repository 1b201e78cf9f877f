/** Completion and hover texts of scenario files from their JSON Schema. */
import type { Completion } from '@codemirror/autocomplete'
import { isMap, isPair, isScalar, parseDocument, visit } from 'yaml'

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

/** Suggestions after `before`, a text without the word that is being typed, in the order of the schema. */
export function completionsAt(schema: SchemaNode, before: string): Completion[] {
  const place = placeAt(before)
  if (place === undefined) return []
  const nodes = nodesAt(schema, place.keys)
  const gap = before.endsWith(':') ? ' ' : ''
  const keys = place.isKey ? nodes.flatMap(keysOf).map((known) => [...known, ': '] as const) : []
  const values = place.isKey && !place.begins ? [] : nodes.flatMap(valuesOf)
  const known = new Map(
    [...values.map((value) => [...value, ''] as const), ...keys].map((all) => [all[0], all]),
  )
  return [...known.values()]
    .filter(([label]) => !place.taken.includes(label))
    .map(([label, info, end], index) => ({ label, apply: `${gap}${label}${end}`, info, boost: 99 - index }))
}

/** The description of the key at `at`. */
export function descriptionAt(schema: SchemaNode, text: string, at: number): string | undefined {
  let keys: string[] | undefined
  visit(parseDocument(text), {
    Scalar(role, { range }, path) {
      if (role !== 'key' || !range || at < range[0] || at > range[1]) return undefined
      keys = keysIn(path)
      return visit.BREAK
    },
  })
  return keys && nodesAt(schema, keys).find(({ description }) => description)?.description
}

const nodesAt = (schema: SchemaNode, keys: readonly string[]): readonly SchemaNode[] =>
  keys.reduce<readonly SchemaNode[]>(
    (found, key) =>
      found.flatMap(({ properties, additionalProperties: other }) => {
        const child = properties?.[key] ?? (typeof other === 'object' ? other : undefined)
        return child === undefined ? [] : variantsOf(child)
      }),
    variantsOf(schema),
  )

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
  readonly keys: readonly string[]
  /** Whether a key is written there, or else a value. */
  readonly isKey: boolean
  /** Whether a line begins there, so that it may be either. */
  readonly begins: boolean
  /** Other keys of the mapping. */
  readonly taken: readonly string[]
}

/** Marks the place in the text: YAML decides what it is. */
const PROBE = 'PROBE-HERE'

function placeAt(before: string): Place | undefined {
  const begins = /(?:^|\n) *(?:- +)*$/.test(before)
  let place: Place | undefined
  visit(parseDocument(`${before}${/[:,]$/.test(before) ? ' ' : ''}${PROBE}${begins ? ': ' : ''}`), {
    Scalar(role, { value }, path) {
      if (value !== PROBE) return undefined
      const isKey = role === 'key'
      const keys = keysIn(path)
      const siblings = isKey ? (path.findLast(isMap)?.items ?? []) : []
      const taken = siblings.flatMap(({ key }) =>
        isScalar(key) && key.value !== PROBE ? String(key.value) : [],
      )
      place = { keys: isKey ? keys.slice(0, -1) : keys, isKey, begins, taken }
      return visit.BREAK
    },
  })
  return place
}

const keysIn = (path: readonly unknown[]): string[] =>
  path.flatMap((step) => (isPair(step) && isScalar(step.key) ? String(step.key.value) : []))
