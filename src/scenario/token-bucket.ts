/**
 * Token bucket in virtual time: refills evenly with `requests` per `perMs`, up to `burst`. The store's function
 * (`session/store/lua-functions.ts`) implements the same steps; a test compares both.
 */
export interface Bucket {
  readonly requests: number
  readonly perMs: number
  readonly burst: number
}

/** Takes a token; false if the bucket is empty. `state` is plain data that begins as `{}`. */
export function takeToken(
  { requests, perMs, burst }: Bucket,
  state: Record<string, number>,
  atMs: number,
): boolean {
  // In units of 1/`perMs` token, which are integers, so that small steps add up exactly. A clock set back removes nothing.
  const gained = Math.max(0, atMs - (state.atMs ?? atMs)) * requests
  const level = Math.min(burst * perMs, (state.level ?? burst * perMs) + gained)
  const isEmpty = level < perMs
  state.atMs = atMs
  state.level = isEmpty ? level : level - perMs
  state.waitMs = isEmpty ? (perMs - level) / requests : 0
  return !isEmpty
}
