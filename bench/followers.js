/**
 * Replicas reduced to a connection: they hold a lease, follow the broadcasts of a simulator and acknowledge them. Thirty real
 * processes would saturate the machine.
 */
import { Redis } from 'ioredis'

const OWN = '{gmx-sim}'
const LONG_MS = 600_000

/**
 * @param {string} store
 * @param {number} count
 */
export async function startFollowers(store, count) {
  const followers = await Promise.all(
    Array.from({ length: count }, (_, n) => startFollower(store, `follower-${n}`)),
  )
  return {
    async stop() {
      await Promise.all(followers.map((follower) => follower.stop()))
    },
  }
}

/**
 * @param {string} store
 * @param {string} name
 */
async function startFollower(store, name) {
  const commands = new Redis(store, { enableAutoPipelining: true })
  const reader = new Redis(store)
  for (const client of [commands, reader]) client.on('error', () => {})
  const [newest] = await commands.xrevrange(`${OWN}:log`, '+', '-', 'COUNT', 1)
  let followed = newest?.[0] ?? '0-0'
  let isStopped = false
  await commands.zadd(`${OWN}:replicas`, Date.now() + LONG_MS, name)
  const loop = async () => {
    while (!isStopped) {
      const streams = await reader.xread('COUNT', 100, 'BLOCK', 500, 'STREAMS', `${OWN}:log`, followed)
      for (const [, entries] of streams ?? [])
        for (const [id, fields] of entries) {
          followed = id
          const by = fields[fields.indexOf('by') + 1]
          await commands.xadd(`${OWN}:inbox:${by}`, '*', 'from', name, 'id', id, 'at', '0')
        }
    }
  }
  const looping = loop().catch(() => {})
  return {
    async stop() {
      isStopped = true
      await commands.zrem(`${OWN}:replicas`, name)
      commands.disconnect()
      reader.disconnect()
      await looping
    },
  }
}
