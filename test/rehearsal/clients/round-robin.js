/** Spreads its questions over all base addresses by turns, well or not. */
import { act, ask, inTurns } from './kit.js'

const TIMEOUT_MS = 5000

/** @param {import('./kit.js').World} world */
export function conduct(world) {
  /** @type {Record<string, number>} */
  const turns = {}
  return inTurns(world, async (path) => {
    turns[path] = ((turns[path] ?? -1) + 1) % world.bases.length
    await ask(world, world.bases[turns[path]], path, TIMEOUT_MS).then(
      (answer) => act(world, answer),
      () => {},
    )
  })
}
