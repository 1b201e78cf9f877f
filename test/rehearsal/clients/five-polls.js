/** Polls five times and ends, as a script does. */
import { act, firstAnswer, POLL_MS } from './kit.js'

const TIMEOUT_MS = 4000
const POLLS = 5

/** @param {import('./kit.js').World} world */
export async function conduct(world) {
  for (let polls = 0; polls < POLLS; polls++) {
    act(world, await firstAnswer(world, TIMEOUT_MS))
    await world.sleep(POLL_MS)
  }
}
