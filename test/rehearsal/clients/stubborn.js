/** Waits for ever, and asks the primary for ever: no time-out, no fallback, the same pause each time. */
import { act, ask, inTurns, POLL_MS } from './kit.js'

const PAUSE_MS = 250

/** @param {import('./kit.js').World} world */
export function conduct(world) {
  return inTurns(world, (path) =>
    ask(world, world.bases[0], path).then(
      (answer) => {
        act(world, answer)
        return POLL_MS
      },
      () => PAUSE_MS,
    ),
  )
}
