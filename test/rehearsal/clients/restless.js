/** Moves to the next base after a failure, and from then on after every fifth answer, for no reason. */
import { act, ask, inTurns } from './kit.js'

const TIMEOUT_MS = 5000
const ANSWERS = 5

/** @param {import('./kit.js').World} world */
export function conduct(world) {
  let current = 0
  let answers = 0
  let hasFailed = false
  const move = () => {
    current = (current + 1) % world.bases.length
    answers = 0
  }
  return inTurns(world, async (path) => {
    await ask(world, world.bases[current], path, TIMEOUT_MS).then(
      (answer) => {
        act(world, answer)
        if (hasFailed && ++answers === ANSWERS) move()
      },
      () => {
        hasFailed = true
        move()
      },
    )
  })
}
