/** Moments of a scenario: times since it was loaded, or instants. Kept as text, as their meaning depends on when it is loaded. */
import * as z from 'zod'
import { DURATION, parseDuration } from '../kit/text/duration.js'
import { ParseError, parseInstant } from '../kit/text/parse.js'
import { MAX_DURATION_MS, TOO_LONG } from './values.js'

const HINT = 'write a time since the scenario was loaded, such as 0s, 30m or -3h, or an instant in ISO 8601'

const SIGNED = /^(-?)(.*)$/

export const moment = z
  .string({ error: HINT })
  .refine((text) => !Number.isNaN(momentMs(text, 0)), { error: HINT })
  .refine((text) => !isSinceLoaded(text) || Math.abs(momentMs(text, 0)) <= MAX_DURATION_MS, {
    error: TOO_LONG,
  })

/** Whether it is a time since the scenario was loaded. */
export function isSinceLoaded(text: string): boolean {
  return DURATION.test(SIGNED.exec(text)?.[2] ?? '')
}

/** Virtual ms since 1970; NaN for other text. */
export function momentMs(text: string, loadedAtMs: number): number {
  const [, sign, duration = ''] = SIGNED.exec(text) ?? []
  if (DURATION.test(duration)) return loadedAtMs + (sign === '-' ? -1 : 1) * parseDuration(duration)
  try {
    const ms = parseInstant(text)
    return ms === 'now' ? Number.NaN : ms
  } catch (error) {
    if (error instanceof ParseError) return Number.NaN
    throw error
  }
}
