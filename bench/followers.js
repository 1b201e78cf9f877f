/**
 * Replicas reduced to their connections: they read the document of each session that a message names. Thirty real processes would
 * saturate the machine.
 */
import { Redis } from 'ioredis'

const OWN = '{gmx-sim'

/**
 * @param {string} store
 * @param {number} count
 */
export async function startFollowers(store, count) {
  const followers = await Promise.all(Array.from({ length: count }, () => startFollower(store)))
  return {
    async stop() {
      for (const follower of followers) follower.stop()
    },
  }
}

/** @param {string} store */
async function startFollower(store) {
  const commands = new Redis(store, { enableAutoPipelining: true })
  const reader = new Redis(store)
  for (const client of [commands, reader]) client.on('error', () => {})
  reader.on('message', (_channel, changed) => {
    commands.hgetall(`${OWN}/${changed.split(' ')[0]}}:document`).catch(() => {})
  })
  await reader.subscribe(`${OWN}}:changed`)
  return {
    stop() {
      commands.disconnect()
      reader.disconnect()
    },
  }
}
