/**
 * What positions pay and receive. Per-second factors x 10^30 are the exact integers from which the rest is made: a year's
 * rate is 31,536,000 times as much, so both say the same to the last digit.
 */
import type { Interest, MicroUsd } from './interest.js'
import { YEAR_SECONDS } from './periods.js'
import type { Rates, Sides } from './state.js'

/** A side's yearly borrowing cost rises by the first slope in its use of the reserve, by the second on top beyond the kink. */
const BORROWING_SLOPE = 0.4
const BORROWING_KINK = 0.8
const BORROWING_EXTRA_SLOPE = 3

/** What the larger side would pay in a year if the other had next to nothing open. */
const MOST_FUNDING = 0.5

/** Per-second factors x 10^30 in the cost frame: positive pays. net = funding + borrowing. */
export function costPerSecond(interest: Interest): Rates {
  const funding = fundingOf(interest.open)
  const borrowing = {
    long: borrowingOf(interest.open.long, interest.reserve.long),
    short: borrowingOf(interest.open.short, interest.reserve.short),
  }
  const net = { long: funding.long + borrowing.long, short: funding.short + borrowing.short }
  return { funding, borrowing, net }
}

/** Annual fractions x 10^30 in the cost frame, as markets/info has them. */
export function annualCost({ funding, borrowing, net }: Rates): Rates {
  const year = ({ long, short }: Sides) => ({ long: long * YEAR, short: short * YEAR })
  return { funding: year(funding), borrowing: year(borrowing), net: year(net) }
}

/** The receive frame: funding is positive for whoever receives it. net = funding - borrowing. */
export function toReceived(funding: Sides, borrowing: Sides): Rates {
  const net = { long: funding.long - borrowing.long, short: funding.short - borrowing.short }
  return { funding, borrowing, net }
}

const YEAR = BigInt(YEAR_SECONDS)

/**
 * The larger side pays the smaller, the more so the less they balance. Factors are k times the other side's open
 * interest, so that what one side pays is what the other receives, exactly.
 */
function fundingOf({ long, short }: MicroUsd): Sides {
  if (long === 0 || short === 0) return { long: 0n, short: 0n }
  const largerPays = (MOST_FUNDING * (long - short)) / (long + short)
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
