/**
 * Token buckets in virtual time: each refills evenly with `requests` per `perMs`, up to `burst`. The store's function
 * (`session/store/lua-functions.ts`) implements the same steps; a test compares both.
 */
import type { ApiRequest } from '../api/routing/request.js'

export const SCOPES = ['rule', 'base', 'client'] as const

export interface Bucket {
  readonly requests: number
  readonly perMs: number
  readonly burst: number
  /** One bucket for the rule, or one for each base address, or for each IP address of clients. */
  readonly by: (typeof SCOPES)[number]
}

/** Plain data. */
export interface BucketState {
  readonly atMs: number
  readonly level: number
  /** Time until the next token; above zero if the bucket was empty. */
  readonly waitMs: number
}

/** The state after a request, which takes a token if there is one. `before` is undefined for a full bucket. */
export function takeToken(
  { requests, perMs, burst }: Bucket,
  before: BucketState | undefined,
  atMs: number,
): BucketState {
  // In units of 1/`perMs` token, which are integers, so that small steps add up exactly. A clock set back removes nothing.
  const gained = Math.max(0, atMs - (before?.atMs ?? atMs)) * requests
  const level = Math.min(burst * perMs, (before?.level ?? burst * perMs) + gained)
  const isEmpty = level < perMs
  return { atMs, level: isEmpty ? level : level - perMs, waitMs: isEmpty ? (perMs - level) / requests : 0 }
}

/** Buckets of a rule: clients beyond this number share one more. */
export const MAX_BUCKETS = 1000
export const OTHER_BUCKET = '*'

interface Asking extends Pick<ApiRequest, 'sender'> {
  readonly network: string | null
  readonly base: string | null
}

/** Names the bucket of a request; empty for that of the whole rule. In process, all requests are of one client. */
export function bucketOf({ by }: Bucket, { network, base, sender }: Asking): string {
  if (by === 'rule') return ''
  return by === 'base' ? `${network} ${base}` : (sender?.address ?? 'in process')
}

/** The same while the number of buckets is limited. */
export function keptBucket(states: Readonly<Record<string, BucketState>>, name: string): string {
  const isNew = !Object.hasOwn(states, name)
  return isNew && Object.keys(states).length >= MAX_BUCKETS ? OTHER_BUCKET : name
}
