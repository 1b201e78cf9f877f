export type NonEmpty<Item> = [Item, ...Item[]]

interface Keyed<Key, Value> {
  get(key: Key): Value | undefined
  set(key: Key, value: Value): unknown
}

/** The value of a key, created if missing. */
export function getOrCreate<Key, Value>(
  map: Keyed<Key, Value>,
  key: Key,
  create: (key: Key) => Value,
): Value {
  const known = map.get(key)
  if (known !== undefined) return known
  const value = create(key)
  map.set(key, value)
  return value
}

/** `create` as a function that runs once per object. */
export function memoised<Key extends object, Value>(create: (key: Key) => Value): (key: Key) => Value {
  const known = new WeakMap<Key, Value>()
  return (key) => getOrCreate(known, key, create)
}

/** `compute` with a memory of its latest argument, for calls that mostly repeat it. */
export function memoisedLatest<Key, Value>(compute: (key: Key) => Value): (key: Key) => Value {
  let latest: { readonly key: Key; readonly value: Value } | undefined
  return (key) => {
    if (latest === undefined || latest.key !== key) latest = { key, value: compute(key) }
    return latest.value
  }
}

/** Items by key, both in the order of their first appearance. Node 20 has no `Map.groupBy`. */
export function groupBy<Item, Key>(
  items: Iterable<Item>,
  keyOf: (item: Item) => Key,
): Map<Key, NonEmpty<Item>> {
  const groups = new Map<Key, NonEmpty<Item>>()
  for (const item of items) {
    const key = keyOf(item)
    const group = groups.get(key)
    if (group === undefined) groups.set(key, [item])
    else group.push(item)
  }
  return groups
}

/** The fields that have a value. */
export function withoutUndefined<Fields extends object>(fields: Fields) {
  const given = Object.entries(fields).filter(([, value]) => value !== undefined)
  return Object.fromEntries(given) as { [Key in keyof Fields]?: Exclude<Fields[Key], undefined> }
}

/** Each item but the first, with the one before it. */
export function pairsOf<Item>(items: readonly Item[]): (readonly [before: Item, item: Item])[] {
  return items.slice(1).map((item, index) => [items[index], item])
}

/** The work under way for a key, begun if there is none. */
export function singleFlight<Key, Value>(
  underWay: {
    get(key: Key): Promise<Value> | undefined
    set(key: Key, work: Promise<Value>): unknown
    delete(key: Key): unknown
  },
  key: Key,
  make: () => Promise<Value>,
): Promise<Value> {
  return getOrCreate(underWay, key, () => make().finally(() => underWay.delete(key)))
}

/** `work` as a function that runs again after its last run: one run serves all calls until it begins. */
export function coalesced<Value>(work: () => Promise<Value>): () => Promise<Value> {
  let last: Promise<unknown> = Promise.resolve()
  let next: Promise<Value> | undefined
  return () => {
    next ??= last.then(() => {
      next = undefined
      const running = work()
      last = running.catch(() => {})
      return running
    })
    return next
  }
}
