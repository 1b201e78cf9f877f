import * as z from 'zod'
import { CLOCK_MODES, type Clock, toClockSetting } from '../../kit/clock/clock.js'
import { LATEST_MS } from '../../kit/text/parse.js'
import { ALGORITHM, VERSION } from '../../kit/version.js'
import { duration } from '../../scenario/values.js'
import { ControlError } from '../../session/control-errors.js'
import type { Session } from '../../session/session.js'
import { defineCall, instant } from './define.js'

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
  if (atMs > LATEST_MS) throw new ControlError('beyond-time', 'the clock cannot go beyond 2100')
}

const virtualTime = z.iso.datetime().describe('Virtual time')

export const clockReply = z.strictObject({
  now: virtualTime,
  mode: z.enum(CLOCK_MODES),
  rate: z.number().describe('Virtual seconds per real second while running'),
})

export function clockState(clock: Clock) {
  const { mode, rate, atMs } = clock.setting()
  return { now: new Date(Math.floor(atMs)).toISOString(), mode, rate }
}

export const clockCalls = [
  defineCall('GET /clock', {
    about: 'Reads the clock.',
    reply: clockReply,
    run: ({ session }) => clockState(session.clock),
  }),
  defineCall('PUT /clock', {
    about:
      'Freezes or starts the clock, sets its rate or jumps to an instant; omitted fields stay as they are.',
    changes: true,
    body: clockChange,
    example: { mode: 'frozen', at: '2026-03-01T12:00:00Z' },
    reply: clockReply,
    run({ session, body }) {
      session.clock.set(toClockSetting(body))
      return clockState(session.clock)
    },
  }),
  defineCall('POST /clock/advance', {
    about: 'Moves the clock forward.',
    changes: true,
    body: z.strictObject({ by: duration }),
    example: { by: '5m' },
    reply: clockReply,
    errors: ['beyond-time'],
    run({ session, body }) {
      advanceClock(session.clock, body.by)
      return clockState(session.clock)
    },
  }),
]

export const healthCall = defineCall('GET /health', {
  about: 'Version, identity and clock of the simulator, and how close its limits are.',
  isOfServer: true,
  reads: ['journal'],
  reply: z.strictObject({
    status: z.literal('ok'),
    instanceId: z.string().describe('Unique per process'),
    version: z.string(),
    algorithm: z.int().describe('Raised when the same seed and instant give other bytes'),
    seed: z.string(),
    now: virtualTime,
    clock: clockReply.omit({ now: true }),
    nowhere: z
      .strictObject({ count: z.int(), last: z.string().nullable() })
      .describe(
        'Requests outside any base address, such as /prices/tickers without /arbitrum, and the last one kept',
      ),
    limits: z.record(z.string(), z.strictObject({ current: z.number(), max: z.number() })),
  }),
  run: ({ session, control: { instanceId, limits } }) => {
    const { now, ...clock } = clockState(session.clock)
    const server = { status: 'ok' as const, instanceId, version: VERSION, algorithm: ALGORITHM }
    return { ...server, seed: session.seed, now, clock, nowhere: nowhereIn(session), limits: limits() }
  },
})

function nowhereIn({ journal }: Session) {
  const filter = { outcome: 'nowhere' }
  const count = journal.count(filter)
  // Some clients poll this every second: entries are searched only where one matches.
  const [last] = count === 0 ? [] : journal.entries(filter, 0, 1)
  return { count, last: last === undefined ? null : `${last.method} ${last.url}` }
}
