/** How far a price swung lately: parts of it, 0 and up, the largest fall and rise of the last days, less the longer ago. */
export interface Swing {
  readonly fall: number
  readonly rise: number
}
