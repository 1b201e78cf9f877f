import { closest, distance } from 'fastest-levenshtein'

/** `, did you mean …?` where one of `words` is nearly what was written; otherwise nothing. */
export function suggestion(written: string, words: readonly string[]): string {
  if (words.length === 0) return ''
  const nearest = closest(
    written.toLowerCase(),
    words.map((word) => word.toLowerCase()),
  )
  const word = words.find((word) => word.toLowerCase() === nearest) as string
  const near = distance(written.toLowerCase(), nearest) <= Math.max(1, Math.floor(word.length / 3))
  return near ? `, did you mean ${word}?` : ''
}
