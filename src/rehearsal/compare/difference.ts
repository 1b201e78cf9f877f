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
export type DifferenceKind = (typeof KINDS)[number]

export interface Difference {
  readonly kind: DifferenceKind
  /** Endpoint and path in its reply: `tickers [].minPrice`. */
  readonly where: string
  readonly theirs: string
  readonly ours: string
}

export function difference(kind: DifferenceKind, where: string, theirs: string, ours: string): Difference {
  return { kind, where, theirs, ours }
}

/** A difference as a list, which is empty if the two sources agree. */
export function differenceUnless(agrees: boolean, ...found: Parameters<typeof difference>): Difference[] {
  return agrees ? [] : [difference(...found)]
}

export interface Findings {
  readonly differences: readonly Difference[]
  /** Checks that were not possible, with the reason. */
  readonly notes: readonly string[]
}

export interface Comparison extends Findings {
  readonly base: string
  readonly network: string
  readonly dialect: Dialect
  readonly asked: number
}

const MAX_NAMES = 8

export function nameList(names: readonly string[]): string {
  const shown = names.slice(0, MAX_NAMES).join(', ')
  return names.length > MAX_NAMES ? `${shown} and ${names.length - MAX_NAMES} more` : shown
}
