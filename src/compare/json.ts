/** Bodies as JSON, of whatever somebody sends. */

/** Far more than any reply has, far less than whoever walks through it by calls can. */
export const MOST_LEVELS = 64

/** A body that is no JSON, or nested deeper than `MOST_LEVELS`, is undefined. */
export function jsonOf(body: string): unknown {
  try {
    const value: unknown = JSON.parse(body)
    return isTooDeep(value) ? undefined : value
  } catch {
    return undefined
  }
}

function isTooDeep(value: unknown): boolean {
  let level = [value]
  for (let depth = 0; depth <= MOST_LEVELS && level.length > 0; depth++)
    level = level.flatMap((item) => (typeof item === 'object' && item !== null ? Object.values(item) : []))
  return level.length > 0
}
