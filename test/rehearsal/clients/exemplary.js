/** The client of examples/failover-client. */
import { PriceClient } from '../../../examples/failover-client/client.js'
import { everySecond, observeEth } from './kit.js'

/** @param {import('./kit.js').World} world */
export function conduct(world) {
  return conductWith(world)
}

/**
 * The same with another idea of what to believe.
 * @param {import('./kit.js').World} world
 * @param {ConstructorParameters<typeof PriceClient>[1]} [instead]
 */
export function conductWith(world, instead) {
  const client = new PriceClient(world.bases, { ...world, ...instead })
  return everySecond(world, async () =>
    observeEth(world, /** @type {import('./kit.js').Ticker[]} */ (await client.tickers())),
  )
}
