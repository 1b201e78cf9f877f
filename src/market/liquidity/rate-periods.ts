/** Periods of rates, yields and performances, as clients name them. */
export const RATE_PERIODS = ['1d', '7d', '30d', '90d', '180d', '1y', 'total'] as const
export type RatePeriod = (typeof RATE_PERIODS)[number]

export const RATE_AVERAGES = ['1d', '7d', '30d'] as const

export const YEAR_SECONDS = 31_536_000
