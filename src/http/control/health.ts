import { clockState } from './clock.js'
import { defineCall } from './define.js'

export const healthCall = defineCall({
  method: 'GET',
  path: '/health',
  about: 'Who is there, and what time it is to it.',
  perSession: false,
  run: ({ session, control: { instanceId, version, algorithm } }) => {
    const { now, mode, rate } = clockState(session)
    return { status: 'ok', instanceId, version, algorithm, seed: session.seed, now, clock: { mode, rate } }
  },
})
