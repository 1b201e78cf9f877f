/** A session's id from the name of its test, so that addresses and journals tell whose they are. */

const MOST_LENGTH = 48
/** How often each name was given: tests may be called alike, and run again. */
const given = new Map<string, number>()

/** `fails over → to the fallback` is `fails-over-to-the-fallback`, and the next one `fails-over-to-the-fallback-2`. */
export function sessionIdFor(testName: string): string {
  const words = testName.normalize('NFKD').replace(/[^A-Za-z0-9]+/g, '-')
  const id = words.slice(0, MOST_LENGTH).replace(/^-+|-+$/g, '') || 'test'
  const count = (given.get(id) ?? 0) + 1
  given.set(id, count)
  return count === 1 ? id : `${id}-${count}`
}
