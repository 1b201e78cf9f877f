/** Validates tickers: a reply with status 200 can be empty, incomplete, stale, or hold impossible values. */
const OLDEST_MS = 10_000
const FURTHEST_AHEAD_MS = 5000
/** Largest plausible factor between two prices within MEMORY_MS. */
const LARGEST_MOVE = 2n
const MEMORY_MS = 60_000

/** The last valid prices, to detect missing tokens and jumps. */
export function createMemory() {
  return { atMs: 0, /** @type {ReadonlyMap<string, bigint>} */ prices: new Map() }
}

/**
 * Throws if rows are implausible; remembers them otherwise.
 * @param {unknown} rows
 * @param {ReturnType<typeof createMemory>} memory
 * @param {number} nowMs
 */
export function requireGood(rows, memory, nowMs) {
  if (!Array.isArray(rows) || rows.length === 0) throw new Error('no prices')
  const prices = new Map()
  for (const row of rows) {
    const { tokenSymbol, tokenAddress, minPrice, maxPrice, updatedAt } = row
    const [min, max] = [priceOf(minPrice), priceOf(maxPrice)]
    if (min === undefined || max === undefined || min > max)
      throw new Error(`${tokenSymbol} has an invalid price`)
    requireFresh(tokenSymbol, updatedAt, nowMs)
    prices.set(tokenAddress, min)
  }
  if (nowMs - memory.atMs < MEMORY_MS) requireContinuity(prices, memory.prices)
  memory.prices = prices
  memory.atMs = nowMs
}

/** @param {unknown} digits */
function priceOf(digits) {
  return typeof digits === 'string' && /^[1-9]\d*$/.test(digits) ? BigInt(digits) : undefined
}

/** @param {string} symbol @param {unknown} updatedAt Unix seconds as documented, or ms as observed. @param {number} nowMs */
export function requireFresh(symbol, updatedAt, nowMs) {
  const atMs = Number(updatedAt) * (Number(updatedAt) > 1e11 ? 1 : 1000)
  const ageMs = nowMs - atMs
  if (!(ageMs <= OLDEST_MS)) throw new Error(`${symbol} is ${Math.round(ageMs / 1000)} s old`)
  if (ageMs < -FURTHEST_AHEAD_MS) throw new Error(`${symbol} is of ${new Date(atMs).toISOString()}`)
}

/** @param {ReadonlyMap<string, bigint>} now @param {ReadonlyMap<string, bigint>} before */
function requireContinuity(now, before) {
  for (const [address, price] of before) {
    const next = now.get(address)
    if (next === undefined) throw new Error(`${address} is missing`)
    if (next > price * LARGEST_MOVE || next * LARGEST_MOVE < price) throw new Error(`${address} jumped`)
  }
}
