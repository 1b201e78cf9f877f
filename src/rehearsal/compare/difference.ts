/** Differences between a source and gmx-sim. */
import type { Dialect } from '../../api/endpoints/define.js'

export const KINDS = [
  'status',
  'header',
  'key',
  'type',
  'unit',
  'null',
  'order',
  'list',
  'token',
  'market',
  'error body',
  'cache window',
  'identity',
] as const

export interface Difference {
  readonly kind: (typeof KINDS)[number]
  /** Endpoint and path in its reply: `tickers [].minPrice`. */
  readonly where: string
  readonly theirs: string
  readonly ours: string
}

export function difference(
  kind: Difference['kind'],
  where: string,
  theirs: string,
  ours: string,
): Difference {
  return { kind, where, theirs, ours }
}

/** Differences, and notes on checks that were not possible, with the reason. */
export type Findings = Generator<Difference | string, void, undefined>
export type Differences = Generator<Difference, void, undefined>

export interface Comparison {
  readonly base: string
  readonly network: string
  readonly dialect: Dialect
  readonly asked: number
  readonly differences: readonly Difference[]
  readonly notes: readonly string[]
}

const MAX_NAMES = 8

export function nameList(names: readonly string[]): string {
  const shown = names.slice(0, MAX_NAMES).join(', ')
  return names.length > MAX_NAMES ? `${shown} and ${names.length - MAX_NAMES} more` : shown
}
