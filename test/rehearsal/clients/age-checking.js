/** As the exemplary one, but looks at the age of what comes with status 200 and at nothing else. */
import { requireFresh } from '../../../examples/failover-client/check.js'
import { conductWith } from './exemplary.js'

/** @param {import('./kit.js').World} world */
export function conduct(world) {
  return conductWith(world, {
    check: (rows, _memory, nowMs) => {
      for (const { tokenSymbol, updatedAt } of /** @type {import('./kit.js').Ticker[]} */ (rows))
        requireFresh(tokenSymbol, updatedAt, nowMs)
    },
  })
}
