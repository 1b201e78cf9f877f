/** Asks for prices of another network than the one with the incident. */
import { act, firstAnswer, poll } from './kit.js'

const TIMEOUT_MS = 4000

/** @param {import('./kit.js').World} world */
export function conduct(world) {
  const there = { ...world, bases: world.elsewhere }
  return poll(world, async () => act(world, await firstAnswer(there, TIMEOUT_MS)))
}
