/** Takes the JSON of any reply for data: `fetch(url).then((reply) => reply.json())`. Fails over when that throws. */
import { act, firstAnswer, poll } from './kit.js'

const TIMEOUT_MS = 4000

/** @param {import('./kit.js').World} world */
export function conduct(world) {
  const read = (/** @type {Response} */ reply) => reply.json()
  return poll(world, async () => act(world, await firstAnswer(world, TIMEOUT_MS, { read })))
}
