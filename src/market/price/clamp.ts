/** Limits of any price: at least one quantum, at most 16 digits. */
const MIN_QUANTA = 1
const MAX_QUANTA = 1e15

export const clampPrice = (price: number): number => Math.min(Math.max(price, MIN_QUANTA), MAX_QUANTA)
