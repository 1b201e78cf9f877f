/** Alternates between two bases, and drops a poll whose base fails: with one of them down it loses every second one. */
import { act, ask, poll, TICKERS } from './kit.js'

const TIMEOUT_MS = 4000

/** @param {import('./kit.js').World} world */
export function conduct(world) {
  let polls = 0
  return poll(world, async () => act(world, await ask(world, world.bases[polls++ % 2], TICKERS, TIMEOUT_MS)))
}
