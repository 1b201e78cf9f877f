import { CLOCK_MODES, type Clock } from '../../kit/clock/clock.js'
import { ControlError } from '../../kit/errors.js'
import { INSTANT_HINT, LATEST_MS, ParseError, parseInstant } from '../../kit/text/parse.js'
import * as z from '../../kit/zod.js'

/** An instant in ms since 1970, from ISO 8601 or Unix seconds, or `now`, the machine's time. */
export const instant = z
  .union([z.string(), z.number()], { error: INSTANT_HINT })
  .transform((given, context) => {
    try {
      return parseInstant(String(given))
    } catch (error) {
      if (!(error instanceof ParseError)) throw error
    }
    context.issues.push({ code: 'custom', message: INSTANT_HINT, input: given })
    return z.NEVER
  })

const RATE_HINT = 'write a number above 0, at most 1000000'

export const clockChange = z.strictObject({
  mode: z.enum(CLOCK_MODES).optional(),
  rate: z.number().gt(0, { error: RATE_HINT }).max(1_000_000, { error: RATE_HINT }).optional(),
  at: instant.optional(),
})

/** @throws ControlError beyond 2100. */
export function advanceClock(clock: Clock, byMs: number): void {
  requireBefore2100(clock.nowMs() + byMs)
  clock.advance(byMs)
}

/** @throws ControlError beyond 2100. */
export function requireBefore2100(atMs: number): void {
  if (atMs <= LATEST_MS) return
  throw new ControlError('beyond-time', 'the clock cannot go beyond 2100')
}

export const clockReply = z.strictObject({
  now: z.iso.datetime().meta({ description: 'Virtual time' }),
  mode: z.enum(CLOCK_MODES),
  rate: z.number().meta({ description: 'Virtual seconds per real second while running' }),
})

export function clockState(clock: Clock) {
  const { mode, rate, atMs } = clock.setting()
  return { now: new Date(Math.floor(atMs)).toISOString(), mode, rate }
}
