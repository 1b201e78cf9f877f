import * as z from 'zod'
import { CLOCK_MODES, type ClockSetting } from '../clock/clock.js'
import { ControlError } from '../core/errors.js'
import { INSTANT_HINT, LATEST_MS, parseInstant, Unreadable } from '../core/parse.js'
import { duration } from '../scenario/values.js'
import type { Session } from '../session/session.js'
import { defineCall } from './define.js'

/** An instant in ms since 1970, from ISO 8601 or Unix seconds, or `now`, the machine's time. */
export const instant = z
  .union([z.string(), z.number()], { error: INSTANT_HINT })
  .transform((given, context) => {
    try {
      return parseInstant(String(given))
    } catch (error) {
      if (!(error instanceof Unreadable)) throw error
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

/** `{at?}` as `{atMs?}`. */
export function toClockSetting({ mode, rate, at }: z.output<typeof clockChange>): Partial<ClockSetting> {
  return { ...(mode && { mode }), ...(rate !== undefined && { rate }), ...(at !== undefined && { atMs: at }) }
}

/**
 * Moves a session's clock forward.
 * @throws ControlError where that would lead beyond 2100.
 */
export function advanceClock({ clock }: Session, byMs: number): void {
  requireBefore2100(clock.nowMs() + byMs)
  clock.advance(byMs)
}

/** @throws ControlError for an instant beyond 2100. */
export function requireBefore2100(atMs: number): void {
  if (atMs <= LATEST_MS) return
  throw new ControlError(
    400,
    'beyond-time',
    'the clock cannot go beyond 2100',
    'advance by less, or set the clock to an earlier instant',
  )
}

export const clockReply = z.strictObject({
  now: z.iso.datetime().meta({ description: 'Virtual time' }),
  mode: z.enum(CLOCK_MODES),
  rate: z.number().meta({ description: 'Virtual seconds per real second while it runs' }),
})

export function clockState({ clock }: Session) {
  const { mode, rate, atMs } = clock.setting()
  return { now: new Date(Math.floor(atMs)).toISOString(), mode, rate }
}

export const clockCalls = [
  defineCall({
    method: 'GET',
    path: '/clock',
    about: 'Reads the clock.',
    perSession: true,
    reply: clockReply,
    run: ({ session }) => clockState(session),
  }),
  defineCall({
    method: 'PUT',
    path: '/clock',
    about: 'Freezes the clock, lets it run, sets its rate or travels; what is not given stays.',
    perSession: true,
    body: clockChange,
    example: { mode: 'frozen', at: '2026-03-01T12:00:00Z' },
    reply: clockReply,
    run({ session, body }) {
      session.clock.set(toClockSetting(body))
      return clockState(session)
    },
  }),
  defineCall({
    method: 'POST',
    path: '/clock/advance',
    about: 'Moves the clock forward.',
    perSession: true,
    body: z.strictObject({ by: duration }),
    example: { by: '5m' },
    reply: clockReply,
    errors: [{ status: 400, code: 'beyond-time', about: 'that would lead beyond 2100' }],
    run({ session, body }) {
      advanceClock(session, body.by)
      return clockState(session)
    },
  }),
]

export const healthCall = defineCall({
  method: 'GET',
  path: '/health',
  about: 'Which simulator answers, and the time on its clock.',
  perSession: false,
  reply: z.strictObject({
    status: z.literal('ok'),
    instanceId: z.string().meta({ description: 'Differs from run to run' }),
    version: z.string(),
    algorithm: z.int().meta({ description: 'Changes when the same seed and instant give other bytes' }),
    seed: z.string(),
    now: clockReply.shape.now,
    clock: clockReply.omit({ now: true }),
    nowhere: z.strictObject({ count: z.int(), last: z.string().nullable() }).meta({
      description:
        'Requests that came to no base address, such as /prices/tickers of a client that forgot it, and the last of them that is kept',
    }),
  }),
  run: ({ session, control: { instanceId, version, algorithm } }) => {
    const { now, mode, rate } = clockState(session)
    return {
      status: 'ok',
      instanceId,
      version,
      algorithm,
      seed: session.seed,
      now,
      clock: { mode, rate },
      nowhere: nowhereIn(session),
    }
  },
})

function nowhereIn({ journal }: Session) {
  const filter = { outcome: 'nowhere' }
  const count = journal.count(filter)
  // Asked every second by some: the entries are looked through only where there is something to find.
  const [last] = count === 0 ? [] : journal.entries(filter, 0, 1)
  return { count, last: last === undefined ? null : `${last.method} ${last.url}` }
}
