/** A breaker per host that stays open for 1 s. */
import { conductWith } from './host-breaker.js'

/** @param {import('./kit.js').World} world */
export function conduct(world) {
  return conductWith(world, 1000)
}
