import { toClockSetting } from '../../kit/clock/clock.js'
import * as z from '../../kit/zod.js'
import { duration } from '../../scenario/values.js'
import type { Session } from '../../session/session.js'
import { advanceClock, clockChange, clockReply, clockState } from './clock-state.js'
import { defineCall } from './define.js'

export const clockCalls = [
  defineCall({
    method: 'GET',
    path: '/clock',
    about: 'Reads the clock.',
    perSession: true,
    reply: clockReply,
    run: ({ session }) => clockState(session.clock),
  }),
  defineCall({
    method: 'PUT',
    path: '/clock',
    about:
      'Freezes or starts the clock, sets its rate or jumps to an instant; omitted fields stay as they are.',
    perSession: true,
    changes: true,
    body: clockChange,
    example: { mode: 'frozen', at: '2026-03-01T12:00:00Z' },
    reply: clockReply,
    run({ session, body }) {
      session.clock.set(toClockSetting(body))
      return clockState(session.clock)
    },
  }),
  defineCall({
    method: 'POST',
    path: '/clock/advance',
    about: 'Moves the clock forward.',
    perSession: true,
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

export const healthCall = defineCall({
  method: 'GET',
  path: '/health',
  about: 'Version, identity and clock of the simulator, and how close its limits are.',
  perSession: false,
  reads: ['journal'],
  reply: z.strictObject({
    status: z.literal('ok'),
    instanceId: z.string().meta({ description: 'Unique per process' }),
    version: z.string(),
    algorithm: z.int().meta({ description: 'Raised when the same seed and instant give other bytes' }),
    seed: z.string(),
    now: clockReply.shape.now,
    clock: clockReply.omit({ now: true }),
    nowhere: z.strictObject({ count: z.int(), last: z.string().nullable() }).meta({
      description:
        'Requests outside any base address, such as /prices/tickers without /arbitrum, and the last one kept',
    }),
    limits: z.record(z.string(), z.strictObject({ current: z.number(), max: z.number() })),
  }),
  run: ({ session, control: { instanceId, version, algorithm, limits } }) => {
    const { now, mode, rate } = clockState(session.clock)
    return {
      status: 'ok' as const,
      instanceId,
      version,
      algorithm,
      seed: session.seed,
      now,
      clock: { mode, rate },
      nowhere: nowhereIn(session),
      limits: limits(),
    }
  },
})

function nowhereIn({ journal }: Session) {
  const filter = { outcome: 'nowhere' }
  const count = journal.count(filter)
  // Some clients poll this every second: entries are searched only where one matches.
  const [last] = count === 0 ? [] : journal.entries(filter, 0, 1)
  return { count, last: last === undefined ? null : `${last.method} ${last.url}` }
}
