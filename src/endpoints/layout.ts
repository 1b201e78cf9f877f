/**
 * How an endpoint's reply is laid out: where its lists, values and times are, as its schema says. Whatever edits replies
 * goes by this, so that it knows every endpoint in either dialect, also those that come later.
 */
import * as z from 'zod'
import { type Dialect, type Endpoint, type Layout, type Representation, representationOf } from './define.js'

export function layoutOf(endpoint: Endpoint, dialect: Dialect): Layout {
  const representation = representationOf(endpoint, dialect)
  const known = layouts.get(representation)
  if (known !== undefined) return known
  const made = z.toJSONSchema(representation.schema(), { io: 'output' }) as Layout
  layouts.set(representation, made)
  return made
}

const layouts = new WeakMap<Representation<unknown>, Layout>()

/** Whether `is` holds for a node anywhere in it. */
export function someNode(layout: Layout, is: (node: Layout) => boolean): boolean {
  return is(layout) || childrenOf(layout).some((child) => someNode(child, is))
}

function childrenOf({ properties = {}, prefixItems = [], items }: Layout): readonly Layout[] {
  return [...Object.values(properties), ...prefixItems, ...(items ? [items] : [])]
}

/** The names and nodes of a row. */
export function fieldsOf({
  properties = {},
  prefixItems = [],
}: Layout): readonly (readonly [string, Layout])[] {
  return [...Object.entries(properties), ...Object.entries(prefixItems)]
}

/** The rows of a list that a layout is, or holds under a name. */
export function listsOf(layout: Layout): readonly Layout[] {
  return [layout, ...Object.values(layout.properties ?? {})].filter(({ items }) => Boolean(items))
}

export type Rows = readonly unknown[]

/** `body` with another list; a body without one stays as it is. */
export function withRows(body: unknown, layout: Layout, change: (rows: Rows, row: Layout) => Rows): unknown {
  if (layout.items) return Array.isArray(body) ? change(body, layout.items) : body
  return layout.properties === undefined
    ? body
    : mapChildren(body, layout, (value, node) =>
        node.items && Array.isArray(value) ? change(value, node.items) : value,
      )
}

/** A row or list with each of its direct parts changed. */
export function mapChildren(
  value: unknown,
  { properties = {}, prefixItems = [], items }: Layout,
  change: (part: unknown, node: Layout) => unknown,
): unknown {
  if (Array.isArray(value))
    return value.map((part, index) => {
      const node = prefixItems[index] ?? items
      return node ? change(part, node) : part
    })
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(
    Object.entries(value).map(([name, part]) => [
      name,
      name in properties ? change(part, properties[name]) : part,
    ]),
  )
}
