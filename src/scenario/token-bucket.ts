/**
 * A token bucket in virtual time: `requests` come back every `perMs`, evenly, and no more than `burst` are ever saved up. The
 * same steps stand in the function of the store (`store/lua-functions.ts`), which a test holds against these.
 */
export interface Bucket {
  readonly requests: number
  readonly perMs: number
  readonly burst: number
}

/** Takes a token at an instant, where there is one; false where it is empty. `state` is plain data that starts as `{}`. */
export function takeToken(
  { requests, perMs, burst }: Bucket,
  state: Record<string, number>,
  atMs: number,
): boolean {
  // Counted in `perMs`-ths of a token, which are whole numbers: many small steps add up exactly. A clock that was put
  // back takes nothing away.
  const gained = Math.max(0, atMs - (state.atMs ?? atMs)) * requests
  const level = Math.min(burst * perMs, (state.level ?? burst * perMs) + gained)
  const isEmpty = level < perMs
  state.atMs = atMs
  state.level = isEmpty ? level : level - perMs
  state.waitMs = isEmpty ? (perMs - level) / requests : 0
  return !isEmpty
}
