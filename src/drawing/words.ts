/** Estimated width of text, which cannot be measured before drawing. */

/** Approximate width of a character in lanes. */
export const SIGN_WIDTH = 5.2

export function shortened(words: string, mostSigns: number): string {
  return words.length <= mostSigns ? words : `${words.slice(0, Math.max(Math.floor(mostSigns) - 1, 0))}…`
}
