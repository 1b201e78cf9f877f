/** However far a price is led, it has at least one quantum and at most 16 digits. */
const LEAST_QUANTA = 1
const MOST_QUANTA = 1e15

export const held = (price: number): number => Math.min(Math.max(price, LEAST_QUANTA), MOST_QUANTA)
