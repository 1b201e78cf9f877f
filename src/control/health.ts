import * as z from 'zod'
import { clockReply, clockState } from './clock.js'
import { defineCall } from './define.js'

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
  }),
  run: ({ session, control: { instanceId, version, algorithm } }) => {
    const { now, mode, rate } = clockState(session)
    return { status: 'ok', instanceId, version, algorithm, seed: session.seed, now, clock: { mode, rate } }
  },
})
