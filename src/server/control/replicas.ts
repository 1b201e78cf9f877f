import { hostname } from 'node:os'
import * as z from '../../kit/zod.js'
import { defineCall } from './define.js'

const replicaReply = z.strictObject({
  instanceId: z.string(),
  version: z.string(),
  host: z.string(),
  since: z.iso.datetime().nullable().meta({ description: 'Start (real time); null without a store' }),
  leaseMs: z.int().nullable().meta({ description: 'Remaining lease; null without a store' }),
  held: z.int().meta({ description: 'Held requests' }),
  backlog: z.int().meta({ description: 'Journal lines not written yet' }),
})

export const replicaCalls = [
  defineCall({
    method: 'GET',
    path: '/replicas',
    about: 'Live and lost replicas; without a store, this process alone.',
    perSession: false,
    reply: z.strictObject({
      replicas: z.array(replicaReply),
      gone: z.array(
        z.strictObject({
          instanceId: z.string(),
          since: z.iso.datetime().meta({ description: 'Last sign of life (real time)' }),
        }),
      ),
    }),
    async run({ control: { sessions, instanceId, version } }) {
      const { root, list, state } = sessions
      if (state.replicas === undefined) {
        const held = [root, ...list()].reduce((sum, { waits }) => sum + waits.held, 0)
        const own = { instanceId, version, host: hostname(), since: null, leaseMs: null, held, backlog: 0 }
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
