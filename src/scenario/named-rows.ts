/** Rows of replies by the names of tokens and markets: those that a fault leaves out, and those to which `only` limits it. */

import * as z from 'zod'
import type { Layout } from '../api/endpoints/define.js'
import {
  fieldsOf,
  mapRowLayouts,
  type RowMap,
  type Rows,
  rowLayouts,
  withRows,
} from '../api/endpoints/layout.js'
import { isSameAddress } from '../market/catalogue/composition.js'
import { tokensNamed } from '../market/catalogue/sdk-names.js'
import type { Network } from '../market/catalogue/types.js'
import { oneOrMore, shortText } from './values.js'

/** Tokens by symbol or address, markets by name or market token. */
export const rowNames = z.array(shortText).min(1)

/** The option of a fault of data that limits it to some rows. Rows without names, such as candles, are none of them. */
export const only = () =>
  oneOrMore(shortText)
    .optional()
    .describe('Limits stale, partial, poison and signature to the rows of these tokens and markets')

export function onlyOf(options: unknown): readonly string[] | undefined {
  return (options as { readonly only?: readonly string[] } | undefined)?.only
}

/** The same for `explain`: `sends bad values, only of DOGE`. */
export function onlyInWords(names: readonly string[] | undefined): string {
  return names === undefined ? '' : `, only of ${names.join(', ')}`
}

export function hasNamedRows(layout: Layout): boolean {
  return mapRowLayouts(layout).length > 0 || rowLayouts(layout).some((row) => fieldsOf(row).some(isName))
}

type IsNamed = (fields: unknown, row: Layout, key?: string) => boolean

/** Whether a row is of one of these tokens and markets. `key` is its name in a map of rows. */
export function isNamedBy(words: readonly string[], network: Network): IsNamed {
  const names = namesOf(words, network)
  const has = (word: unknown) =>
    typeof word === 'string' && (names.has(word) || names.has(word.toLowerCase()))
  return (fields, row, key) =>
    has(key) ||
    fieldsOf(row)
      .filter(isName)
      .some(([name]) => has((fields as Readonly<Record<string, unknown>>)[name]))
}

/** `body` without the rows that are not named. */
export function namedRowsOf(body: unknown, layout: Layout, isNamed: IsNamed): unknown {
  return withRows(body, layout, (rows, row, keys) =>
    rows.filter((fields, index) => isNamed(fields, row, keys?.[index])),
  )
}

/** `body` with its named rows replaced by those of `edited`, which has no others: list by list, and in maps key by key. */
export function withNamedRows(body: unknown, edited: unknown, layout: Layout, isNamed: IsNamed): unknown {
  const lists: Rows[] = []
  const maps: RowMap[] = []
  const collect = <Part>(parts: Part[]) => {
    return (part: Part): Part => {
      parts.push(part)
      return part
    }
  }
  withRows(edited, layout, collect(lists), collect(maps))
  const changeList = (rows: Rows, row: Layout): Rows => {
    const named = rows.map((fields) => isNamed(fields, row))
    const edited = lists.shift() ?? []
    const last = named.lastIndexOf(true)
    let next = 0
    return rows.flatMap((fields, index) => {
      if (!named[index]) return [fields]
      const from = next++
      return index === last ? edited.slice(from) : edited.slice(from, next)
    })
  }
  const changeMap = (map: RowMap, row: Layout): RowMap => {
    const edited = maps.shift() ?? {}
    const kept = Object.entries(map).filter(
      ([key, fields]) => Object.hasOwn(edited, key) || !isNamed(fields, row, key),
    )
    return { ...Object.fromEntries(kept), ...edited }
  }
  return withRows(body, layout, changeList, changeMap)
}

/** All names of the given tokens and markets in rows of either generation; addresses in lower case. */
function namesOf(words: readonly string[], network: Network): ReadonlySet<string> {
  const { tokens, markets } = network
  const symbols = new Set(tokens.map(({ symbol }) => symbol))
  const names = words.flatMap((word) => [
    word.toLowerCase().startsWith('0x') ? word.toLowerCase() : word,
    ...markets
      .filter(({ name, sdkName }) => name === word || sdkName === word)
      .map(({ marketToken }) => marketToken.toLowerCase()),
    ...tokens
      .filter(({ symbol, address }) => symbol === word || isSameAddress(address, word))
      .flatMap(({ symbol, address }) => [symbol, address.toLowerCase()]),
    ...(symbols.has(word) ? [] : tokensNamed(word, network).map(({ symbol }) => symbol)),
  ])
  return new Set(names)
}

function isName([, { role }]: readonly [string, Layout]): boolean {
  return role === 'name' || role === 'key'
}
