/** Layout of a reply, read from its schema: where its lists, values and times are, for faults that edit replies. */

import * as z from 'zod'
import { getOrCreate } from '../../kit/maps.js'
import { type Dialect, type Endpoint, type Layout, type Representation, representationOf } from './define.js'

export function layoutOf(endpoint: Endpoint, dialect: Dialect): Layout {
  const toLayout = ({ schema }: Representation<unknown>) =>
    z.toJSONSchema(schema(), {
      io: 'output',
      // A value that may be null is still one.
      override({ jsonSchema }) {
        const [value, other] = jsonSchema.anyOf ?? []
        if (other?.type === 'null') Object.assign(jsonSchema, value)
      },
    }) as Layout
  return getOrCreate(layouts, representationOf(endpoint, dialect), toLayout)
}

const layouts = new WeakMap<Representation<unknown>, Layout>()

export function someNode(layout: Layout, is: (node: Layout) => boolean): boolean {
  return is(layout) || childrenOf(layout).some((child) => someNode(child, is))
}

function childrenOf(layout: Layout): readonly Layout[] {
  const { properties = {}, prefixItems = [], items, additionalProperties: rows } = layout
  return [...Object.values(properties), ...prefixItems, ...(items ? [items] : []), ...(rows ? [rows] : [])]
}

export function fieldsOf({
  properties = {},
  prefixItems = [],
}: Layout): readonly (readonly [string, Layout])[] {
  return [...Object.entries(properties), ...Object.entries(prefixItems)]
}

export function listLayouts(layout: Layout): readonly Layout[] {
  const nodes = [layout, ...Object.values(layout.properties ?? {})]
  return nodes.filter(({ items, maxItems }) => Boolean(items) && maxItems !== 0)
}

export type Rows = readonly unknown[]

export function rowLayouts(layout: Layout): readonly Layout[] {
  const ofLists = listLayouts(layout).flatMap(({ items }) => (items ? [items] : []))
  return [...ofLists, ...mapRowLayouts(layout)]
}

/** Layouts of rows that are the values of a map. */
export function mapRowLayouts(layout: Layout): readonly Layout[] {
  const nodes = [layout, ...Object.values(layout.properties ?? {})]
  return nodes.flatMap(({ additionalProperties: row }) => (isRow(row) ? [row] : []))
}

/** Flags and the like are not rows. */
const isRow = (row: Layout['additionalProperties']): row is Layout => Boolean(row && 'properties' in row)

/** `keys` are those of a map, one per row. */
type ChangeRows = (rows: Rows, row: Layout, keys?: readonly string[]) => Rows

export type RowMap = Readonly<Record<string, unknown>>
type ChangeMap = (map: RowMap, row: Layout) => RowMap

/** `changeMap` changes maps of rows in place of `change`, which cannot add any. */
export function withRows(body: unknown, layout: Layout, change: ChangeRows, changeMap?: ChangeMap): unknown {
  const changeRowsOf = (map: unknown, row: Layout): unknown => {
    if (typeof map !== 'object' || map === null) return map
    return changeMap ? changeMap(map as RowMap, row) : withMapRows(map, row, change)
  }
  if (layout.items) return Array.isArray(body) ? change(body, layout.items) : body
  if (isRow(layout.additionalProperties)) return changeRowsOf(body, layout.additionalProperties)
  return layout.properties === undefined
    ? body
    : mapChildren(body, layout, (value, node) => {
        if (node.items && Array.isArray(value)) return change(value, node.items)
        return isRow(node.additionalProperties) ? changeRowsOf(value, node.additionalProperties) : value
      })
}

function withMapRows(map: object, row: Layout, change: ChangeRows): object {
  const entries = Object.entries(map)
  const rows = change(
    entries.map(([, fields]) => fields),
    row,
    entries.map(([key]) => key),
  )
  if (rows.length === entries.length)
    return Object.fromEntries(entries.map(([name], index) => [name, rows[index]]))
  const left = new Set(rows)
  return Object.fromEntries(entries.filter(([, fields]) => left.has(fields)))
}

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
