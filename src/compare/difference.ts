/** What a comparison finds: how another source differs from what gmx-sim would say. */
import type { Dialect } from '../endpoints/define.js'

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
export type Kind = (typeof KINDS)[number]

export interface Difference {
  readonly kind: Kind
  /** The endpoint, and the place in its reply: `tickers [].minPrice`. */
  readonly where: string
  /** What the other source says. */
  readonly theirs: string
  /** What gmx-sim would. */
  readonly ours: string
}

export function difference(kind: Kind, where: string, theirs: string, ours: string): Difference {
  return { kind, where, theirs, ours }
}

export interface Comparison {
  readonly base: string
  readonly network: string
  readonly dialect: Dialect
  /** How many questions were answered. */
  readonly asked: number
  readonly differences: readonly Difference[]
  /** What could not be judged. */
  readonly notes: readonly string[]
}

/** What one look at a source found. */
export interface Findings {
  readonly differences: readonly Difference[]
  /** What could not be judged, and why. */
  readonly notes: readonly string[]
}

const MOST_NAMES = 8

/** Names in a row, the first few where there are many. */
export function named(names: readonly string[]): string {
  const shown = names.slice(0, MOST_NAMES).join(', ')
  return names.length > MOST_NAMES ? `${shown} and ${names.length - MOST_NAMES} more` : shown
}
