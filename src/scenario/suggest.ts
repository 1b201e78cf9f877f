import { closest, distance } from 'fastest-levenshtein'

/** The one of `words` that is nearly what was written, if any. */
export function nearest(written: string, words: readonly string[]): string | undefined {
  if (words.length === 0) return undefined
  const lower = written.toLowerCase()
  const inLower = words.map((word) => word.toLowerCase())
  // Two letters that changed places are the commonest slip, but a distance of two.
  const turned = inLower.findIndex((word) => lettersOf(word) === lettersOf(lower))
  if (turned >= 0) return words[turned]
  const word = closest(lower, inLower)
  const near = distance(lower, word) <= Math.max(1, Math.floor(word.length / 3))
  return near ? words[inLower.indexOf(word)] : undefined
}

function lettersOf(word: string): string {
  return [...word].sort().join('')
}
