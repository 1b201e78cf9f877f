/** Asks for prices every 5 min. */
import { act, firstAnswer, poll } from './kit.js'

const TIMEOUT_MS = 4000
const PERIOD_MS = 300_000

/** @param {import('./kit.js').World} world */
export function conduct(world) {
  return poll(world, async () => act(world, await firstAnswer(world, TIMEOUT_MS)), PERIOD_MS)
}
