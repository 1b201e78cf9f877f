import { hostname } from 'node:os'
import * as z from 'zod'
import { VERSION } from '../../kit/version.js'
import { defineCall } from './define.js'

const replicaReply = z.strictObject({
  instanceId: z.string(),
  version: z.string(),
  host: z.string(),
  since: z.iso.datetime().nullable().describe('Start (real time); null without a store'),
  held: z.int().describe('Held requests'),
})

export const replicaCalls = [
  defineCall('GET /replicas', {
    about: 'Live replicas, and those that ended without notice; without a store, this process alone.',
    isOfServer: true,
    reply: z.strictObject({
      replicas: z.array(replicaReply),
      gone: z.array(
        z.strictObject({
          instanceId: z.string(),
          since: z.iso.datetime().describe('Last heartbeat (real time)'),
        }),
      ),
    }),
    async run({ control: { sessions, instanceId } }) {
      const { state } = sessions
      if (state.replicas === undefined) {
        const held = sessions.heldCount()
        const own = { instanceId, version: VERSION, host: hostname(), since: null, held }
        return { replicas: [own], gone: [] }
      }
      const { live, gone } = await state.replicas()
      const iso = (ms: number) => new Date(ms).toISOString()
      return {
        replicas: live.map(({ sinceMs, ...replica }) => ({ ...replica, since: iso(sinceMs) })),
        gone: gone.map(({ instanceId, sinceMs }) => ({ instanceId, since: iso(sinceMs) })),
      }
    },
  }),
]
