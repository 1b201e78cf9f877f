/** Fails over on every error, but waits for a reply for ever: `fetch` without a signal. */
import { act, firstAnswer, poll } from './kit.js'

/** @param {import('./kit.js').World} world */
export function conduct(world) {
  return poll(world, async () => act(world, await firstAnswer(world)))
}
