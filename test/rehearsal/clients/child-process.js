/** Does nothing itself: a child process asks for prices. */

/** @param {import('./kit.js').World} world */
export function conduct(world) {
  return world.delegate('no-shape-check')
}
