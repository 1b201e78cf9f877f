/** Levels: days (level 0), 4 h, 1 h, … minutes and ticks. Those of 4 h are drawn, and folded to days; others refine the one before. */
export const LEVEL_SECONDS: number[] = [86_400, 14_400, 3600, 900, 300, 60, 1]
export const DAY_LEVEL = 0
export const FOUR_HOURS_LEVEL = 1
export const MINUTE_LEVEL = 5
export const TICK_LEVEL = 6
export const DAY_SECONDS = 86_400
