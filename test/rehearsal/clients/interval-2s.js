/** Polls every 2 s by `setInterval`, and never reads a header. Takes the next base for a poll that fails. */
import { act, firstAnswer } from './kit.js'

const TIMEOUT_MS = 1500
const PERIOD_MS = 2000

/** @param {import('./kit.js').World} world */
export async function conduct(world) {
  const startMs = world.now()
  for (let polls = 1; !world.signal.aborted; polls++) {
    void firstAnswer(world, TIMEOUT_MS).then(
      (answer) => act(world, answer),
      () => {},
    )
    await world.sleep(startMs + polls * PERIOD_MS - world.now())
  }
}
