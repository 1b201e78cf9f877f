/** Session ids from test names, to identify addresses and journals. */

const MAX_LENGTH = 48
/** Uses of each id, as test names may repeat. */
const given = new Map<string, number>()

/** `fails over → to the fallback` becomes `fails-over-to-the-fallback`, then `fails-over-to-the-fallback-2`. */
export function sessionIdFor(testName: string): string {
  const words = testName.normalize('NFKD').replace(/[^A-Za-z0-9]+/g, '-')
  const id = words.slice(0, MAX_LENGTH).replace(/^-+|-+$/g, '') || 'test'
  const count = (given.get(id) ?? 0) + 1
  given.set(id, count)
  return count === 1 ? id : `${id}-${count}`
}
