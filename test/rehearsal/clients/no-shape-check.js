/** Takes any JSON with status 200 for tickers, and finds no price in it. Fails over on errors only. */
import { act, firstAnswer, poll } from './kit.js'

const TIMEOUT_MS = 4000

/** @param {import('./kit.js').World} world */
export function conduct(world) {
  return poll(world, async () => act(world, await firstAnswer(world, TIMEOUT_MS)))
}
