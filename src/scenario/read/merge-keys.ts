/** YAML merge keys (`<<`), which the parser expands: how much they copy, and which have no mapping. */
import type { Document, Node, Pair, YAMLMap } from 'yaml'

/** Counts the values that merge keys copy, in total, and lists sources that are no mappings. Undefined aliases are left out. */
export function inspectMerges(
  document: Document,
  { isAlias, isMap, isScalar, isSeq, visit }: typeof import('yaml'),
) {
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
  const copied = [...sourcesOf.values()].flat().reduce((sum, source) => sum + sizeOf(source), 0)
  return { copied, unusable }
}
