/** Levels of refinement: days (level 0) are refined to 4 h, those to 1 h, … and minutes to ticks. */
export const LEVEL_SECONDS: number[] = [86_400, 14_400, 3600, 900, 300, 60, 1]
export const DAY_LEVEL = 0
export const MINUTE_LEVEL = 5
export const TICK_LEVEL = 6
export const DAY_SECONDS = 86_400
