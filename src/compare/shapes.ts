/** Differences between two shapes, one for each thing that differs. */
import type { Difference } from './difference.js'
import { isSameType, type LeafKind, type Shape } from './shape.js'

/** `where` is the endpoint; the place in its reply is added to it. */
export function shapeDifferences(where: string, theirs: Shape, ours: Shape, path = ''): Difference[] {
  const place = `${where} ${path === '' ? 'reply' : path}`
  const found = kindDifference(place, theirs.kinds, ours.kinds)
  if (found !== undefined) return [found]
  const gone = [...ours.keys.keys()].filter((key) => !theirs.keys.has(key))
  const come = [...theirs.keys.keys()].filter((key) => !ours.keys.has(key))
  const at = (key: string) => `${where} ${path === '' ? key : `${path}.${key}`}`
  const common = [...ours.keys].filter(([key]) => theirs.keys.has(key))
  // A list without rows has no keys to compare.
  const hasRows = theirs.keys.size > 0 && ours.keys.size > 0
  return [
    ...(hasRows ? gone : []).map(
      (key): Difference => ({
        kind: 'key',
        where: at(key),
        theirs: 'gone',
        ours: inWords(ours.keys.get(key)?.shape.kinds),
      }),
    ),
    ...(hasRows ? come : []).map(
      (key): Difference => ({
        kind: 'key',
        where: at(key),
        theirs: `new: ${inWords(theirs.keys.get(key)?.shape.kinds)}`,
        ours: 'none',
      }),
    ),
    ...orderDifference(place, theirs, ours),
    ...common.flatMap(([key, { shape, isEverywhere }]): Difference[] => {
      const other = theirs.keys.get(key)
      if (other === undefined) return []
      if (isEverywhere && !other.isEverywhere)
        return [{ kind: 'key', where: at(key), theirs: 'missing in some rows', ours: 'in every row' }]
      return shapeDifferences(where, other.shape, shape, path === '' ? key : `${path}.${key}`)
    }),
    ...(theirs.items === undefined || ours.items === undefined
      ? []
      : shapeDifferences(where, theirs.items, ours.items, `${path}[]`)),
  ]
}

function kindDifference(
  where: string,
  theirs: ReadonlySet<LeafKind>,
  ours: ReadonlySet<LeafKind>,
): Difference | undefined {
  const strange = [...theirs].filter((kind) => !ours.has(kind))
  if (strange.length === 0) return undefined
  const said = { where, theirs: inWords(theirs), ours: inWords(ours) }
  if (strange.every((kind) => kind === 'null'))
    return { kind: 'null', ...said, theirs: `${said.theirs} at times` }
  const isUnit = strange.every((kind) => [...ours].some((own) => isSameType(kind, own)))
  return { kind: isUnit ? 'unit' : 'type', ...said }
}

function orderDifference(where: string, theirs: Shape, ours: Shape): Difference[] {
  const common = (own: Shape, other: Shape) => own.order.filter((key) => other.order.includes(key)).join(', ')
  const [seen, wanted] = [common(theirs, ours), common(ours, theirs)]
  return seen === wanted ? [] : [{ kind: 'order', where: `${where}: keys`, theirs: seen, ours: wanted }]
}

function inWords(kinds: ReadonlySet<LeafKind> = new Set()): string {
  return [...kinds].sort().join(' or ') || 'nothing'
}
