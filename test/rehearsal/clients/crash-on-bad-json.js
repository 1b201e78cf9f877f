/** Catches what `fetch` throws, and not what `JSON.parse` does. */
import { act, firstAnswer, POLL_MS } from './kit.js'

const TIMEOUT_MS = 4000

/** @param {import('./kit.js').World} world */
export async function conduct(world) {
  const read = (/** @type {Response} */ reply) => {
    if (!reply.ok) throw new Error(`status ${reply.status}`)
    return reply.text()
  }
  while (!world.signal.aborted) {
    const text = await firstAnswer(world, TIMEOUT_MS, { read }).catch(() => undefined)
    if (text !== undefined) act(world, JSON.parse(String(text)))
    await world.sleep(POLL_MS)
  }
}
