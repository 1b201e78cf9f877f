/** Asks the primary again as soon as it has failed, for as long as it fails. */
import { act, ask, inTurns, POLL_MS } from './kit.js'

const TIMEOUT_MS = 4000
/** Not quite at once: it shares a machine with others. */
const PAUSE_MS = 50

/** @param {import('./kit.js').World} world */
export function conduct(world) {
  return inTurns(world, (path) =>
    ask(world, world.bases[0], path, TIMEOUT_MS).then(
      (answer) => {
        act(world, answer)
        return POLL_MS
      },
      () => PAUSE_MS,
    ),
  )
}
