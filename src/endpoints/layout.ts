/**
 * How an endpoint's reply is laid out: where its lists, values and times are, as its schema says. Whatever edits replies
 * goes by this, so that it knows every endpoint in either dialect, also those that come later.
 */
import * as z from 'zod'
import { getOrCreate } from '../core/maps.js'
import { type Dialect, type Endpoint, type Layout, type Representation, representationOf } from './define.js'

export function layoutOf(endpoint: Endpoint, dialect: Dialect): Layout {
  const representation = representationOf(endpoint, dialect)
  return getOrCreate(
    layouts,
    representation,
    ({ schema }) => z.toJSONSchema(schema(), { io: 'output' }) as Layout,
  )
}

const layouts = new WeakMap<Representation<unknown>, Layout>()

/** Whether `is` holds for a node anywhere in it. */
export function someNode(layout: Layout, is: (node: Layout) => boolean): boolean {
  return is(layout) || childrenOf(layout).some((child) => someNode(child, is))
}

function childrenOf({
  properties = {},
  prefixItems = [],
  items,
  additionalProperties: rows,
}: Layout): readonly Layout[] {
  return [...Object.values(properties), ...prefixItems, ...(items ? [items] : []), ...(rows ? [rows] : [])]
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

/** The rows of a list that a layout is, and of lists and maps that it holds under a name. */
export function rowsOf(layout: Layout): readonly Layout[] {
  const maps = Object.values(layout.properties ?? {}).map((node) => node.additionalProperties)
  return [...listsOf(layout).map(({ items }) => items), ...maps].filter((row) => typeof row === 'object')
}

type ChangeRows = (rows: Rows, row: Layout) => Rows

/** `body` with other rows in its list, or its maps; a body without any stays as it is. */
export function withRows(body: unknown, layout: Layout, change: ChangeRows): unknown {
  if (layout.items) return Array.isArray(body) ? change(body, layout.items) : body
  return layout.properties === undefined
    ? body
    : mapChildren(body, layout, (value, node) => {
        if (node.items && Array.isArray(value)) return change(value, node.items)
        return node.additionalProperties ? withMapRows(value, node.additionalProperties, change) : value
      })
}

/** Rows of a map stay under their names: they may change or go, but no other can come. */
function withMapRows(map: unknown, row: Layout, change: ChangeRows): unknown {
  if (typeof map !== 'object' || map === null) return map
  const entries = Object.entries(map)
  const rows = change(
    entries.map(([, fields]) => fields),
    row,
  )
  if (rows.length === entries.length)
    return Object.fromEntries(entries.map(([name], index) => [name, rows[index]]))
  const left = new Set(rows)
  return Object.fromEntries(entries.filter(([, fields]) => left.has(fields)))
}

/** A row or list with each of its direct parts changed. */
export function mapChildren(
  value: unknown,
  { properties = {}, prefixItems = [], items, additionalProperties: row }: Layout,
  change: (part: unknown, node: Layout) => unknown,
): unknown {
  if (Array.isArray(value))
    return value.map((part, index) => {
      const node = prefixItems[index] ?? items
      return node ? change(part, node) : part
    })
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(
    Object.entries(value).map(([name, part]) => {
      const node = Object.hasOwn(properties, name) ? properties[name] : row
      return [name, node ? change(part, node) : part]
    }),
  )
}
