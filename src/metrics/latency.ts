/** How long requests took, as a histogram: some comparisons and three additions for each. */

/** Upper ends of the buckets, in ms: finely where the simulator answers, coarsely where rules delay. */
export const BUCKETS_MS = [
  0.25, 0.5, 1, 2.5, 5, 10, 25, 50, 100, 250, 500, 1000, 2500, 5000, 10_000, 30_000, 60_000,
] as const

export interface Latency {
  /** How many took at most so long as each of the buckets says. */
  cumulative(): number[]
  readonly count: number
  readonly sumMs: number
  observe(ms: number): void
}

export function createLatency(): Latency {
  /** The last one is for what is beyond all buckets. */
  const counts = new Float64Array(BUCKETS_MS.length + 1)
  let count = 0
  let sumMs = 0
  return {
    cumulative() {
      let sum = 0
      return BUCKETS_MS.map((_, bucket) => {
        sum += counts[bucket]
        return sum
      })
    },
    get count() {
      return count
    },
    get sumMs() {
      return sumMs
    },
    observe(ms) {
      let bucket = 0
      while (bucket < BUCKETS_MS.length && ms > BUCKETS_MS[bucket]) bucket++
      counts[bucket]++
      count++
      sumMs += ms
    },
  }
}
