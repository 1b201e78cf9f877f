/** What an asset's candles are drawn from. */
import type { FactorDraws } from './factors.js'
import type { LongRun } from './long-run.js'
import type { VolatilityField } from './volatility.js'

/** What an asset's candles are drawn from, on their way down from days to ticks. */
export interface PriceModel {
  readonly longRun: LongRun
  readonly volatility: VolatilityField
  /** By the level of the children, and those of a minute's ticks. */
  readonly draws: readonly FactorDraws[]
  readonly tickDraws: FactorDraws
}
