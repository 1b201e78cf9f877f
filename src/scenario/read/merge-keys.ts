/** YAML merge keys (`<<`), which the parser expands: where their keys are written, and how much they copy. */
import type { Document, Node, Pair, YAMLMap } from 'yaml'

export interface Merges {
  /** Values that are copied, in total. */
  readonly copied: number
  /** Sources that are no mappings. */
  readonly unusable: readonly Node[]
  /** The value of the merge key that gives a mapping that key, if any. */
  sourceOf(mapping: unknown, key: PropertyKey | undefined): Node | undefined
}

/** Undefined aliases are left out. */
export function collectMerges(
  document: Document,
  { isAlias, isMap, isScalar, isSeq, visit }: typeof import('yaml'),
): Merges {
  const anchors = new Map<string, Node>()
  const sourcesOf = new Map<Pair, readonly YAMLMap[]>()
  const unusable: Node[] = []
  const resolved = (node: Node) => (isAlias(node) ? anchors.get(node.source) : node)
  visit(document, {
    Node(_key, node) {
      if (!isAlias(node) && node.anchor !== undefined) anchors.set(node.anchor, node)
    },
    Pair(_key, pair) {
      const { key } = pair
      if (!isScalar(key) || key.value !== '<<' || key.type !== 'PLAIN') return
      const value = pair.value as Node
      const list = resolved(value)
      const sources = (isSeq(list) ? (list.items as Node[]) : [value]).map(resolved)
      sourcesOf.set(pair, sources.filter(isMap))
      if (sources.some((source) => source !== undefined && !isMap(source))) unusable.push(value ?? key)
    },
  })
  const sizes = new Map<unknown, number>()
  const sizeOf = (node: unknown): number => {
    const known = sizes.get(node)
    if (known !== undefined) return known
    // For a mapping that merges itself, which is refused elsewhere.
    sizes.set(node, 1)
    const parts: readonly unknown[] = isSeq(node)
      ? node.items
      : isMap(node)
        ? node.items.flatMap((pair): readonly unknown[] => sourcesOf.get(pair) ?? [pair.key, pair.value])
        : []
    const size = parts.reduce<number>((sum, part) => sum + sizeOf(part), 1)
    sizes.set(node, size)
    return size
  }
  const gives = (mapping: YAMLMap, key: PropertyKey): boolean =>
    mapping.has(key) || mapping.items.some((pair) => sourcesOf.get(pair)?.some((each) => gives(each, key)))
  return {
    copied: [...sourcesOf.values()].flat().reduce((sum, source) => sum + sizeOf(source), 0),
    unusable,
    sourceOf(mapping, key) {
      if (!isMap(mapping) || key === undefined) return undefined
      const pair = mapping.items.find((pair) => sourcesOf.get(pair)?.some((each) => gives(each, key)))
      return pair?.value as Node | undefined
    },
  }
}
