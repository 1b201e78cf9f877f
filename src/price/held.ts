/** Limits of any price: at least one quantum, at most 16 digits. */
const LEAST_QUANTA = 1
const MOST_QUANTA = 1e15

export const held = (price: number): number => Math.min(Math.max(price, LEAST_QUANTA), MOST_QUANTA)
