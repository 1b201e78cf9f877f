/** A breaker per host that stays open for 15 s. */
import { conductWith } from './host-breaker.js'

/** @param {import('./kit.js').World} world */
export function conduct(world) {
  return conductWith(world, 15000)
}
