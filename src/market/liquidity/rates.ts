/**
 * Funding and borrowing rates. Per-second factors x 10^30 are the exact integers; a year's rate is 31,536,000 times that.
 */
import type { Interest, MicroUsd } from './interest.js'
import { YEAR_SECONDS } from './rate-periods.js'
import { bySide, type Rates, type Sides } from './state.js'

/** Annual borrowing cost rises with the use of the reserve by the first slope, and beyond the kink by the second as well. */
const BORROWING_SLOPE = 0.4
const BORROWING_KINK = 0.8
const BORROWING_EXTRA_SLOPE = 3

/** Annual cost of the larger side if the other is nearly empty. */
const MAX_FUNDING = 0.5

/** Per-second factors x 10^30 in the cost frame: positive pays. net = funding + borrowing. */
export function costPerSecond(interest: Interest): Rates {
  const funding = fundingOf(interest.open)
  const borrowing = bySide((side) => borrowingOf(interest.open[side], interest.reserve[side]))
  const net = bySide((side) => funding[side] + borrowing[side])
  return { funding, borrowing, net }
}

/** Annual fractions x 10^30 in the cost frame, as in markets/info. */
export function annualCost({ funding, borrowing, net }: Rates): Rates {
  const year = (factors: Sides) => bySide((side) => factors[side] * BigInt(YEAR_SECONDS))
  return { funding: year(funding), borrowing: year(borrowing), net: year(net) }
}

/** Receive frame: positive funding is received. net = funding - borrowing. */
export function toReceived(funding: Sides, borrowing: Sides): Rates {
  const net = bySide((side) => funding[side] - borrowing[side])
  return { funding, borrowing, net }
}

/**
 * The larger side pays the smaller one, more with imbalance. Factors are multiples of the other side's open interest,
 * so that payments equal receipts exactly.
 */
function fundingOf({ long, short }: MicroUsd): Sides {
  if (long === 0 || short === 0) return { long: 0n, short: 0n }
  const largerPays = (MAX_FUNDING * (long - short)) / (long + short)
  const k = BigInt(Math.trunc(toFactorE30(largerPays) / Math.min(long, short)))
  return { long: k * BigInt(short), short: -k * BigInt(long) }
}

function borrowingOf(open: number, reserve: number): bigint {
  if (open === 0) return 0n
  const use = open / reserve
  const annual = BORROWING_SLOPE * use + BORROWING_EXTRA_SLOPE * Math.max(0, use - BORROWING_KINK)
  return BigInt(Math.round(toFactorE30(annual)))
}

function toFactorE30(annual: number): number {
  return (annual / YEAR_SECONDS) * 1e30
}
