/** Recent swing of a price, as fractions from 0 up: the largest fall and rise of the last days, weighted by age. */
export interface Swing {
  readonly fall: number
  readonly rise: number
}
