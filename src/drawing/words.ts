/** Room that words take: nobody can measure them before they are drawn. */

/** About what a sign takes of the names within lanes. */
export const SIGN_WIDTH = 5.2

export function shortened(words: string, mostSigns: number): string {
  return words.length <= mostSigns ? words : `${words.slice(0, Math.max(Math.floor(mostSigns) - 1, 0))}…`
}
